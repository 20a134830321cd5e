// The page that makes invitations: it loads the sample as the owner's page will, and puts the wishes into a link or,
// with the sample, into one file.
import { $, actions, download, el, listOf, succeeds, tableOf } from "../shared/dom.js";
import { templateOf } from "../shared/template.js";
import { SampleProblem, fetchSample, problemText } from "../shared/fetch-sample.js";
import { formatInvitation, parseInvitation } from "../shared/invitation.js";
import { offerLanguages } from "../shared/language-switch.js";
import { watchNetwork } from "../shared/offline.js";
import { sampleProblems } from "../shared/texts.js";
import { linesOf, offerBases, ordersIn } from "../shared/request-form.js";
import { typed } from "../shared/typed.js";
import { FIELDS } from "../terms/link.gen.js";
import { startedEngine } from "./engine.js";
import { kitOf } from "./kit-file.js";
import { problem, invite as texts } from "./texts.js";

/** The fields of a link that the form has. */
const STATED = FIELDS.map(({ name }) => name).filter((name) => $(name));
const LISTED = FIELDS.filter(({ listed }) => listed).map(({ name }) => name);
const COLUMNS = LISTED.filter((name) => name !== "options"); // one on each line
const NUMBERS = FIELDS.filter(({ kind }) => kind === "number").map(({ name }) => name);
const READING = ["label", "task", ...LISTED];

let filledIn = false;
let sample; // {source, file, data, name, url, sha256} and READING of the sample on show: what the form says, and what was read

offerBases();
watchNetwork($("network"));
offerLanguages(() => filledIn && "open");
$("load").addEventListener("click", loadSample);
$("file").addEventListener("change", loadSample);
$("save-kit").addEventListener("click", saveKit);
$("make-token").addEventListener("click", () => ($("token").value = newToken()));
$("copy").addEventListener("click", copy);
$("release").addEventListener("change", recommendLabels);
$("invitation").addEventListener("input", () => {
  filledIn = true;
  // What is shown must be what the form says.
  $("made").hidden = true;
  $("link-status").textContent = "";
  $("kit").replaceChildren();
});
$("label").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  loadSample();
});
$("invitation").addEventListener("submit", (event) => {
  event.preventDefault();
  makeLink();
});

/** Labels can correct a model alone, and what is only recommended gives way to the kind of result. */
function recommendLabels() {
  const isModel = ["", "model"].includes($("release").value);
  if ($("labels").value !== "required") $("labels").value = isModel ? "wish" : "";
}

async function loadSample() {
  clear();
  $("sample-error").textContent = "";
  sample = undefined;
  $("sample-facts").replaceChildren();
  $("sample-status").textContent = texts.loading;
  $("load").disabled = true;
  const { source: address, file, ...reading } = stated();
  try {
    // As for the owner who has the link.
    const read = file
      ? { data: new Uint8Array(await file.arrayBuffer()), name: file.name }
      : await fetchSample({ source: address }, { stay: true });
    const options = {
      label: reading.label || "?", // the refusal lists the columns
      task: reading.task || undefined,
      ignore: wishOf("ignore"),
      dateOrder: ordersIn(wishOf("dateOrder")),
    };
    const source = await (await startedEngine()).loadSource(new Blob([read.data]), options);
    source.dispose();
    sample = { source: address, file, ...reading, ...read };
    $("sample-status").textContent = texts.loaded(source.rows, read.data.length);
    $("sample-facts").replaceChildren(...facts(source));
  } catch (error) {
    $("sample-status").textContent = "";
    $("sample-error").textContent = sentence(error);
  } finally {
    enable("load");
  }
}

/** Enables a button that was disabled while it worked, and gives it the focus again that it lost by that. */
function enable(id) {
  $(id).disabled = false;
  if (document.activeElement === document.body) $(id).focus();
}

/**
 * What the form says of the sample: a file goes before an address.
 *
 * @returns {any}
 */
const stated = () => ({
  source: $("source").value.trim(),
  file: $("file").files[0],
  ...Object.fromEntries(READING.map((id) => [id, String(wishOf(id)).trim()])),
});

/** What a field says: a text, or of one for columns a list. */
const wishOf = (id) =>
  COLUMNS.includes(id)
    ? linesOf(id)
    : NUMBERS.includes(id) && !Number.isNaN(typed($(id).value))
      ? $(id).value.replace(",", ".")
      : $(id).value;

/** Whether the sample on show is the one that the form states. */
const isLoaded = () => sample !== undefined && Object.entries(stated()).every(([name, said]) => sample[name] === said);

function sentence(error) {
  if (error instanceof SampleProblem) return problemText(error);
  if (error.code === undefined) console.error(error);
  if (error.code === "wrong-engine") return sampleProblems.outdated();
  return error.code === undefined || error.code === "engine-missing" ? sampleProblems.engine() : problem(error.message);
}

/** The columns as the engine understood them: a number read as a category shows here. */
function facts({ label, columns, notes, digest }) {
  const used = columns.filter(({ kind }) => kind !== "ignored").map(({ name }) => name);
  const wishes = () =>
    Object.fromEntries(["label", "labels", "release", "unit"].map((id) => [id, $(id).value.trim() || undefined]));
  const values = (column) =>
    ({ numeric: texts.range(column), categorical: texts.levels(column.levels ?? []) })[column.kind] ?? "";
  const rows = [
    [label, texts.kinds.label, ""],
    ...columns.map((one) => [one.name, texts.kinds[one.dates ? "dates" : one.kind], values(one)]),
  ];
  return [
    tableOf(texts.columns, texts.columnsHead, rows, "columns", [1, 2]),
    notes.length > 0 && listOf(notes.map(problem), "help"),
    el("p", { class: "help" }, el("code", {}, texts.digest(digest))),
    actions(download(texts.template, () => templateOf(used, wishes()), "text/csv", "template.csv", "")),
  ].filter(Boolean);
}

function makeLink() {
  clear();
  $("made").hidden = true;
  if ($("file").files.length > 0 && !$("source").value.trim()) {
    $("link-error").textContent = texts.noAddress;
    return $("save-kit").focus();
  }
  const given = Object.fromEntries(STATED.map((id) => [id, wishOf(id)]));
  const loaded = isLoaded() && !sample.file;
  const { fragment, faults = [] } = formatInvitation({
    ...given,
    sha256: loaded && $("pin").checked ? sample.sha256 : "",
  });
  if (tell(faults)) return;
  if (!loaded) {
    $("link-error").textContent = sample?.file ? texts.noAddress : texts.loadFirst;
    $("load").focus();
    return;
  }
  const link = new URL("../index.html", import.meta.url);
  link.hash = fragment;
  const { problems } = parseInvitation(fragment, link.hostname);
  if (problems) {
    $("link-error").textContent = problem(problems.join(" "));
    return;
  }
  $("link").value = $("look").href = link.href;
  $("letter").value = texts.letterOf(given, link.href);
  $("made").hidden = false;
  $("link-status").textContent = texts.made(link.href.length);
}

/** Says at its field what is wrong, and whether anything is. */
function tell(faults) {
  for (const fault of faults) {
    const { field } = fault;
    $(`${field}-problem`).textContent = texts.fault(fault);
    $(field).setAttribute("aria-invalid", "true");
    for (let fold = $(field); (fold = fold.parentElement.closest("details")); ) fold.open = true;
  }
  if (faults.length > 0) {
    $(faults[0].field).focus();
  }
  return faults.length > 0;
}

/** Saves the sample and the wishes as one file, which is the same that the command line makes. */
async function saveKit() {
  clear();
  $("kit").replaceChildren();
  if (!isLoaded()) await loadSample();
  if (!isLoaded()) return $("source").focus();
  $("save-kit").disabled = true;
  $("link-status").textContent = texts.packing;
  try {
    const given = Object.fromEntries(STATED.filter((id) => id !== "source").map((id) => [id, wishOf(id)]));
    const { bytes, sha256, faults = [] } = await kitOf(sample, given);
    $("link-status").textContent = "";
    if (tell(faults)) return;
    const again = download(texts.saveAgain, bytes, "text/html", "request.html", "");
    $("kit").replaceChildren(el("p", {}, texts.kit(bytes.length)), el("p", {}, el("code", {}, sha256)), again);
    again.click();
  } catch (error) {
    $("link-status").textContent = "";
    $("link-error").textContent = sentence(error);
  } finally {
    enable("save-kit");
  }
}

async function copy() {
  $("link").select();
  const copied = await (navigator.clipboard && succeeds(navigator.clipboard.writeText($("link").value)));
  $("link-status").textContent = copied ? texts.copied : texts.notCopied;
}

/** 144 random bits in letters, digits, - and _. */
function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

function clear() {
  for (const id of ["link-error", "link-status"]) $(id).textContent = "";
  for (const id of STATED) {
    $(`${id}-problem`).textContent = "";
    $(id).removeAttribute("aria-invalid");
  }
}
