// How long the default run takes on the task in a folder, in Node: node default-run.mjs FOLDER prints as JSON the
// seconds of five runs of one engine, each from reading both files to the release, and the seconds of a processor of
// all threads, which count on a busy machine. The engine was loaded before; V8 compiles its functions during the first
// runs.
import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { load } from "../index.js";

const folder = process.argv[2];
const [names] = (await readFile(path.join(folder, "source.csv"), "utf8")).split("\n", 1);
const [sample, owned] = await Promise.all(
  ["source.csv", "target.csv"].map((name) => openAsBlob(path.join(folder, name))),
);
const engine = await load({ ledger: false });
const [seconds, processor] = [[], []];
let rows;
for (let run = 0; run < 5; run++) {
  const [start, before] = [performance.now(), process.cpuUsage()];
  const source = await engine.loadSource(sample, { label: names.trim().split(",").at(-1) });
  const target = await engine.loadTarget(owned);
  const release = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6, release: "weights" });
  seconds.push((performance.now() - start) / 1e3);
  const { user, system } = process.cpuUsage(before);
  processor.push((user + system) / 1e6);
  const { certificate, provenance } = release.toJSON();
  rows = provenance.sourceRows;
  if (certificate.mechanism !== "moment") throw new Error(`the default mechanism is ${certificate.mechanism}`);
  source.dispose();
}
console.log(JSON.stringify({ rows, seconds, processor }));
await engine.dispose();
