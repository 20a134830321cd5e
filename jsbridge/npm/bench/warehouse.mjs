// What exact sums cost in a database: the query of privadapt sql in DuckDB (2 threads) beside DuckDB's own sums of
// products in doubles, beside the command line reading the same rows as CSV and as Parquet; and in PostgreSQL and Spark
// (2 threads, the Parquet file), where they are installed, beside their own sums. Ten columns of normal numbers.
// Printed are medians; the aim is at most 4 times DuckDB's own sums. The exact sums of the same rows have to be the
// same text everywhere. A release is made of it at the end.
//
//   node warehouse.mjs [OUT.json]     WAREHOUSE_ROWS=10000000  WAREHOUSE_POSTGRES_ROWS=1000000  WAREHOUSE_REPETITIONS=3
//                                     WAREHOUSE_ONLY=sums: what is timed has this expression in its name
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { load } from "../index.js";
import { startPostgres } from "../test/databases/postgres.mjs";
import { largestMemory, processorTime } from "./processes.mjs";
import { startSpark } from "./spark.mjs";

const ROWS = Number(process.env.WAREHOUSE_ROWS ?? 1e7);
const POSTGRES_ROWS = Number(process.env.WAREHOUSE_POSTGRES_ROWS ?? 1e6);
const REPETITIONS = Number(process.env.WAREHOUSE_REPETITIONS ?? 3);
const ONLY = new RegExp(process.env.WAREHOUSE_ONLY ?? "");
const databases = new URL("../test/databases/package.json", import.meta.url);
const { DuckDBInstance } = await import(pathToFileURL(createRequire(databases).resolve("@duckdb/node-api")).href);
const columns = Array.from({ length: 10 }, (_, j) => `x${j}`);
const folder = mkdtempSync(join(tmpdir(), "privadapt-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

// Box and Muller's normal numbers, of the mean j and the standard deviation j + 1.
const normal = (j) => `round((sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())) * ${j + 1} + ${j}, 6) AS x${j}`;
const rows = (count) => `SELECT ${columns.map((_, j) => normal(j)).join(", ")} FROM range(${count})`;

const connection = await (await DuckDBInstance.create(":memory:", { threads: "2" })).connect();
const sql = (text) => connection.runAndReadAll(text);
await sql("SELECT setseed(0.5)");
await sql(`COPY (SELECT *, random() AS y FROM (${rows(1000)})) TO '${folder}/sample.csv' (HEADER)`);
await sql(`CREATE TABLE people AS ${rows(ROWS)}`);
if (ONLY.test("command line, CSV")) await sql(`COPY people TO '${folder}/people.csv' (HEADER)`);
await sql(`COPY people TO '${folder}/people.parquet' (FORMAT parquet)`);

const engine = await load({ ledger: false });
const source = await engine.loadSource(join(folder, "sample.csv"), { label: "y" });
const query = (dialect, table) => engine.sql({ source, dialect, table });
const pairs = columns.flatMap((x, i) => columns.slice(i).map((y) => `sum(${x} * ${y})`));
const own = (table) => `SELECT count(*), ${columns.map((x) => `sum(${x})`)}, ${pairs} FROM ${table}`;

const cli = fileURLToPath(new URL("../cli.mjs", import.meta.url));
const adapt = (...target) =>
  execFileSync(
    process.execPath,
    [
      ...[cli, "adapt", "--source", `${folder}/sample.csv`, ...target, "--label", "y", "--epsilon", "1"],
      ...["--delta", "1e-9", "--release", "moments", "--out", `${folder}/out.json`, "--quiet", "--force"],
    ],
    { env: { ...process.env, XDG_STATE_HOME: folder, HOME: folder }, stdio: "ignore" },
  );
const byCommandLine = (file) => () => adapt("--target", `${folder}/${file}`);

/** The sums that a query has returned, each of the same rows. All have to be the same. */
const sums = {};
const keep = (count, text) => {
  const own = /privadapt-check.* end/.exec(text)[0];
  sums[count] ??= own;
  assert.equal(own, sums[count], `the sums of ${count} rows differ`);
};
const exactIn = (name, count, run) => ({ [`${name}, exact sums`]: async () => keep(count, await run()) });

const exact = await query("duckdb", "people");
const exactParquet = await query("duckdb", `read_parquet('${folder}/people.parquet')`);
const measured = {
  "DuckDB, sums of products in doubles": () => sql(own("people")),
  ...exactIn("DuckDB", ROWS, async () => (await sql(exact)).getRows()[0][0]),
  "DuckDB, exact sums of a Parquet file": () => sql(exactParquet),
  "command line, CSV": byCommandLine("people.csv"),
  "command line, Parquet": byCommandLine("people.parquet"),
};
const postgres = await startPostgres();
if (postgres) {
  await sql(`COPY (FROM people LIMIT ${POSTGRES_ROWS}) TO '${folder}/part.csv' (HEADER)`);
  const part = (await sql(await query("duckdb", `read_csv('${folder}/part.csv')`))).getRows()[0][0];
  keep(POSTGRES_ROWS, part);
  postgres.run(`CREATE TABLE people (${columns.map((x) => `${x} float8`)});`);
  postgres.run(`\\copy people FROM '${folder}/part.csv' (FORMAT csv, HEADER)\n`);
  postgres.run("ANALYZE people;");
  const exactPostgres = await query("postgres", "people");
  measured["PostgreSQL, sums of products in doubles"] = () => postgres.run(`${own("people")};`);
  Object.assign(
    measured,
    exactIn("PostgreSQL", POSTGRES_ROWS, () => postgres.run(exactPostgres)),
  );
} else console.log("PostgreSQL is not installed and was NOT timed.");
const spark = await startSpark(folder);
if (spark) {
  const options = `OPTIONS (path '${folder}/people.parquet')`;
  await spark.run(`CREATE TEMPORARY VIEW people USING parquet ${options};\nSELECT count(*) FROM people`);
  const exactSpark = await query("spark", "people");
  measured["Spark, sums of products in doubles"] = () => spark.run(own("people"));
  Object.assign(
    measured,
    exactIn("Spark", ROWS, async () => (await spark.run(exactSpark))[0][0]),
  );
} else console.log("Spark is not installed (make engines) and was NOT timed.");
for (const name of Object.keys(measured)) if (!ONLY.test(name)) delete measured[name];
const lists = () => Object.fromEntries(Object.keys(measured).map((name) => [name, []]));
const [seconds, processor] = [lists(), lists()];
for (let k = 0; k < REPETITIONS; k++) {
  for (const [name, run] of Object.entries(measured)) {
    const [start, used] = [performance.now(), processorTime(process.pid)];
    await run();
    seconds[name].push((performance.now() - start) / 1000);
    processor[name].push(processorTime(process.pid) - used);
  }
}
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const mediansOf = (lists) => Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, median(list)]));
const [medians, used] = [mediansOf(seconds), mediansOf(processor)];
console.log(
  `Exact sums of ${ROWS} rows (PostgreSQL: ${POSTGRES_ROWS}) of ten columns, medians of ${REPETITIONS}: seconds, and of processors`,
);
for (const [name, value] of Object.entries(medians))
  console.log(`  ${name.padEnd(40)} ${value.toFixed(2).padStart(8)} ${used[name].toFixed(2).padStart(8)}`);
if (spark) console.log(`  Spark's largest memory: ${largestMemory(spark.pid).toFixed(0)} MB`);
console.log(`  this program's, with DuckDB and its table: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
if (sums[ROWS]) {
  writeFileSync(join(folder, "sums.txt"), sums[ROWS]);
  adapt("--target-sums", join(folder, "sums.txt"));
  const { values } = JSON.parse(readFileSync(join(folder, "out.json"), "utf8"));
  console.log(`  a release of these sums has ${Object.keys(values).join(", ")}`);
}
const ratio = medians["DuckDB, exact sums"] / medians["DuckDB, sums of products in doubles"];
console.log(
  `  exactness costs ${ratio.toFixed(2)} times DuckDB's own sums; the aim, at most 4, is ${ratio <= 4 ? "met" : "MISSED"}`,
);
if (process.argv[2])
  writeFileSync(
    process.argv[2],
    `${JSON.stringify({ rows: ROWS, postgresRows: POSTGRES_ROWS, seconds, processor, medians, ratio }, null, 1)}\n`,
  );
await postgres?.stop();
if (spark) console.log(`  A task of Spark hands on ${await spark.stop()} bytes at most`);
await engine.dispose();
