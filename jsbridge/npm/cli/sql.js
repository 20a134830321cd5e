import { parse } from "../terminal/arguments.js";
import { readRelease } from "./files.js";
import * as help from "../terminal/help.js";
import { sayFile, sayJSON } from "../terminal/print.js";
import { sampleOf, sampleOptions, withSample } from "./source.js";
import { OPTIONS } from "../terms/command.js";

const options = {
  ...sampleOptions,
  ...OPTIONS.query,
  dialect: { type: "string" },
  table: { type: "string" },
  where: { type: "string" },
};

export async function run(args) {
  const parsed = parse(args, { options, required: ["source", "label", "dialect", "table"], help: help.sql });
  if (!parsed) return 0;
  const { source, columns, others } = sampleOf(parsed.values);
  const { json, model: modelPath, ...settings } = others;
  return withSample(source, columns, async (engine, sample, signal) => {
    const model = modelPath && (await readRelease(modelPath, { exact: true }));
    const query = await engine.sql({ source: sample, ...settings, model, signal });
    if (json) sayJSON({ ok: true, sql: query });
    else sayFile(query);
  });
}
