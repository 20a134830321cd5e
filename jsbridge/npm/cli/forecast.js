import { parse } from "./arguments.js";
import * as help from "./help.js";
import { sampleOf, sampleOptions, withSample } from "./source.js";

const options = {
<<<<<<< HEAD
  ...sampleOptions,
=======
  source: { type: "string" },
  label: { type: "string" },
  task: { type: "string" },
  categorical: { type: "string", multiple: true },
  ignore: { type: "string", multiple: true },
  integrity: { type: "string" },
>>>>>>> pages
  rows: { type: "number" },
  epsilon: { type: "number" },
  delta: { type: "number" },
  "accept-large-delta": { type: "boolean" },
  mechanism: { type: "string" },
  solver: { type: "string" },
  calibration: { type: "string" },
  adjacency: { type: "string" },
  smoothing: { type: "string" },
  features: { type: "string" },
  radius: { type: "number", auto: true },
  base: { type: "string" },
};

export async function run(args) {
  const required = ["source", "label", "rows", "epsilon", "delta"];
  const parsed = parse(args, { options, required, help: help.forecast });
  if (!parsed) return 0;
<<<<<<< HEAD
  const { source, columns, others } = sampleOf(parsed.values);
  const { json, "accept-large-delta": acceptLargeDelta, ...settings } = others;
  return withSample(source, columns, async (engine, sample, signal) => {
    const forecast = await engine.forecast({ source: sample, ...settings, acceptLargeDelta, signal });
    console.log(json ? JSON.stringify(forecast) : lines(forecast).join("\n"));
=======
  const { source, label, task, categorical, ignore, integrity, json, "accept-large-delta": acceptLargeDelta, ...settings } = parsed.values;
  return interruptible(async (signal) => {
    const engine = await load({ ledger: false }); // nothing is spent
    try {
      const columns = { label, task, categorical: columnNames(categorical), ignore: columnNames(ignore), integrity };
      const sample = await loadSource(engine, source, { ...columns, signal });
      const forecast = await engine.forecast({ source: sample, ...settings, acceptLargeDelta, signal });
      console.log(json ? JSON.stringify(forecast) : lines(forecast).join("\n"));
      return 0;
    } finally {
      await engine.dispose();
    }
>>>>>>> pages
  });
}

function lines({ text, reason, mechanism }) {
  return [text, ...(reason === "" ? [] : [`Mechanism ${mechanism}: ${reason}.`])];
}
