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
      const predictions = await engine.predict(release, await openData(data), {
        onMissing: "mean",
        signal,
        onProgress: bar.show,
        onNote: (note) => notes.push(note),
      });
      bar.clear();
      for (const note of notes) console.error(`note: ${note}`);
      await outputs?.commit([csv(predictions)]);
      if (json)
        console.log(
          JSON.stringify({
            ok: true,
            rows: predictions.length,
            ...(outputs ? { out } : { predictions: [...predictions] }),
            notes,
          }),
        );
      else process.stdout.write(outputs ? `wrote ${out}, ${predictions.length} predictions\n` : csv(predictions));
      return 0;
    } finally {
      bar.clear();
      await engine?.dispose();
      await outputs?.discard();
    }
  });
}

const csv = (predictions) => `prediction\n${predictions.join("\n")}\n`;
