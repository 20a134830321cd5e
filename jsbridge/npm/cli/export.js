import { load } from "../index.js";
import { UsageError, parse } from "./arguments.js";
import { readText } from "./files.js";
import * as help from "./help.js";
import { interruptible } from "./interrupt.js";
import { Outputs } from "./output.js";
import { say, sayJSON } from "./print.js";
import { baseFileOf, filesOf } from "./source.js";

const options = {
  to: { type: "string" },
  out: { type: "string" },
  "base-file": { type: "string" },
};

export async function run(args) {
  const parsed = parse(args, { options, positionals: ["FILE"], required: ["to", "out"], help: help.exports });
  if (!parsed) return 0;
  const { to, out, json, "base-file": given } = parsed.values;
  const [file] = parsed.positionals;
  if (to !== "onnx") throw new UsageError(`--to is onnx, not "${to}"`);
  return interruptible(async (signal) => {
    const outputs = await Outputs.open([out], [file, ...filesOf([], given)]);
    let engine;
    try {
      engine = await load({ ledger: false });
      const model = await engine.toONNX(await readText(file), { baseFile: await baseFileOf(given), signal });
      await outputs.commit([model]);
      if (json) sayJSON({ ok: true, out, bytes: model.length });
      else say(`wrote ${out}, ${model.length} bytes`);
      return 0;
    } finally {
      await engine?.dispose();
      await outputs.discard();
    }
  });
}
