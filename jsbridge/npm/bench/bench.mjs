// make bench: the engine in Node beside what people would take instead, on the same made-up rows. Prints seconds of
// processors, of all threads, as medians of runs in turn, and each peer's ratio to the engine. A peer that is not
// installed is named and left out.
//
//   node bench.mjs     BENCH_RUNS=5  BENCH_ROWS=100000 (private)  BENCH_ONLY=CSV: what is timed has this in its name
import { spawn } from "node:child_process";
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { load } from "../index.js";
import { randomFrom } from "../test/support.mjs";

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const PRIVATE = Number(process.env.BENCH_ROWS ?? 100_000);
const ONLY = new RegExp(process.env.BENCH_ONLY ?? "");
const [PUBLIC, COLUMNS] = [10_000, 20];
const BUDGET = { epsilon: 1, delta: 1e-7 };

const names = Array.from({ length: COLUMNS }, (_, i) => `x${i}`);
const folder = mkdtempSync(join(tmpdir(), "privadapt-bench-"));
const at = (file) => join(folder, file);
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Writes rows of normal numbers as CSV: with a label that is not linear in them, or shifted and without one. */
function write(file, rows, seed, label) {
  const random = randomFrom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const lines = [[...names, ...(label ? ["y"] : [])].join(",")];
  for (let j = 0; j < rows; j++) {
    const x = names.map(() => normal() + (label ? 0 : 0.3));
    if (label) x.push(Math.abs(x[0]) + x[1] * x[2] - x[3] * x[3] + 0.1 * normal());
    lines.push(x.join(","));
  }
  writeFileSync(at(file), `${lines.join("\n")}\n`);
}

/** The seconds of processors that a function takes in this process. */
async function used(run) {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/**
 * Prints a comparison of runners, each a function whose promise is of seconds; undefined ones are missing. The first is
 * what the others are divided by. One run of each does not count.
 */
async function compare(name, runners) {
  if (!ONLY.test(name)) return;
  console.log(`\n${name}`);
  const there = Object.entries(runners).filter(([, run]) => run);
  const seconds = there.map(() => []);
  for (let run = -1; run < RUNS; run++)
    for (const [i, [, runner]] of there.entries()) {
      const taken = await runner();
      if (run >= 0) seconds[i].push(taken);
    }
  for (const [i, [who]] of there.entries()) {
    const spread = `${Math.min(...seconds[i]).toFixed(2)} to ${Math.max(...seconds[i]).toFixed(2)}`;
    const ratio = median(seconds[i].map((one, k) => one / seconds[0][k]));
    console.log(
      `  ${who.padEnd(48)} ${median(seconds[i]).toFixed(3).padStart(8)} s  (${spread})  ×${ratio.toFixed(2)}`,
    );
  }
  for (const [who, run] of Object.entries(runners)) if (!run) console.log(`  ${who.padEnd(48)} is not installed`);
}

const PYTHON = `
import json, sys, time
def fit(r):
    from sklearn.ensemble import HistGradientBoostingRegressor
    from sklearn.kernel_approximation import Nystroem
    from sklearn.linear_model import Ridge
    from sklearn.model_selection import cross_val_score
    from sklearn.pipeline import make_pipeline
    global model
    kinds = [HistGradientBoostingRegressor(early_stopping=False), make_pipeline(Nystroem(n_components=200), Ridge()), Ridge()]
    losses = [-cross_val_score(kind, x, y, cv=5, scoring="neg_mean_squared_error").mean() for kind in kinds]
    model = kinds[int(np.argmin(losses))].fit(x, y)
def predict(r):
    if "model" not in globals(): fit(r)
    global before
    before = time.process_time()
    model.predict(z)
def solve(r):
    m, d, mu = r["rows"], r["order"], 20.0
    random = np.random.default_rng(1)
    points = random.normal(size=(m, d)) / np.sqrt(4 * d)
    target = random.normal(size=(400, d)) / np.sqrt(4 * d)
    m0, q = target.T @ target / 400, np.full(m, 1 / m)
    matrix = m0 - (points.T * q) @ points
    for step in range(1, r["rounds"]):
        values, vectors = np.linalg.eigh(matrix)
        top = max(abs(values[0]), abs(values[-1]))
        up, down = np.exp(mu * (values - top)), np.exp(mu * (-values - top))
        g = (vectors * ((up - down) / (up.sum() + down.sum()))) @ vectors.T
        scores = 10 * q - np.einsum("ij,ij->i", points @ g, points)
        sums = np.cumsum(np.exp((scores.min() - scores) / r["scale"]))
        j = int(np.searchsorted(sums, random.random() * sums[-1], side="right"))
        eta = min(1, 3 / (step + 2))
        q *= 1 - eta
        q[j] += eta
        matrix = (1 - eta) * matrix + eta * (m0 - np.outer(points[j], points[j]))
for line in sys.stdin:
    r = json.loads(line)
    before = time.process_time()
    if r["what"] == "start":
        import numpy as np
        if r["package"] == "sklearn":
            import sklearn
            own = np.loadtxt(r["sample"], delimiter=",", skiprows=1)
            x, y, z = own[:, :-1], own[:, -1], np.loadtxt(r["rows"], delimiter=",", skiprows=1)
    else:
        globals()[r["what"]](r)
    print(json.dumps({"seconds": time.process_time() - before}), flush=True)
`;

/** A function from a request to seconds in a Python that has a package; undefined where there is none. */
async function python(name) {
  const child = spawn("python3", ["-c", PYTHON], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise((resolve) => child.on("error", resolve).on("exit", resolve));
  child.stdin.on("error", () => {}); // it has ended
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (request) => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const answer = await Promise.race([lines.next(), ended.then(() => ({ done: true, value: "" }))]);
    if (answer.done) return undefined;
    return JSON.parse(answer.value).seconds;
  };
  const request = { what: "start", package: name, sample: at("sample.csv"), rows: at("people.csv") };
  if ((await ask(request)) === undefined) return undefined;
  process.on("exit", () => child.kill());
  return async (request) => {
    const seconds = await ask(request);
    if (seconds === undefined) throw new Error(`Python with ${name} has ended`);
    return seconds;
  };
}

/** DuckDB with the private rows as the table `people` and as a Parquet file; undefined where it is not installed. */
async function database() {
  const duckdb = await import("@duckdb/node-api").catch(() => undefined);
  if (!duckdb) return undefined;
  const connection = await (await duckdb.DuckDBInstance.create(":memory:", { threads: "2" })).connect();
  const sql = (text) => used(() => connection.runAndReadAll(text));
  await sql(`CREATE TABLE people AS FROM read_csv('${at("people.csv")}')`);
  await sql(`COPY people TO '${at("people.parquet")}' (FORMAT parquet)`);
  return sql;
}

/** A function that scores rows by a model in onnxruntime; undefined where it is not installed. */
async function onnxruntime(bytes, rows) {
  const ort = await import("onnxruntime-web").catch(() => undefined);
  if (!ort) return undefined;
  ort.env.wasm.numThreads = 1;
  const session = await ort.InferenceSession.create(bytes, { logSeverityLevel: 3 });
  const column = (name) => Float64Array.from(rows, (row) => row[name]);
  const inputs = names.map((name) => [name, new ort.Tensor("float64", column(name), [rows.length, 1])]);
  return () => used(() => session.run(Object.fromEntries(inputs)));
}

/** The sums of products that the second moment needs, in doubles. */
const pairs = names.flatMap((x, i) => names.slice(i).map((y) => `sum(${x} * ${y})`));
const sums = (table) => `SELECT count(*), ${names.map((x) => `sum(${x})`)}, ${pairs} FROM ${table}`;

write("sample.csv", PUBLIC, 1, true);
write("people.csv", PRIVATE, 2, false);
const [sql, sklearn, numpy] = await Promise.all([database(), python("sklearn"), python("numpy")]);
const [sample, people] = await Promise.all(["sample.csv", "people.csv"].map((file) => openAsBlob(at(file))));
const parquet = sql && (await openAsBlob(at("people.parquet")));
const lines = (await people.text()).trimEnd().split("\n");
const few = new Blob([`${lines.slice(0, 1001).join("\n")}\n`]);
const rows = lines
  .slice(1)
  .map((line) => Object.fromEntries(line.split(",").map((cell, i) => [names[i], Number(cell)])));
const engine = await load({ ledger: false });
const source = await engine.loadSource(sample, { label: "y" });
const adapt = async (file, /** @type {Record<string, any>} */ settings = {}, from = source) =>
  engine.adapt({ source: from, target: await engine.loadTarget(file), ...BUDGET, ...settings });

console.log(
  `${PUBLIC} public and ${PRIVATE} private rows of ${COLUMNS} numbers: seconds of processors, medians of ${RUNS} runs in turn (least to most), × those of the first line`,
);

await compare("a default run: both files read, fits, draw and the blend", {
  "the engine": () =>
    used(async () => {
      const fresh = await engine.loadSource(sample, { label: "y" });
      await adapt(people, {}, fresh);
      fresh.dispose();
    }),
  "scikit-learn, no privacy: trees, Nyström, ridge": sklearn && (() => sklearn({ what: "fit" })),
});

const read = (file) => () => used(() => adapt(file, { release: "moments" }));
const exactly = "the engine: exact sums, draw and release";
await compare("to read a private CSV and sum products", {
  [exactly]: read(people),
  "DuckDB, in doubles": sql && (() => sql(sums(`read_csv('${at("people.csv")}')`))),
});
await compare("to read a private Parquet file and sum products", {
  [exactly]: parquet && read(parquet),
  "DuckDB, in doubles": sql && (() => sql(sums(`read_parquet('${at("people.parquet")}')`))),
});
const exact = sql && (await engine.sql({ source, dialect: "duckdb", table: "people" }));
await compare("to sum products in DuckDB", {
  "the query of privadapt sql, exactly": sql && (() => sql(exact)),
  "DuckDB's own sums, in doubles": sql && (() => sql(sums("people"))),
});

const rounds = 200;
const noisy = { mechanism: "selection", release: "weights", iterations: rounds };
const { scale } = (await adapt(few, noisy)).certificate.noise;
const problem = { what: "solve", rows: PUBLIC, order: COLUMNS + 1, rounds, scale };
await compare(`${rounds} noisy rounds of Frank–Wolfe (Algorithm 2)`, {
  "the engine": () => used(() => adapt(few, noisy)),
  NumPy: numpy && (() => numpy(problem)),
});

// Trees, because DuckDB plans the query of a blend of twenty columns for minutes.
const release = await adapt(few, { base: "trees" });
const scored = sql && (await release.toSQL({ dialect: "duckdb", table: "people" }));
await compare(`predictions of ${PRIVATE} rows by boosted trees`, {
  "the engine, rows": () => used(() => release.predict(rows)),
  "the engine, a CSV file": () => used(() => release.predict(people)),
  "onnxruntime, the same trees": await onnxruntime(await release.toONNX(), rows),
  "DuckDB, the same trees as a query": sql && (() => sql(`CREATE OR REPLACE TABLE scored AS ${scored}`)),
  "scikit-learn, its best of three models": sklearn && (() => sklearn({ what: "predict" })),
});
await engine.dispose();
process.exit();
