// The page “Reproduce the paper”: runs the experiment in a worker and shows the figures.
import { PrivadaptError } from "../errors.js";
import { drawingOf, svgText } from "../figures/tree.js";
import { plotFigure } from "../plots/plot-figure.js";
import { Connection } from "../runtime/client.js";
import { download as fetchWhole } from "../runtime/download.js";
import { startEngineWorker } from "../runtime/engine-worker.js";
import { startThread } from "../runtime/thread-browser.js";
import { plain } from "../shared/numbers.js";
import { curvesOf, epsilonsOf, figureOf } from "./figures.js";
import { $, download, el, listOf, meter, pairsOf, tableOf } from "../shared/dom.js";
import { watchNetwork } from "../shared/offline.js";
import { PRESETS, readOwn } from "./settings.js";
import { paper as texts } from "./texts.js";

const form = $("run-form");
const bar = meter($("running"));
const OWN_FIELDS = ["repetitions", "epsilons", "rows", "iterations"];
const SPOKEN_EVERY = 15; // seconds between announcements of the progress
const SAVED = 760; // pixels, the width of a figure in a file

let running; // AbortController of the run under way
let module; // the lab, compiled once a page

watchNetwork($("network"));
form.addEventListener("change", showOwn);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const options = chosen();
  if (options) run(options);
});
$("cancel").addEventListener("click", () => {
  if (!running || running.signal.aborted) return;
  bar.set(texts.run.cancelling);
  running.abort();
});
showOwn();

function showOwn() {
  $("own").hidden = form.elements.choice.value !== "own";
}

/** The options of the chosen settings, or undefined with a sentence beside each faulty field. */
function chosen() {
  const { value } = form.elements.choice;
  if (value !== "own") return PRESETS[value];
  const { options, problems = {} } = readOwn(Object.fromEntries(OWN_FIELDS.map((name) => [name, $(name).value])));
  for (const name of OWN_FIELDS) {
    $(`${name}-problem`).textContent = problems[name] ?? "";
    if (problems[name]) $(name).setAttribute("aria-invalid", "true");
    else $(name).removeAttribute("aria-invalid");
  }
  const faulty = OWN_FIELDS.find((name) => problems[name]);
  if (faulty) $(faulty).focus();
  return options;
}

async function run(options) {
  if (running) return;
  running = new AbortController();
  const { signal } = running;
  busy(true);
  try {
    bar.set(texts.run.starting);
    const size = Number(form.dataset.labBytes);
    const wasm = await loadLab({
      size,
      signal,
      onProgress: (done, total) => bar.set(texts.run.loading(done, total), done, total),
    });
    bar.set(texts.run.starting);
    const start = performance.now();
    show(await runFigure1(wasm, options, { signal, onProgress: progress(signal) }));
    say(texts.run.finished((performance.now() - start) / 1000));
  } catch (error) {
    refuse(error);
  }
  running = undefined;
  busy(false);
}

/**
 * Returns the function to call after every single run: it updates a bar and words, and sometimes makes an announcement.
 */
function progress(signal) {
  const start = performance.now();
  let spoken = start;
  return (done, total) => {
    if (signal.aborted) return;
    const now = performance.now();
    const seconds = (now - start) / 1000;
    // The first runs say too little about the others.
    const left = done >= 3 && seconds > 2 ? (seconds / done) * (total - done) : undefined;
    bar.set(texts.run.progress(done, total, left), done, total);
    if (now - spoken < SPOKEN_EVERY * 1000) return;
    spoken = now;
    say(texts.run.spoken(done, total, left));
  };
}

function show(result) {
  const curves = curvesOf(result);
  $("result").hidden = false;
  const epsilons = epsilonsOf(curves);
  // The ε nearest to 1 first.
  const [first] = epsilons.toSorted((a, b) => Math.abs(Math.log(a)) - Math.abs(Math.log(b)));
  const draw = (epsilon) => drawFigures(result, curves, epsilon);
  const choice = el(
    "select",
    { change: () => draw(Number(choice.value)) },
    ...epsilons.map((epsilon) => el("option", { value: epsilon, selected: epsilon === first }, plain(epsilon))),
  );
  $("choice").replaceChildren(el("label", {}, texts.shown, choice));
  $("choice").hidden = epsilons.length < 2;
  draw(first);
  $("numbers").replaceChildren(numbersTable(curves));
  $("about").replaceChildren(settingsList(result.settings), methodList(result.methods));
  $("rule").textContent = result.settings.rule;
  $("grid-part").hidden = result.grid.length === 0;
  $("grid").replaceChildren(gridTable(result.grid));
  $("result-heading").focus();
}

function drawFigures(result, curves, epsilon) {
  const figures = ["a", "b"].map((name) => figureOf(name, curves, epsilon));
  $("figures").replaceChildren(...figures.map((figure) => plotFigure(figure)));
  const drawn = figures.filter(({ draw }) => draw);
  $("files").replaceChildren(
    download(texts.downloadJSON, `${JSON.stringify(result, undefined, 1)}\n`, "application/json", "figure1.json", ""),
    ...drawn.map((figure) => {
      const file = () => `${svgText(/** @type {any} */ (drawingOf(figure, SAVED)))}\n`;
      return download(texts.downloadSVG(figure.title), file, "image/svg+xml", `privadapt-${figure.id}.svg`, "");
    }),
  );
}

function refuse(error) {
  if (error.code === "cancelled") {
    say(texts.run.cancelled);
    return;
  }
  say("");
  console.error(error);
  const words = texts.problems[error.code];
  if (words) $("problem").textContent = words();
  else
    $("problem").textContent =
      error instanceof PrivadaptError ? texts.problems.failed(error.message) : texts.problems.crashed();
}

function busy(on) {
  bar.show(on);
  $("cancel").hidden = !on;
  $("settings").disabled = on;
  $("run").disabled = on;
  if (!on) return;
  say("");
  $("problem").textContent = "";
  $("cancel").focus();
}

const say = (sentence) => ($("status").textContent = sentence);

const at = (name) => new URL(`../${name}`, import.meta.url).href;

/**
 * Resolves with the compiled lab, a program of its own that is downloaded once a page. `size` is its length in bytes,
 * which a compressed response does not say.
 */
async function loadLab({ size, signal, onProgress }) {
  if (!module) {
    const file = await fetchWhole(at("lab.wasm"), { signal, onProgress: (done) => onProgress(done, size) });
    module = await WebAssembly.compile(await file.arrayBuffer());
  }
  return module;
}

/**
 * Runs the experiment in a thread of its own and resolves with its value. `onProgress(done, total)` counts single runs.
 */
async function runFigure1(wasm, options, { signal, onProgress }) {
  const startInWorker = (name, handlers) => startThread(name, { url: at("lab-worker.js"), ...handlers });
  const start = (handlers) => startEngineWorker(startInWorker, { code: { wasm }, ...handlers });
  const connection = await Connection.open(start, { signal });
  try {
    return await connection.call("figure1", { options }, { onProgress: ({ done, total }) => onProgress(done, total) });
  } finally {
    connection.close();
  }
}

// What stands below the figures: the settings of the result, and all its numbers.

const settingsList = (settings) => listOf(texts.settings(settings));

/** What the lab says about each method. */
const methodList = (methods) =>
  pairsOf(
    methods.filter(({ description }) => description !== "").map(({ title, description }) => [title, description]),
    "methods-said",
  );

/** A table of every point of every curve. */
function numbersTable(curves) {
  const row = (curve, point) => [
    curve.method.title,
    curve.method.private ? texts.noises[curve.noise] : texts.dash,
    curve.epsilon === null ? texts.dash : plain(curve.epsilon),
    plain(point.rows),
    texts.meanAndSD(point.norm, point.normSD, point.repetitions),
    texts.meanAndSD(point.error, point.errorSD, point.repetitions),
    point.effectiveSampleSize === null ? texts.dash : plain(Math.round(point.effectiveSampleSize)),
    plain(point.repetitions),
  ];
  const rows = curves.flatMap((curve) => curve.points.map((point) => row(curve, point)));
  return tableOf(texts.table.name, texts.table.head, rows, "numbers");
}

/** A table of the parameters that the single stage was tried with. */
function gridTable(grid) {
  const one = (value) => texts.meanAndSD(value, 0, 1);
  const row = (cell) => [
    plain(cell.mu),
    plain(cell.modelNorm),
    one(cell.playedError),
    one(cell.error),
    cell.chosen === true ? texts.grid.chosen : "",
  ];
  return tableOf(texts.grid.name, texts.grid.head, grid.map(row), "grid");
}
