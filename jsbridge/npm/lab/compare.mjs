// node compare.mjs SOURCE TARGET TARGET-LABELS LABEL: runs the default and the paper's noisy Frank–Wolfe on the same
// sample, each charged to the privacy ledger, and compares their weights. For a demonstration on invented data only:
// the lab program computes the exact discrepancy and the error on the private rows from the private file itself,
// outside every guarantee.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { openAsBlob } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { load } from "../index.js";

const BUDGET = { epsilon: 1, delta: 1e-6 };
const RUNS = [
  { file: "default.json", settings: {}, note: "the default" },
  { file: "paper.json", settings: { mechanism: "selection", solver: "frank-wolfe" }, note: "the paper's Algorithm 2" },
];

/** Releases weights by each of RUNS into `folder`; resolves with the rows of the table, without the lab's figures. */
async function release(folder, { source, target, label }) {
  const engine = await load();
  try {
    const sample = await engine.loadSource(await openAsBlob(source), { label });
    const rows = [];
    for (const { file, settings, note } of RUNS) {
      const rowsOfOwner = await engine.loadTarget(await openAsBlob(target));
      const start = performance.now();
      const weights = await engine.adapt({
        source: sample,
        target: rowsOfOwner,
        ...BUDGET,
        ...settings,
        release: "weights",
      });
      const seconds = (performance.now() - start) / 1000;
      await writeFile(join(folder, file), weights.text);
      const { mechanism, solver } = weights.certificate;
      rows.push({ file, name: `${mechanism}, ${solver} (${note})`, seconds });
    }
    return rows;
  } finally {
    await engine.dispose();
  }
}

/**
 * The figures of the lab program for both files, by the name of a release's file, and for "uniform" and "adapted"
 * (without privacy).
 */
async function score(folder, files, { source, target, labels, label }) {
  const result = join(folder, "scores.json");
  const options = [
    "--source",
    source,
    "--target",
    target,
    "--target-labels",
    labels,
    "--label",
    label,
    "--json",
    result,
  ];
  const cli = fileURLToPath(new URL("../cli.mjs", import.meta.url));
  await promisify(execFile)(process.execPath, [
    cli,
    "experiment",
    "none",
    ...options,
    ...files.map((file) => join(folder, file)),
  ]);
  return Object.fromEntries(JSON.parse(await readFile(result, "utf8")).map((s) => [s.name, s]));
}

const number = (value, digits) => (value === undefined ? "" : value.toFixed(digits)).padStart(10);
const line = (name, before, after, error, seconds) =>
  `  ${name.padEnd(54)}${number(before, 3)}${number(after, 3)}${number(error, 3)}${number(seconds, 2)}`;

const [source, target, labels, label] = process.argv.slice(2);
if (label === undefined) {
  console.error("usage: node compare.mjs SOURCE TARGET TARGET-LABELS LABEL");
  process.exit(2);
}
const folder = await mkdtemp(join(tmpdir(), "privadapt-compare-"));
try {
  const rows = await release(folder, { source, target, label });
  const scores = await score(
    folder,
    rows.map(({ file }) => file),
    { source, target, labels, label },
  );
  const before = scores.uniform.discrepancy;
  const { epsilon, delta } = BUDGET;
  console.log(
    `\nTwo mechanisms on the same sample at ε = ${epsilon}, δ = ${delta}, each a release of weights with a charge of its own:\n`,
  );
  console.log(
    `  ${"".padEnd(54)}  ‖M(q)‖₂  ‖M(q)‖₂\n  ${"mechanism, solver".padEnd(54)}    before     after     error   seconds`,
  );
  for (const { file, name, seconds } of rows)
    console.log(line(name, before, scores[file].discrepancy, scores[file].relativeError, seconds));
  console.log(line("without privacy", before, scores.adapted.discrepancy, scores.adapted.relativeError));
  console.log(line("all public rows alike", before, before, scores.uniform.relativeError));
  console.log(`
‖M(q)‖₂ is the discrepancy of the second moments; the error is the mean squared error on the private rows over the variance of their
labels. Both are exact, so no release may state them. They were computed by the lab program, outside the engine and without privacy,
from the demonstration's own files: its private rows are made up and belong to no person.
The paper's algorithm pays for every choice of a row; the default pays once, for the second moment, and computes the rest for free.`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
