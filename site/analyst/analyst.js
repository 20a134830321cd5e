// The page that makes invitations: it loads the sample as the owner's page will, and puts the wishes into a link.
import { el } from "../shared/dom.js";
import { SampleProblem, fetchSample } from "../shared/fetch-sample.js";
import { formatInvitation } from "../shared/invitation.js";
import { watchNetwork } from "../shared/offline.js";
import { sampleProblems } from "../shared/texts.js";
import { startedEngine } from "./engine.js";
import { invite as texts } from "./texts.js";

const $ = (id) => document.getElementById(id);
const WISHES = ["title", "asker", "epsilonMin", "epsilon", "epsilonMax", "delta", "release", "base", "baseFile", "baseSHA256", "labels", "model", "modelSHA256", "groupBy", "reply", "campaign", "token"];
const FIELDS = ["source", "label", "task", ...WISHES];

let sample; // {address, label, task, sha256} of the sample on show

watchNetwork($("network"));
$("load").addEventListener("click", loadSample);
$("make-token").addEventListener("click", () => ($("token").value = newToken()));
$("copy").addEventListener("click", copy);
$("invitation").addEventListener("input", () => {
  // What is shown must be what the form says.
  $("made").hidden = true;
  $("link-status").textContent = "";
});
for (const id of ["source", "label"]) {
  $(id).addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    loadSample();
  });
}
$("invitation").addEventListener("submit", (event) => {
  event.preventDefault();
  makeLink();
});

async function loadSample() {
  clear();
  $("sample-error").textContent = "";
  sample = undefined;
  $("sample-facts").replaceChildren();
  $("sample-status").textContent = texts.loading;
  $("load").disabled = true;
  const [address, label, task] = [$("source").value.trim(), $("label").value.trim(), $("task").value];
  try {
    const { data, sha256 } = await fetchSample(address);
    const source = await (await startedEngine()).loadSource(data, { label: label || "?", task: task || undefined }); // "?": the refusal lists the columns
    source.dispose();
    sample = { address, label, task, sha256 };
    $("sample-status").textContent = texts.loaded(source.rows, data.length);
    $("sample-facts").replaceChildren(...facts(source));
  } catch (error) {
    $("sample-status").textContent = "";
    $("sample-error").textContent = sentence(error);
  } finally {
    $("load").disabled = false;
  }
}

function sentence(error) {
  if (error instanceof SampleProblem) return sampleProblems[error.code](error.detail);
  if (error.code === undefined) console.error(error);
  if (error.code === "wrong-engine") return sampleProblems.outdated();
  return error.code === undefined || error.code === "engine-missing" ? sampleProblems.engine() : texts.problem(error.message);
}

/** The columns as the engine understood them: a number read as a category shows here. */
function facts({ label, columns, notes, digest }) {
  const row = (name, kind, values) =>
    el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: "text" }, texts.kinds[kind]), el("td", { class: "text" }, values));
  const values = (column) => ({ numeric: texts.range(column), categorical: texts.levels(column.levels ?? []) })[column.kind] ?? "";
  const head = texts.columnsHead.map((name, i) => el("th", { scope: "col", class: i > 0 && "text" }, name));
  return [
    el(
      "div",
      { class: "scroll columns", tabindex: "0", role: "region", "aria-label": texts.columns },
      el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, row(label, "label", ""), ...columns.map((column) => row(column.name, column.kind, values(column))))),
    ),
    notes.length > 0 && el("ul", { class: "help" }, ...notes.map((note) => el("li", {}, note))),
    el("p", { class: "help" }, el("code", {}, texts.digest(digest))),
  ].filter(Boolean);
}

function makeLink() {
  clear();
  $("made").hidden = true;
  const given = Object.fromEntries(FIELDS.map((id) => [id, $(id).value]));
  const loaded = sample?.address === given.source.trim() && sample.label === given.label.trim() && sample.task === given.task;
  const { fragment, faults = [] } = formatInvitation({ ...given, sha256: loaded && $("pin").checked ? sample.sha256 : "" });
  for (const { field, text } of faults) {
    $(`${field}-problem`).textContent = text;
    $(field).setAttribute("aria-invalid", "true");
  }
  if (faults.length > 0) {
    if (faults.some(({ field }) => ["reply", "campaign", "token"].includes(field))) $("reply-details").open = true;
    if (faults.some(({ field }) => ["model", "modelSHA256", "groupBy"].includes(field))) $("report-details").open = true;
    if (faults.some(({ field }) => ["baseFile", "baseSHA256"].includes(field))) $("file-details").open = true;
    $(faults[0].field).focus();
    return;
  }
  if (!loaded) {
    $("link-error").textContent = texts.loadFirst;
    $("load").focus();
    return;
  }
  const link = new URL("../index.html", import.meta.url);
  link.hash = fragment;
  $("link").value = $("look").href = link.href;
  $("made").hidden = false;
  $("link-status").textContent = texts.made(link.href.length);
}

async function copy() {
  $("link").select();
  const copied = await navigator.clipboard?.writeText($("link").value).then(() => true, () => false);
  $("link-status").textContent = copied ? texts.copied : texts.notCopied;
}

/** 144 random bits in letters, digits, - and _. */
function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

function clear() {
  for (const id of ["link-error", "link-status"]) $(id).textContent = "";
  for (const id of FIELDS) {
    $(`${id}-problem`).textContent = "";
    $(id).removeAttribute("aria-invalid");
  }
}
