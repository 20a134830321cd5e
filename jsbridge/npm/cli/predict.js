import { load } from "../index.js";
import { parse } from "./arguments.js";
import { openData, readText } from "./files.js";
import * as help from "./help.js";
import { interruptible } from "./interrupt.js";
import { Outputs } from "./output.js";
import { progressBar } from "./progress.js";

const options = {
  model: { type: "string" },
  data: { type: "string" },
  out: { type: "string" },
};

export async function run(args) {
  const parsed = parse(args, { options, required: ["model", "data"], help: help.predict });
  if (!parsed) return 0;
  const { model, data, out, json } = parsed.values;

  return interruptible(async (signal) => {
    const outputs = out === undefined ? null : await Outputs.open([out], [model, data]);
    const bar = progressBar();
    let engine;
    try {
      engine = await load();
      const release = await readText(model);
      const notes = [];
      const options = { onMissing: "mean", signal, onProgress: bar.show, onNote: (note) => notes.push(note) };
      const file = await openData(data);
      const found = ofClasses(release) ? await engine.classify(release, file, options) : { predictions: await engine.predict(release, file, options) };
      const rows = (found.labels ?? found.predictions).length;
      bar.clear();
      for (const note of notes) console.error(`note: ${note}`);
      await outputs?.commit([csv(found)]);
      if (json)
        console.log(
          JSON.stringify({
            ok: true,
            rows,
            ...(outputs ? { out } : plain(found)),
            notes,
          }),
        );
      else process.stdout.write(outputs ? `wrote ${out}, ${rows} predictions\n` : csv(found));
      return 0;
    } finally {
      bar.clear();
      await engine?.dispose();
      await outputs?.discard();
    }
  });
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
const plain = ({ predictions, probabilities, ...classes }) =>
  predictions ? { predictions: [...predictions] } : { ...classes, probabilities: probabilities.map((column) => [...column]) };

/** One column of numbers; of classes the likeliest and the probability of each. */
function csv({ predictions, classes, labels, probabilities }) {
  if (predictions) return `prediction\n${predictions.join("\n")}\n`;
  const head = ["prediction", ...classes.map((name) => `p(${name})`)].map(field).join(",");
  return `${head}\n${labels.map((label, i) => [field(label), ...probabilities.map((column) => column[i])].join(",")).join("\n")}\n`;
}

const field = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
