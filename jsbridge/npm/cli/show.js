import { load } from "../index.js";
import { recordsPage } from "../portable/records.js";
import { parse } from "../terminal/arguments.js";
import { readRelease } from "./files.js";
import * as help from "../terminal/help.js";
import { OUT, Outputs, sayBeside } from "../terminal/output.js";
import { sayJSON } from "../terminal/print.js";

const options = { ...OUT, "accept-large-delta": { type: "boolean" } };

/** Writes a page for the records. */
export async function run(args) {
  const parsed = parse(args, { options, positionals: ["FILE"], required: ["out"], help: help.show });
  if (!parsed) return 0;
  const [path] = parsed.positionals;
  const { out, force, json, "accept-large-delta": acceptLargeDelta } = parsed.values;
  const outputs = await Outputs.open([out], [path], { force, json });
  let engine;
  try {
    const text = await readRelease(path);
    engine = await load({ ledger: false });
    const { html, ok } = await recordsPage(engine, text, { acceptLargeDelta });
    await outputs.commit([html]);
    if (json) sayJSON({ ok, out });
    else sayBeside([out], `wrote ${out}`);
    return ok ? 0 : 1;
  } finally {
    await engine?.dispose();
    await outputs.discard();
  }
}
