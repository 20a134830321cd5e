import { parse } from "./arguments.js";
import * as help from "./help.js";
import { sampleOf, sampleOptions, withSample } from "./source.js";

const options = {
  ...sampleOptions,
  dialect: { type: "string" },
  table: { type: "string" },
  where: { type: "string" },
  features: { type: "string" },
  radius: { type: "number", auto: true },
  base: { type: "string" },
  "use-labels": { type: "boolean" },
};

export async function run(args) {
  const parsed = parse(args, { options, required: ["source", "label", "dialect", "table"], help: help.sql });
  if (!parsed) return 0;
  const { source, columns, others } = sampleOf(parsed.values);
  const { json, "use-labels": useLabels, ...settings } = others;
  return withSample(source, columns, async (engine, sample, signal) => {
    const query = await engine.sql({ source: sample, ...settings, useLabels, signal });
    process.stdout.write(json ? `${JSON.stringify({ ok: true, sql: query })}\n` : query);
  });
}
