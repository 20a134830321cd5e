// The page that opens releases: it has each checked by the engine, compares and combines them, and applies a model.
// Files are hostile input: the engine reads them, in a worker, and their content is shown as text only.
import { ADDED, combine, showMembers, withNames } from "./combination.js";
import { startedEngine } from "./engine.js";
import { predict } from "./prediction.js";
import { cardsOf } from "./release-cards.js";
import { combination, exported, modelFile, prediction, problem, releases as texts } from "./texts.js";
import {
  aboutModel,
  estimateWords,
  estimateWorth,
  ownersPlot,
  reportPlots,
  reportWords,
  reportWorth,
} from "../plots/report.js";
import { recordsPage } from "../portable/records.js";
import { releasesIn } from "../reading/exported.js";
import { ACCEPTED } from "../reading/formats.gen.js";
import { $, el, fold, listOf, save } from "../shared/dom.js";
import { offerLanguages } from "../shared/language-switch.js";
import { watchNetwork } from "../shared/offline.js";
import { COUNTED, LIMITS } from "../terms/link.gen.js";

const MAX_RELEASES = 50;

let opened = []; // {name, text, release, verification, figures of counts}
let queue = Promise.resolve(); // files are opened one after the other
let predicting; // AbortController of the predictions under way
let combining; // AbortController of the combination under way

watchNetwork($("network"));
offerLanguages(() => opened.length > 0 && "open");
$("files").addEventListener("change", () => {
  openAll([...$("files").files]);
  $("files").value = ""; // the same file can be chosen again
});
$("close-all").addEventListener("click", closeAll);
$("data").accept = ACCEPTED;
$("stop").addEventListener("click", () => predicting?.abort());
$("save-model").addEventListener("click", saveModel);
$("format").replaceChildren(...Object.entries(exported.formats).map(([value, name]) => el("option", { value }, name)));
$("model").addEventListener("change", askForModelFile);
$("apply-form").addEventListener("submit", (event) => {
  event.preventDefault();
  apply();
});
$("members").addEventListener("change", askForComparedFile);
$("combine-kind").addEventListener("change", askForComparedFile);
$("stop-combining").addEventListener("click", () => combining?.abort());
$("combine-form").addEventListener("submit", (event) => {
  event.preventDefault();
  addUp();
});
// Files dropped anywhere are opened. Otherwise the browser would leave the page for them.
addEventListener("dragover", (event) => {
  event.preventDefault();
  $("drop").classList.add("over");
});
addEventListener("dragleave", (event) => event.relatedTarget === null && $("drop").classList.remove("over"));
addEventListener("drop", (event) => {
  $("drop").classList.remove("over");
  // A file input takes what is dropped on it by itself.
  if (event.target instanceof HTMLInputElement && event.target.type === "file") return;
  event.preventDefault();
  openAll([...event.dataTransfer.files]);
});

function openAll(files) {
  $("open-error").textContent = "";
  queue = queue.then(async () => {
    const problems = [];
    for (const file of files) {
      $("open-status").textContent = texts.reading(file.name);
      const refusal = await open(file);
      if (refusal) problems.push(`${file.name}: ${refusal}`);
    }
    $("open-status").textContent = opened.length > 0 ? texts.opened(opened.length) : "";
    $("open-error").textContent = problems.slice(0, 10).join("\n");
    show();
  });
  return queue;
}

/** Opens one file, of one release or several; resolves with what is wrong with it, if anything. */
async function open(file) {
  if (file.size > LIMITS.release) return texts.problems["too-large"];
  const text = await file.text().catch(() => undefined);
  if (text === undefined) return texts.problems.unreadable;
  const all = releasesIn(text);
  try {
    for (const [k, one] of all.entries()) {
      if (opened.length >= MAX_RELEASES) return texts.problems["too-many"];
      opened.push(await entryOf(all.length > 1 ? `${file.name}, ${k + 1}` : file.name, one));
    }
  } catch (error) {
    if (error.code === undefined) console.error(error);
    if (error.code === undefined || error.code === "engine-missing") return texts.problems.engine;
    return ["crashed", "wrong-engine"].includes(error.code) ? texts.problems[error.code] : problem(error.message);
  }
}

/** The engine refuses a file that is not a release in every field, so its shape is known from here on. */
async function entryOf(name, text) {
  const engine = await startedEngine();
  const verification = await engine.verify(text);
  const release = JSON.parse(text);
  // Figures of counts that no run gives would mean nothing.
  const figures =
    COUNTED.includes(release.kind) && verification.ok
      ? await engine[release.kind === "report" ? "figures" : "estimates"](text)
      : undefined;
  return { name, text, release, verification, figures };
}

function show() {
  $("compare").hidden = $("apply").hidden = opened.length === 0;
  $("combine").hidden = showMembers($("members"), opened) === 0;
  askForComparedFile();
  showReports();
  let number = 3;
  for (const id of ["reports", "combine", "apply"]) if (!$(id).hidden) $(`${id}-number`).textContent = String(number++);
  if (opened.length === 0) return;
  const own = document.querySelector('meta[name="engine-sha256"]').getAttribute("content");
  $("cards").replaceChildren(...cardsOf(opened, own, saveRecords));
  const models = opened.map((one, i) => [one, i]).filter(([{ release }]) => release.kind === "model");
  const chosen = $("model").value;
  $("model").replaceChildren(
    ...models.map(([{ name, release }, i]) =>
      el(
        "option",
        { value: String(i), selected: String(i) === chosen },
        prediction.option(name, release.provenance.schema.label),
      ),
    ),
  );
  $("apply-form").hidden = models.length === 0;
  $("apply-error").textContent = "";
  $("apply-none").hidden = models.length > 0;
  askForModelFile();
}

/** Shows the field for the file that the chosen model is in, if it is in one. */
function askForModelFile() {
  const needed = $("model").value === "" ? undefined : neededFile(opened[Number($("model").value)].release);
  $("model-file-field").hidden = !needed;
  if (needed) $("model-file-help").replaceChildren(...whereItIs(needed));
}

const chosenMembers = () => [...$("members").querySelectorAll("input:checked")].map((box) => opened[Number(box.value)]);

/** The kind of the result: counts add up to their own kind, and of moments the visitor chooses. */
function combinedKind() {
  const kind = chosenMembers()[0]?.release.kind;
  return COUNTED.includes(kind) ? kind : $("combine-kind").value;
}

/**
 * Shows the choice of a result where there is one, and the field for the file that the chosen owners' labels were
 * compared with, if there is one and a model is to be computed.
 */
function askForComparedFile() {
  $("combine-choice").hidden = COUNTED.includes(combinedKind());
  const named = ADDED.includes(combinedKind())
    ? []
    : chosenMembers()
        .map(({ release }) => comparedFile(release))
        .filter(Boolean);
  $("combine-file-field").hidden = named.length === 0;
  // One of the owners may have had the file without an address.
  if (named.length > 0)
    $("combine-file-help").replaceChildren(
      modelFile.compared,
      " ",
      ...whereItIs(named.find(({ url }) => url) ?? named[0]),
    );
}

function closeAll() {
  predicting?.abort();
  combining?.abort();
  opened = [];
  clearPredictions();
  clearCombined();
  $("open-error").textContent = "";
  $("open-status").textContent = texts.closed;
  show();
  $("files").focus();
}

async function addUp() {
  combining?.abort();
  clearCombined();
  const entries = chosenMembers();
  const kind = combinedKind();
  const [file] = $("combine-source").files;
  const [baseFile] = $("combine-file-field").hidden ? [] : $("combine-file").files;
  const missing =
    (entries.length === 0 && [combination.none, $("members").querySelector("input")]) ||
    (!ADDED.includes(kind) && !file && [combination.noSample, $("combine-source")]) ||
    (!baseFile && !$("combine-file-field").hidden && [modelFile.missing, $("combine-file")]) ||
    (!$("disjoint").checked && [combination.noAssumption, $("disjoint")]);
  if (missing) {
    $("combine-error").textContent = missing[0];
    missing[1].focus();
    return;
  }
  const mine = (combining = new AbortController());
  $("combine-status").textContent = combination.running;
  $("stop-combining").hidden = false;
  try {
    const result = await combine(await startedEngine(), entries, { kind, file, baseFile, signal: mine.signal });
    const entry = await entryOf(result.name, result.text);
    if (mine.signal.aborted) return;
    opened.push(entry);
    $("combine-status").textContent = result.said;
    $("combined").replaceChildren(...result.elements);
    show();
  } catch (error) {
    if (mine !== combining) return; // another run has taken over
    $("combine-status").textContent = "";
    if (error.code === undefined) console.error(error);
    if (error.name !== "AbortError")
      $("combine-error").textContent =
        error.code === undefined ? texts.problems.crashed : withNames(problem(error.message), entries);
  } finally {
    if (mine === combining) $("stop-combining").hidden = true;
  }
}

function clearCombined() {
  for (const id of ["combine-error", "combine-status", "combined"]) $(id).replaceChildren();
}

/** The option with the file of the chosen model, where one is needed; undefined where it is missing, which is said. */
function modelsFile() {
  if ($("model-file-field").hidden) return {};
  const [baseFile] = $("model-file").files;
  if (baseFile) return { baseFile };
  $("apply-error").textContent = modelFile.missing;
  $("model-file").focus();
  return undefined;
}

async function saveModel() {
  predicting?.abort();
  clearPredictions();
  const own = modelsFile();
  if (own === undefined) return;
  const { text } = opened[Number($("model").value)];
  await saved($("apply-status"), $("apply-error"), async () =>
    modelFor($("format").value, await startedEngine(), text, own),
  );
}

async function saveRecords({ name, text }) {
  await saved($("records-status"), $("records-error"), async () => {
    const { html } = await recordsPage(await startedEngine(), text);
    const file = `${name.replace(/\.json$/, "")}.html`;
    return { content: html, type: "text/html", name: file, said: exported.records(file) };
  });
}

/** Saves what is made, and says so, or what is wrong. */
async function saved(status, alert, make) {
  status.textContent = alert.textContent = "";
  try {
    const { content, type, name, said } = await make();
    save(content, type, name);
    status.textContent = said;
  } catch (error) {
    if (error.code === undefined) console.error(error);
    alert.textContent = error.code === undefined ? texts.problems.crashed : problem(error.message);
  }
}

async function apply() {
  predicting?.abort();
  clearPredictions();
  const [file] = $("data").files;
  if (!file) {
    $("apply-error").textContent = prediction.noFile;
    $("data").focus();
    return;
  }
  const own = modelsFile();
  if (own === undefined) return;
  const mine = (predicting = new AbortController());
  $("apply-status").textContent = prediction.running;
  $("stop").hidden = false;
  try {
    const result = await predict(await startedEngine(), opened[Number($("model").value)], file, {
      ...own,
      signal: mine.signal,
    });
    if (mine.signal.aborted) return;
    $("apply-status").textContent = result.said;
    $("predictions").replaceChildren(...result.elements);
  } catch (error) {
    if (mine !== predicting) return; // another run has taken over
    $("apply-status").textContent = "";
    if (error.code === undefined) console.error(error);
    if (error.name !== "AbortError")
      $("apply-error").textContent = error.code === undefined ? texts.problems.crashed : problem(error.message);
  } finally {
    if (mine === predicting) $("stop").hidden = true;
  }
}

function clearPredictions() {
  for (const id of ["apply-error", "apply-status", "predictions"]) $(id).replaceChildren();
}

/**
 * What the opened reports and estimates say: of each which model it is about, sentences, plots and tables, and several
 * on one model beside each other. Figures are there only where a certificate holds.
 */
function showReports() {
  const section = $("reports");
  const reports = opened.filter(({ figures }) => figures !== undefined);
  section.hidden = reports.length === 0;
  $("reports-body").replaceChildren(
    ...COUNTED.map((kind) => ownersPlot(reports.filter(({ release }) => release.kind === kind)) ?? ""),
    ...reports.map((report, i) => reportOf(report, i, reports.length === 1)),
  );
}

function reportOf({ name, release, figures }, i, open) {
  const { schema } = release.provenance;
  const isReport = release.kind === "report";
  const { certificate } = release;
  const [first, ...more] = (isReport ? reportWords : estimateWords)(figures, schema, certificate);
  const worth = isReport ? reportWorth(figures, schema, certificate.report) : estimateWorth(figures);
  return fold(
    { class: "panel", open },
    el("h3", {}, name),
    !isReport && el("p", { class: "answer" }, first),
    listOf([...new Set([...(isReport ? [first, worth] : []), ...more, worth, aboutModel(release)])].filter(Boolean)),
    ...reportPlots(figures, release, { id: `report-${i + 1}`, heading: "h4" }),
  );
}

/** Resolves with {content, type, name, said} of a model in a format. */
async function modelFor(format, engine, text, own) {
  if (format === "onnx") {
    const content = await engine.toONNX(text, own);
    return { content, type: "application/octet-stream", name: "model.onnx", said: exported.onnx };
  }
  const content = await engine.toSQL(text, { dialect: format, table: exported.table, ...own });
  return { content, type: "application/sql", name: "model.sql", said: exported.sql };
}

// The file that a release's model is in, where an analyst's own model took part: the release only names it. The visitor
// chooses it, and the engine refuses another one. The page's policy lets it ask no other site for anything, so the
// address is a link.

/** {url?, sha256} of the file without which a released model cannot predict; undefined where it needs none. */
function neededFile({ certificate: { base, labels } }) {
  const used =
    labels?.base === "file" || base?.candidates.some((candidate) => candidate.base === "file" && candidate.share > 0);
  return used ? base.file : undefined;
}

/**
 * {url?, sha256} of the file that was among the models to choose from for labels in moments to be compared with;
 * undefined where none was.
 */
const comparedFile = ({ certificate: { labels } }) => labels?.choice?.file;

/** What a visitor has to know in order to find it, as children of an element. */
function whereItIs({ url, sha256 }) {
  const digest = [modelFile.digest, el("code", {}, sha256), "."];
  if (url === undefined) return [modelFile.unpublished, " ", ...digest];
  const link = el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, url);
  return [modelFile.published, link, modelFile.save, " ", ...digest];
}
