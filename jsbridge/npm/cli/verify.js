import { load } from "../index.js";
import { UsageError, parse } from "../terminal/arguments.js";
import { readRelease } from "./files.js";
import * as help from "../terminal/help.js";
import { say, sayJSON, tell } from "../terminal/print.js";
import { combinedLine, privateRows, protects } from "./report.js";
import { baseFileOf, loadSource, sampleOf, sampleOptions } from "./source.js";

const options = {
  "accept-large-delta": { type: "boolean" },
  ...sampleOptions,
};

export async function run(args) {
  const parsed = parse(args, { options, positionals: ["FILE"], help: help.verify });
  if (!parsed) return 0;
  const [path] = parsed.positionals;
  const { source, columns, others } = sampleOf(parsed.values);
  const { json, acceptLargeDelta } = others;
  if (source && !columns.label) throw new UsageError("--label is missing");
  const text = await readRelease(path);
  const engine = await load({ ledger: false });
  let result;
  try {
    const sample = source && (await loadSource(engine, source, columns));
    result = await engine.verify(text, {
      acceptLargeDelta,
      source: sample,
      baseFile: sample ? undefined : await baseFileOf(columns.baseFile),
    });
  } finally {
    await engine.dispose();
  }
  if (json) sayJSON(result);
  else say(...lines(path, result));
  if (!result.ok) tell(`privadapt: the certificate of ${path} does not hold: ${result.problems.join("; ")}`);
  return result.ok ? 0 : 1;
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
