import { predictionsCSV } from "../csv.js";
import { wholeOf } from "../handles.js";
import { parse } from "../terminal/arguments.js";
import { openData, readRelease } from "./files.js";
import * as help from "../terminal/help.js";
import { OUT, sayBeside } from "../terminal/output.js";
import { sayFile, sayJSON, tell } from "../terminal/print.js";
import { filesOf, sampleOf, withEngine, withFile } from "./source.js";

const options = {
  model: { type: "string" },
  data: { type: "string" },
  "base-file": { type: "string" },
  ...OUT,
  score: { type: "boolean" },
};

export async function run(args) {
  const parsed = parse(args, { options, required: ["model", "data"], help: help.predict });
  if (!parsed) return 0;
  const { columns, others } = sampleOf(parsed.values);
  const { model, data, out, force, score, json } = others;

  const files = {
    paths: out === undefined ? [] : [out],
    inputs: [model, data, ...filesOf(undefined, columns)],
    force,
    json,
  };
  return withEngine(files, async ({ engine, outputs, bar, signal }) => {
    const release = await readRelease(model);
    const notes = [];
    const common = { onMissing: /** @type {const} */ ("mean"), ...(await withFile(columns)), signal };
    const options = { ...common, onProgress: bar.show, onNote: (note) => void notes.push(note) };
    const opened = await openData(data);
    // It is read more than once.
    const file = score && opened instanceof ReadableStream ? await wholeOf(opened) : opened;
    /** @type {Record<string, any>} */
    const found = ofClasses(release)
      ? await engine.classify(release, file, options)
      : { predictions: await engine.predict(release, file, options) };
    const scores = score && (await engine.score(release, file, common));
    const rows = (found.labels ?? found.predictions).length;
    bar.clear();
    tell(...notes.map((note) => `note: ${note}`));
    if (scores && !json) tell(scoreLine(scores));
    await outputs.commit([predictionsCSV(found)]);
    if (json) sayJSON({ ok: true, rows, ...(out ? { out } : listed(found)), ...(scores && { scores }), notes });
    else if (out) sayBeside([out], `wrote ${out}, ${rows} predictions`);
    else sayFile(predictionsCSV(found));
  });
}

/** The scores in a line, for the terminal: the predictions may be on standard output. */
function scoreLine(/** @type {any} */ { rows, rmse, explained, ...ofClasses }) {
  const figure = (value) => (value === undefined ? "undefined" : String(Number(value.toPrecision(5))));
  const known = `${rows} rows with a label`;
  if (rmse !== undefined)
    return `${known}: root of the mean squared error ${figure(rmse)}, share of the variance explained ${figure(explained)}`;
  const names = { accuracy: "accuracy", logLoss: "log-loss", brier: "Brier score", auc: "AUC" };
  return `${known}: ${Object.keys(ofClasses)
    .map((name) => `${names[name]} ${figure(ofClasses[name])}`)
    .join(", ")}`;
}

/** Whether a model is of classes; a text that is no release is for the engine to refuse. */
function ofClasses(text) {
  try {
    return Array.isArray(JSON.parse(text).provenance.schema.classes);
  } catch {
    return false;
  }
}

/** Typed arrays as lists, for JSON. */
const listed = (/** @type {any} */ { predictions, probabilities, ...classes }) =>
  predictions
    ? { predictions: [...predictions] }
    : { ...classes, probabilities: probabilities.map((column) => [...column]) };
