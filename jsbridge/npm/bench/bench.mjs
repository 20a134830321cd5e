// make bench: the engine beside its peers, on the same inputs, in alternating order. Prints medians, spreads and
// ratios, writes JSON, and ends with how many of its aims were met. A peer that is not installed is not measured and is
// named.
//
//   node bench.mjs OUT.json      BENCH_REPETITIONS=5
//   BENCH_PARTS=runs,trees,scores,million,curves,ingest,predict,default,several
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { engineInChromium, packageInChromium } from "./run-chromium.mjs";
import { engineInNode } from "./run-node.mjs";

const REPETITIONS = Number(process.env.BENCH_REPETITIONS ?? 5);
const PARTS = (process.env.BENCH_PARTS ?? "runs,trees,scores,million,curves,ingest,predict,default,several").split(",");
const CASES = [
  { rows: 1000, order: 10, iterations: 1000 },
  { rows: 10000, order: 20, iterations: 200 },
  { rows: 2000, order: 100, iterations: 50 },
];

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const dist = (name) => here(`../dist/${name}`);
const run = promisify(execFile);

/** A program that reads one request a line and answers each with a line of JSON. */
function asking(command, args, line = JSON.stringify) {
  const child = spawn(command, args, {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1" },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (request) => {
    child.stdin.write(`${line(request)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`${command} has ended`);
    return JSON.parse(value);
  };
  ask.close = () => child.stdin.end();
  return ask;
}

/** Python is asked first whether it has a package. */
async function python(name, script) {
  for (const python of ["python3", "/usr/bin/python3"]) {
    if (
      await run(python, ["-c", `import ${name}`]).then(
        () => true,
        () => false,
      )
    )
      return asking(python, [here(script)]);
  }
  throw new Error(`no Python with ${name}`);
}

const numpy = () => python("numpy", "run-numpy.py");

async function cTwin() {
  await run("gcc", ["-O3", "-msse4", "-ffp-contract=off", here("scores.c"), "-o", dist("scores")]);
  return asking(dist("scores"), [], (r) => `${r.kind} ${r.rows} ${r.order} ${r.iterations} ${r.repetitions}`);
}

async function chromium() {
  const { measure, close } = await engineInChromium();
  measure.close = close;
  return measure;
}

/** Those of `makers` that are installed, by name; the others are reported as not measured. */
async function present(makers) {
  const found = {};
  for (const [name, make] of Object.entries(makers)) {
    try {
      found[name] = await make();
    } catch (error) {
      console.log(`${name}: not measured (${String(error.message).split("\n")[0]})`);
    }
  }
  return found;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const results = [];
const aims = [];

/** An aim, of which `value` is what was measured; undefined where that was not. */
function aim(name, value, met, text) {
  aims.push({ name, value, met: value === undefined ? undefined : met(value), text });
}

/** Times `request` on all runners, one repetition each in turn, after one that does not count. */
async function compare(name, runners, request, repetitions = REPETITIONS) {
  const seconds = Object.fromEntries(Object.keys(runners).map((runner) => [runner, []]));
  let scale;
  let value;
  for (let repetition = -1; repetition < repetitions; repetition++) {
    const order = Object.keys(runners);
    // The first time in this order, because the engine reports the noise scale by which its peers draw, and the value
    // that they have to reach.
    for (const runner of repetition % 2 === 1 ? order.reverse() : order) {
      const answer = await runners[runner]({ ...request, repetitions: 1, scale, value });
      scale ??= answer.scale;
      value ??= answer.value;
      if (repetition >= 0) seconds[runner].push(answer.seconds[0]);
    }
  }
  const first = median(Object.values(seconds)[0]);
  console.log(`\n${name}`);
  for (const [runner, values] of Object.entries(seconds)) {
    const spread = `${(1e3 * Math.min(...values)).toFixed(1)} to ${(1e3 * Math.max(...values)).toFixed(1)}`;
    console.log(
      `  ${runner.padEnd(30)} ${(1e3 * median(values)).toFixed(1).padStart(9)} ms  (${spread})  ×${(median(values) / first).toFixed(2)}`,
    );
    results.push({ name, runner, request, seconds: values, median: median(values) });
  }
  return Object.fromEntries(Object.entries(seconds).map(([runner, values]) => [runner, median(values)]));
}

const ratio = (a, b) => (a === undefined || b === undefined ? undefined : a / b);
const close = (runners) => Promise.all(Object.values(runners).map((runner) => runner.close?.()));

async function wholeRuns() {
  const runners = await present({
    "engine, Node": () => engineInNode(dist("bench.wasm")),
    "engine, Chromium": chromium,
    "Go natively": async () => asking(dist("bench"), []),
    "Go as wasm, no kernel": () => engineInNode(dist("bench-portable.wasm")),
    "NumPy + OpenBLAS, 1 thread": numpy,
    "ml-matrix": async () => (await import("./run-ml-matrix.mjs")).measure,
  });
  for (const c of CASES) {
    const size = `m=${c.rows} d=${c.order} K=${c.iterations}`;
    const t = await compare(`whole run, selection, ${size}`, runners, { kind: "selection", ...c });
    for (const place of ["Node", "Chromium"]) {
      const name = `whole run in ${place}, ${size}`;
      aim(
        `${name}: NumPy's time`,
        ratio(t["NumPy + OpenBLAS, 1 thread"], t[`engine, ${place}`]),
        (v) => v > 1,
        "> 1 times the engine's",
      );
    }
    aim(
      `whole run, ${size}: ml-matrix's time`,
      ratio(t["ml-matrix"], t["engine, Node"]),
      (v) => v >= 10,
      "≥ 10 times the engine's",
    );
  }
  const { "ml-matrix": _, "NumPy + OpenBLAS, 1 thread": __, ...own } = runners;
  const peers = await present({ "SciPy's L-BFGS-B, 1 thread": () => python("scipy", "run-numpy.py") });
  for (const c of CASES) {
    const size = `m=${c.rows} d=${c.order}`;
    const t = await compare(
      `default solver on a released moment, ${size}`,
      { ...own, ...peers },
      { kind: "moment", ...c },
    );
    aim(
      `default solver, ${size}: SciPy's time to the same value`,
      ratio(t["SciPy's L-BFGS-B, 1 thread"], t["engine, Node"]),
      (v) => v > 1,
      "> 1 times the engine's",
    );
  }
  await close({ ...runners, ...peers });
}

async function trees() {
  const runners = await present({
    "engine, Node": () => engineInNode(dist("bench.wasm")),
    "Go natively": async () => asking(dist("bench"), []),
    "scikit-learn, 1 thread": () => python("sklearn", "run-sklearn.py"),
  });
  const t = await compare(
    "100 boosted trees of 31 leaves, 100,000 rows of 20 columns",
    runners,
    { kind: "trees", rows: 1e5, order: 20 },
    Math.min(3, REPETITIONS),
  );
  aim("trees: times scikit-learn's time", ratio(t["engine, Node"], t["scikit-learn, 1 thread"]), (v) => v <= 2, "≤ 2");
  await close(runners);
}

async function scores() {
  const runners = await present({
    "engine, Node": () => engineInNode(dist("bench.wasm")),
    "C, 128-bit vectors": cTwin,
    "Go as wasm, no kernel": () => engineInNode(dist("bench-portable.wasm")),
    "NumPy + OpenBLAS, 1 thread": numpy,
  });
  for (const kind of ["scores64", "scores32"]) {
    for (const { rows, order } of [...CASES, { rows: 2000, order: 400 }]) {
      const flops = rows * order * (order + 1);
      const iterations = Math.ceil(3e8 / flops);
      const t = await compare(`${kind}, m=${rows} d=${order}`, runners, { kind, rows, order, iterations });
      console.log(`  ${((flops * iterations) / t["engine, Node"] / 1e9).toFixed(1)} · 10⁹ flop/s`);
      aim(
        `${kind} m=${rows} d=${order}: speed of the C twin`,
        ratio(t["C, 128-bit vectors"], t["engine, Node"]),
        (v) => v >= 0.6,
        "≥ 0.6 reached",
      );
    }
  }
  await close(runners);
}

/** A million source rows by the package itself, on two cores and, where these share the work, on one. */
async function million() {
  const size = { rows: 1e6, order: 20 };
  const measured = {};
  for (const [mechanism, counts, settings] of [
    ["selection", [2], { mechanism: "selection", iterations: 200 }],
    ["moment", [2, 1], { mechanism: "moment" }],
  ]) {
    for (const cores of counts) {
      const r = await packageInChromium({ cores, ...size, ...settings }).catch(
        (error) => void console.log(`a million rows: not measured (${error.message.split("\n")[0]})`),
      );
      if (!r) continue;
      measured[`${mechanism} ${cores}`] = r;
      results.push({ name: `a million rows, ${mechanism}, ${cores} cores`, ...r });
      console.log(
        `\nm=10⁶ d=20 ${mechanism}${settings.iterations ? ` K=${settings.iterations}` : ""}, Chromium, ${r.threads} of the engine's threads: ${r.seconds.toFixed(1)} s${r.rounds ? ` for ${r.rounds} rounds` : ""} after ` +
          `${r.loading.toFixed(1)} s for the sample, ${r.memory.toFixed(0)} MB, progress reported ${r.progress} times, page blocked for ${(1e3 * r.blocked).toFixed(0)} ms at most, ` +
          `cancelled within ${r.cancelled?.toFixed(0)} ms, ${r.left} thread left`,
      );
    }
  }
  const r = measured["selection 2"];
  aim("a million rows: seconds", r?.seconds, (v) => v < 30, "< 30");
  aim("a million rows: gigabytes", r && r.memory / 1e3, (v) => v < 1.5, "< 1.5");
  const [two, one] = [measured["moment 2"], measured["moment 1"]];
  aim("a million rows, moment: seconds", two?.seconds, (v) => v <= 5, "≤ 5");
  aim("a million rows, moment: gigabytes", two && two.memory / 1e3, (v) => v <= 0.5, "≤ 0.5");
  aim(
    "a million rows, moment: speed of two threads",
    two && one && ratio(one.seconds / one.rounds, two.seconds / two.rounds),
    (v) => v >= 1.5,
    "≥ 1.5 times one thread's",
  );
  aim("a million rows, moment: threads", measured["moment 2"]?.threads, (v) => v === 2, "2");
  aim("a million rows: progress reports", r?.progress, (v) => v > 10, "> 10 times");
  aim("a million rows: milliseconds until cancelled", r && (r.cancelled ?? Infinity), (v) => v < 100, "< 100");
}

/** Time against m, d and K, each over two decades. */
async function curves() {
  const measure = await engineInNode(dist("bench.wasm"));
  const base = { rows: 1000, order: 10, iterations: 100 };
  for (const [kind, name, values, most, extra] of [
    ["selection", "rows", [2000, 6000, 20000, 60000, 200000], 1, { iterations: 40 }],
    ["moment", "rows", [2000, 6000, 20000, 60000, 200000], 1, {}],
    ["selection", "order", [4, 12, 40, 120, 400], 2.4, { iterations: 20 }],
    ["moment", "order", [4, 12, 40, 120, 400], 2.4, {}],
    ["selection", "iterations", [50, 150, 500, 1500, 5000], 1, {}],
  ]) {
    // A solver ends by its duality gap, after more rounds where the problem is harder. How a round grows is what the
    // engine decides.
    const points = [];
    for (const value of values) {
      const { seconds, rounds = 1 } = await measure({
        ...base,
        kind,
        ...extra,
        [name]: value,
        repetitions: REPETITIONS,
      });
      points.push([value, median(seconds) / rounds, rounds]);
    }
    // Least squares on the logarithms of the upper half, where constants no longer count.
    const upper = points.slice(2).map(([x, y]) => [Math.log(x), Math.log(y)]);
    const mean = (i) => upper.reduce((sum, p) => sum + p[i], 0) / upper.length;
    const [mx, my] = [mean(0), mean(1)];
    const exponent =
      upper.reduce((s, [x, y]) => s + (x - mx) * (y - my), 0) / upper.reduce((s, [x]) => s + (x - mx) ** 2, 0);
    const shown = points.map(
      ([x, y, rounds]) =>
        `${x}: ${(1e3 * y).toFixed(rounds > 1 ? 3 : 1)} ms${rounds > 1 ? ` in each of ${rounds} rounds` : ""}`,
    );
    console.log(`\ntime of ${kind} against ${name}: ${shown.join(", ")}; exponent ${exponent.toFixed(2)}`);
    results.push({ name: `curve ${kind} ${name}`, points, exponent });
    aim(
      `growth of ${kind === "moment" ? "a round of moment" : kind} with ${name}: exponent`,
      exponent,
      (v) => v <= most + 0.05,
      `≤ ${most}, 0.05 for what a measurement varies`,
    );
  }
}

async function ingest() {
  const { ingest: measure } = await import("./ingest.mjs");
  const table = await measure({ repetitions: REPETITIONS, log: (line) => console.error(line) });
  console.log("\ningest");
  for (const { name, unit, values } of table) {
    console.log(
      `  ${name.padEnd(52)} ${median(values).toFixed(1).padStart(8)} ${unit}  (${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)})`,
    );
    results.push({ name, unit, values, median: median(values) });
  }
  const value = (name) => median(table.find((row) => row.name === name)?.values ?? []);
  for (const shape of ["short", "long"]) {
    const name = `ingest ${shape} Chromium`;
    aim(
      `${name}: speed of PapaParse`,
      ratio(value(`${name} privadapt`), value(`${name} papaparse`)),
      (v) => v > 1,
      "> 1 reached",
    );
    aim(
      `${name}: speed of DuckDB-Wasm`,
      ratio(value(`${name} privadapt`), value(`${name} duckdb`)),
      (v) => v > 1,
      "> 1 reached",
    );
    aim(`${name}: megabytes`, value(`${name} privadapt memory`), (v) => v < 200, "< 200");
  }
}

async function predict() {
  const { rows, runners, close } = await (await import("./predict.mjs")).predictors();
  const t = await compare(`predictions of ${rows} rows of 8 columns`, runners, {});
  aim("linear predictions of 100,000 rows held as objects: seconds", t["rows, numbers"], (v) => v <= 0.3, "≤ 0.3");
  await close();
}

/**
 * The default run on California's rows, by the package itself: an engine's first run, and its fifth. Each engine has a
 * process of its own.
 */
async function defaultRun() {
  const task = here("../../../../shared/data/calhousing_ratio_inland_to_coast");
  const runs = [];
  for (let repetition = 0; existsSync(task) && repetition < REPETITIONS; repetition++) {
    runs.push(JSON.parse((await run(process.execPath, [here("default-run.mjs"), task])).stdout));
  }
  console.log(
    `\ndefault run, California, weights, both files read${runs.length > 0 ? `, m=${runs[0].rows}` : `: not measured (${task} is missing)`}`,
  );
  for (const [which, at] of runs.length === 0
    ? []
    : [
        ["first", 0],
        ["fifth", 4],
      ]) {
    const [seconds, processor] = ["seconds", "processor"].map((kind) => runs.map((one) => one[kind][at]));
    const spread = `${(1e3 * Math.min(...seconds)).toFixed(1)} to ${(1e3 * Math.max(...seconds)).toFixed(1)}`;
    console.log(
      `  ${`${which} run of an engine`.padEnd(30)} ${(1e3 * median(seconds)).toFixed(1).padStart(9)} ms  (${spread}), of a processor ${(1e3 * median(processor)).toFixed(1)} ms`,
    );
    results.push({
      name: "default run, California",
      runner: `${which} run of an engine`,
      seconds,
      processor,
      median: median(seconds),
    });
  }
  aim(
    "default run, California: seconds of an engine's first",
    median(runs.map(({ seconds }) => seconds[0])),
    (v) => v <= 0.25,
    "≤ 0.25",
  );
}

/** A whole run in Node on five public files of 100,000 rows, and on the same rows as one. */
async function severalFiles() {
  const measured = JSON.parse((await run(process.execPath, [here("several-run.mjs"), String(REPETITIONS)])).stdout);
  const [one, five] = ["one", "five"].map((which) => ({
    seconds: median(measured[which].seconds),
    processor: median(measured[which].processor),
  }));
  console.log(
    `\nfive public files of 100,000 rows beside one of 500,000, whole run in Node: ×${ratio(five.seconds, one.seconds).toFixed(2)}, of a processor ×${ratio(five.processor, one.processor).toFixed(2)}`,
  );
  for (const [name, { seconds, processor }] of [
    ["five files", five],
    ["one file", one],
  ]) {
    console.log(`  ${name.padEnd(30)} ${seconds.toFixed(2).padStart(9)} s, of a processor ${processor.toFixed(2)} s`);
  }
  for (const [runner, { seconds, processor }] of Object.entries(measured))
    results.push({ name: "several public files", runner, seconds, processor, median: median(seconds) });
  aim(
    "five public files of 100,000 rows: times one of 500,000",
    ratio(five.seconds, one.seconds),
    (v) => v <= 1.5,
    "≤ 1.5",
  );
}

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
