import { verify } from "../index.js";
import { parse } from "./arguments.js";
import { readText } from "./files.js";
import * as help from "./help.js";
import { combinedLine, privateRows } from "./report.js";

export async function run(args) {
  const parsed = parse(args, { options: { "accept-large-delta": { type: "boolean" } }, positionals: ["FILE"], help: help.verify });
  if (!parsed) return 0;
  const [path] = parsed.positionals;
  const result = await verify(await readText(path), { acceptLargeDelta: parsed.values["accept-large-delta"] });
  console.log(parsed.values.json ? JSON.stringify(result) : lines(path, result).join("\n"));
  if (!result.ok) console.error(`privadapt: the certificate of ${path} does not hold: ${result.problems.join("; ")}`);
  return result.ok ? 0 : 1;
}

/** Six significant digits; --json prints all of them. */
const short = (number) => String(Number(number.toPrecision(6)));

function lines(path, { ok, kind, mechanism, solver, epsilon, claimedEpsilon, delta, deltaRows, rho, problems, remarks, ...rest }) {
  return [
    `${path}: ${ok ? "the certificate holds" : "the certificate does NOT hold"}`,
    `  ${kind} by mechanism ${mechanism}, solver ${solver}, ${privateRows(rest)}`,
    `  recomputed ε = ${short(epsilon)} at δ = ${delta} (claimed ε = ${claimedEpsilon}), ρ = ${short(rho)}`,
    `  δ times the number of private rows: ${short(deltaRows)}`,
    ...(rest.owners ? [`  ${combinedLine(rest.owners, rest.method)}`] : []),
    ...remarks.map((remark) => `  remark: ${remark}`),
    ...problems.map((problem) => `  problem: ${problem}`),
  ];
}
