// What comes before a run: its forecast, and the query for rows in a database. Nothing private is read.
import { parse } from "../terminal/arguments.js";
import { readRelease } from "./files.js";
import * as help from "../terminal/help.js";
import { say, sayFile, sayJSON } from "../terminal/print.js";
import { loadSource, sampleOf, sampleOptions, tellNotes, withEngine } from "./source.js";
import { OPTIONS } from "../terms/command.gen.js";

export function forecast(args) {
  const options = { ...sampleOptions, ...OPTIONS.forecast, rows: { type: "number" } };
  const required = ["source", "label", "rows", "epsilon", "delta"];
  return planned(args, { options, required, help: help.forecast }, async (engine, settings, json) => {
    const found = await engine.forecast(settings);
    if (json) sayJSON(found);
    else say(found.text);
  });
}

export function sql(args) {
  const own = { dialect: { type: "string" }, table: { type: "string" }, where: { type: "string" } };
  const options = { ...sampleOptions, ...OPTIONS.query, ...own };
  const required = ["source", "label", "dialect", "table"];
  return planned(args, { options, required, help: help.sql }, async (engine, settings, json) => {
    const query = await engine.sql(settings);
    if (json) sayJSON({ ok: true, sql: query });
    else sayFile(query);
  });
}

/** Calls `work(engine, settings, json)` with the settings of the run, its public sample among them. */
async function planned(args, spec, work) {
  const parsed = parse(args, spec);
  if (!parsed) return 0;
  const { source, columns, others } = sampleOf(parsed.values);
  const { json, model: path, ...settings } = others;
  return withEngine({}, async ({ engine, signal }) => {
    const model = path && (await readRelease(path, { exact: true }));
    const sample = await loadSource(engine, source, { ...columns, signal });
    tellNotes(sample);
    await work(engine, { source: sample, ...settings, model, signal }, json);
  });
}
