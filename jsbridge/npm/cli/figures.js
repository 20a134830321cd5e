import { load } from "../index.js";
import { parse } from "../terminal/arguments.js";
import { figureLines } from "../portable/figure-lines.js";
import { readRelease } from "./files.js";
import * as help from "../terminal/help.js";
import { say, sayJSON, tell } from "../terminal/print.js";

/** What a report says, after its certificate was verified. */
export async function run(args) {
  const parsed = parse(args, {
    options: { "accept-large-delta": { type: "boolean" } },
    positionals: ["FILE"],
    help: help.report,
  });
  if (!parsed) return 0;
  const [path] = parsed.positionals;
  const { json, "accept-large-delta": acceptLargeDelta } = parsed.values;
  const text = await readRelease(path);
  const engine = await load({ ledger: false });
  try {
    const { ok, problems } = await engine.verify(text, { acceptLargeDelta });
    const figures = await engine.figures(text);
    if (json) sayJSON({ ok, problems, ...figures });
    else say(path, ...figureLines(figures, JSON.parse(text).provenance.schema.classes).map((line) => `  ${line}`));
    if (!ok) tell(`privadapt: the certificate of ${path} does not hold: ${problems.join("; ")}`);
    return ok ? 0 : 1;
  } finally {
    await engine.dispose();
  }
}
