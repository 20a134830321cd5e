// What a release is worth, by its certificate: verified, as the figures of a report, and as a page for the records.
import { recordsPage } from "../portable/records.js";
import { saidBy } from "../portable/figure-lines.js";
import { UsageError, parse } from "../terminal/arguments.js";
import { readRelease } from "./files.js";
import * as help from "../terminal/help.js";
import { OUT, sayBeside } from "../terminal/output.js";
import { say, sayJSON, tell } from "../terminal/print.js";
import { combinedLine, privateRows, protects } from "./report.js";
import { loadSource, sampleOf, sampleOptions, withEngine, withFile } from "./source.js";

const LARGE = { "accept-large-delta": { type: "boolean" } };

export async function verify(args) {
  const parsed = parse(args, { options: { ...LARGE, ...sampleOptions }, positionals: ["FILE"], help: help.verify });
  if (!parsed) return 0;
  const [path] = parsed.positionals;
  const { source, columns, others } = sampleOf(parsed.values);
  const { json, acceptLargeDelta } = others;
  if (source && !columns.label) throw new UsageError("--label is missing");
  return withEngine({}, async ({ engine, signal }) => {
    const text = await readRelease(path);
    const sample = source && (await loadSource(engine, source, { ...columns, signal }));
    const file = sample ? {} : await withFile(columns);
    const result = await engine.verify(text, { acceptLargeDelta, source: sample, ...file, signal });
    if (json) sayJSON(result);
    else say(...lines(path, result));
    return statusOf(path, result);
  });
}

/** What a report says, after its certificate was verified. */
export async function report(args) {
  const parsed = parse(args, { options: LARGE, positionals: ["FILE"], help: help.report });
  if (!parsed) return 0;
  const [path] = parsed.positionals;
  const { json, "accept-large-delta": acceptLargeDelta } = parsed.values;
  return withEngine({}, async ({ engine, signal }) => {
    const text = await readRelease(path);
    const { ok, problems } = await engine.verify(text, { acceptLargeDelta, signal });
    const said = await saidBy(engine, text, { signal });
    if (!said.json) await engine.figures(text, { signal }); // says why there are none
    if (json) sayJSON({ ok, problems, ...Object.values(said.json)[0] });
    else say(path, ...said.lines.map((line) => `  ${line}`));
    return statusOf(path, { ok, problems });
  });
}

/** The exit status, after the problems of a certificate were told on standard error. */
function statusOf(path, { ok, problems }) {
  if (!ok) tell(`privadapt: the certificate of ${path} does not hold: ${problems.join("; ")}`);
  return ok ? 0 : 1;
}

/** Writes a page for the records. */
export async function show(args) {
  const spec = { options: { ...OUT, ...LARGE }, positionals: ["FILE"], required: ["out"], help: help.show };
  const parsed = parse(args, spec);
  if (!parsed) return 0;
  const [path] = parsed.positionals;
  const { out, force, json, "accept-large-delta": acceptLargeDelta } = parsed.values;
  return withEngine({ paths: [out], inputs: [path], force, json }, async ({ engine, outputs, signal }) => {
    const { html, ok } = await recordsPage(engine, await readRelease(path), { acceptLargeDelta, signal });
    await outputs.commit([html]);
    if (json) sayJSON({ ok, out });
    else sayBeside([out], `wrote ${out}`);
    return ok ? 0 : 1;
  });
}

/** Six significant digits; --json prints all of them. */
const short = (number) => String(Number(number.toPrecision(6)));

/** A word of ours as it is; anything else that a release has in its place in quotes, and short. */
const word = (text) => (/^[a-z]+(-[a-z]+)*$/.test(text) ? text : JSON.stringify(text)).slice(0, 40);

function lines(
  path,
  { ok, kind, mechanism, solver, epsilon, claimedEpsilon, delta, deltaRows, rho, problems, remarks, ...rest },
) {
  return [
    `${path}: ${ok ? "the certificate holds" : "the certificate does NOT hold"}`,
    `  ${kind} by mechanism ${word(mechanism)}, solver ${word(solver)}, ${privateRows(/** @type {any} */ (rest))}`,
    `  ${protects(/** @type {any} */ (rest))}`,
    `  recomputed ε = ${short(epsilon)} at δ = ${delta} (claimed ε = ${claimedEpsilon}), ρ = ${short(rho)}`,
    `  δ times the number of ${rest.unit === "person" ? "people" : "private rows"}: ${short(deltaRows)}`,
    ...(rest.owners ? [`  ${combinedLine(rest.owners)}`] : []),
    ...remarks.map((remark) => `  remark: ${remark}`),
    ...problems.map((problem) => `  problem: ${problem}`),
  ];
}
