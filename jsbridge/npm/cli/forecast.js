import { parse } from "../terminal/arguments.js";
import { readRelease } from "./files.js";
import * as help from "../terminal/help.js";
import { say, sayJSON } from "../terminal/print.js";
import { sampleOf, sampleOptions, withSample } from "./source.js";
import { OPTIONS } from "../terms/command.js";

const options = { ...sampleOptions, ...OPTIONS.forecast, rows: { type: "number" } };

export async function run(args) {
  const required = ["source", "label", "rows", "epsilon", "delta"];
  const parsed = parse(args, { options, required, help: help.forecast });
  if (!parsed) return 0;
  const { source, columns, others } = sampleOf(parsed.values);
  const { json, model: modelPath, ...settings } = others;
  const model = modelPath && (await readRelease(modelPath, { exact: true }));
  return withSample(source, columns, async (engine, sample, signal) => {
    const forecast = await engine.forecast({ source: sample, ...settings, model, signal });
    if (json) sayJSON(forecast);
    else say(forecast.text);
  });
}
