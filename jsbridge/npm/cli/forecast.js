import { parse } from "./arguments.js";
import { readText } from "./files.js";
import * as help from "./help.js";
import { say, sayJSON } from "./print.js";
import { sampleOf, sampleOptions, withSample } from "./source.js";

const options = {
  ...sampleOptions,
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
  "use-labels": { type: "boolean" },
  release: { type: "string" },
  model: { type: "string" },
  "group-by": { type: "string" },
};

export async function run(args) {
  const required = ["source", "label", "rows", "epsilon", "delta"];
  const parsed = parse(args, { options, required, help: help.forecast });
  if (!parsed) return 0;
  const { source, columns, others } = sampleOf(parsed.values);
  const { json, "accept-large-delta": acceptLargeDelta, "use-labels": useLabels, model: modelPath, "group-by": groupBy, ...settings } = others;
  const model = modelPath && (await readText(modelPath));
  return withSample(source, columns, async (engine, sample, signal) => {
    const forecast = await engine.forecast({ source: sample, ...settings, acceptLargeDelta, useLabels, model, groupBy, signal });
    if (json) sayJSON(forecast);
    else say(...lines(forecast));
  });
}

function lines({ text, reason, mechanism }) {
  return [text, ...(reason === "" ? [] : [`Mechanism ${mechanism}: ${reason}.`])];
}
