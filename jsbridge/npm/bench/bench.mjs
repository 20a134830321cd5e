// make bench: the engine beside its peers, on the same inputs, in alternating order. Prints medians, spreads and
// ratios, writes JSON, and ends with how many of its aims were met. A peer that is not installed is not measured and is
// named.
//
//   node bench.mjs OUT.json      BENCH_REPETITIONS=5
//   BENCH_PARTS=runs,trees,scores,million,curves,ingest,predict,default,several
import { readFile, writeFile } from "node:fs/promises";
import { REPETITIONS, aim, aims, results } from "./measured.mjs";
import { defaultRun, ingest, million, predict, severalFiles } from "./package.mjs";
import { here } from "./peers.mjs";
import { curves, scores, trees, wholeRuns } from "./solvers.mjs";

const PARTS = (process.env.BENCH_PARTS ?? "runs,trees,scores,million,curves,ingest,predict,default,several").split(",");

const parts = {
  runs: wholeRuns,
  trees,
  scores,
  million,
  curves,
  ingest,
  predict,
  default: defaultRun,
  several: severalFiles,
};
for (const part of PARTS) await parts[part]();
const brotli = await readFile(here("../../../site/dist/engine.wasm.br")).catch(() => undefined);
aim(
  "download: megabytes of the engine in the last site",
  brotli && brotli.length / 1e6,
  (v) => v <= 0.95,
  "≤ 0.95, of 1.0 for the page",
);

console.log("\naims");
for (const { name, value, met, text } of aims) {
  const mark = met === undefined ? "not measured" : met ? "met" : "MISSED";
  console.log(`  ${mark.padEnd(12)} ${name}: ${value === undefined ? "–" : value.toFixed(2)} (${text})`);
}
if (process.argv[2])
  await writeFile(process.argv[2], JSON.stringify({ repetitions: REPETITIONS, results, aims }, null, 1));
const measured = aims.filter(({ met }) => met !== undefined);
const missed = measured.filter(({ met }) => !met).map(({ name }) => name);
const unknown = aims.length - measured.length;
console.log(
  `bench: ${measured.length - missed.length}/${aims.length} aims met${missed.length ? `; missed: ${missed.join("; ")}` : ""}${unknown ? `; ${unknown} not measured` : ""}`,
);
process.exit(0);
