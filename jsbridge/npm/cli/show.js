import { createHash } from "node:crypto";
import { load } from "../index.js";
import { pageOf } from "../portable/page.js";
import { parse } from "./arguments.js";
import { figureLines } from "./figures.js";
import { readText } from "./files.js";
import * as help from "./help.js";
import { Outputs } from "./output.js";
import { say, sayJSON } from "./print.js";

const options = { out: { type: "string" }, "accept-large-delta": { type: "boolean" } };

/** Writes a page for the records. */
export async function run(args) {
  const parsed = parse(args, { options, positionals: ["FILE"], required: ["out"], help: help.show });
  if (!parsed) return 0;
  const [path] = parsed.positionals;
  const { out, json, "accept-large-delta": acceptLargeDelta } = parsed.values;
  const outputs = await Outputs.open([out], [path]);
  let engine;
  try {
    const text = await readText(path);
    engine = await load({ ledger: false });
    const verified = await engine.verify(text, { acceptLargeDelta });
    const release = JSON.parse(text);
    const figures = release.kind === "report" && verified.ok ? figureLines(await engine.figures(text)) : [];
    const digest = createHash("sha256").update(text).digest("hex");
    await outputs.commit([pageOf(release, { verified, digest, figures })]);
    if (json) sayJSON({ ok: verified.ok, out });
    else say(`wrote ${out}`);
    return verified.ok ? 0 : 1;
  } finally {
    await engine?.dispose();
    await outputs.discard();
  }
}
