// How long a whole run in Node takes on one public sample of 500,000 rows and on the same rows as five files: node
// several-run.mjs REPETITIONS prints as JSON, for both, the seconds of each run from reading the samples to the
// release, and of a processor of all threads. Both take turns in one engine, after a run of each that does not count.
import { load } from "../index.js";

const ROWS = 500_000;
const COLUMNS = 10;
const FILES = 5;

// A linear congruential generator (Numerical Recipes): the same rows in every process.
let state = 1;
const uniform = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
const names = [...Array.from({ length: COLUMNS }, (_, k) => `x${k}`), "y"].join(",");

/** Rows of numbers around `shift`, each a line, the label last. */
function lines(rows, shift, labelled) {
  const made = [];
  for (let i = 0; i < rows; i++) {
    const x = Array.from({ length: COLUMNS }, () => uniform() + uniform() + uniform() - 1.5 + shift);
    const y = x.reduce((sum, v) => sum + v, uniform());
    made.push((labelled ? [...x, y] : x).map((v) => v.toFixed(4)).join(","));
  }
  return made;
}

const rows = lines(ROWS, 0, true);
const file = (from, to) => new Blob([`${names}\n${rows.slice(from, to).join("\n")}\n`]);
const samples = {
  one: [file(0, ROWS)],
  five: Array.from({ length: FILES }, (_, k) => file((k * ROWS) / FILES, ((k + 1) * ROWS) / FILES)),
};
const owned = new Blob([`${names.slice(0, -2)}\n${lines(10_000, 0.3, false).join("\n")}\n`]);

const engine = await load({ ledger: false });
const results = { one: { seconds: [], processor: [] }, five: { seconds: [], processor: [] } };
for (let repetition = -1; repetition < Number(process.argv[2]); repetition++) {
  for (const which of repetition % 2 === 0 ? ["one", "five"] : ["five", "one"]) {
    const [start, before] = [performance.now(), process.cpuUsage()];
    const source = await engine.loadSource(which === "five" ? samples.five : samples.one[0], { label: "y" });
    const target = await engine.loadTarget(owned);
    const { provenance } = (await engine.adapt({ source, target, epsilon: 1, delta: 1e-6 })).toJSON();
    const { user, system } = process.cpuUsage(before);
    if (provenance.sourceRows !== ROWS) throw new Error(`${which}: ${provenance.sourceRows} rows`);
    if (repetition >= 0) {
      results[which].seconds.push((performance.now() - start) / 1e3);
      results[which].processor.push((user + system) / 1e6);
    }
    source.dispose();
  }
}
console.log(JSON.stringify(results));
await engine.dispose();
