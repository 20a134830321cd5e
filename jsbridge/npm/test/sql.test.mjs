// tier: 2
// Private rows in a database: the query of `privadapt sql`, run in DuckDB, and the release of `privadapt adapt
// --target-sums`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { openLedger } from "../index.js";
import { startPostgres } from "./databases/postgres.mjs";
import { ready, privacy, setUp, targetCSV, words } from "./support.mjs";

const peers = fileURLToPath(new URL("databases/", import.meta.url));
const missing =
  !existsSync(join(peers, "../../../../node_modules/@duckdb/node-api")) && "DuckDB is not installed: make machine";

/** What DuckDB prints for a query over the rows of a CSV file. */
async function inDuckDB(cwd, sql) {
  await writeFile(join(cwd, "sums.sql"), sql);
  return execFileSync(process.execPath, [join(peers, "duckdb.mjs"), "sums.sql"], { cwd, encoding: "utf8" });
}

const tableOf = (name) => `read_csv('${name}', all_varchar = true)`;
const table = tableOf("target.csv");

const labelled = targetCSV
  .trim()
  .split("\n")
  .map((line, i) => (i === 0 ? `${line},y` : `${line},${i % 4 ? i % 7 : ""}`));

/**
 * A folder with the samples and private rows, three of four with a label. `done(…)` is what a command prints
 * that succeeds; `sums(file, args, rows)` is what the query for them returns, and writes it into the file;
 * `otherPlan(…)` is a run that such sums are not for.
 */
async function warehouse(t) {
  const here = await setUp(t);
  const write = (name, text) => writeFile(join(here.cwd, name), text);
  await write("labelled.csv", `${labelled.join("\n")}\n`);
  const done = async (...args) => {
    const { status, stdout, stderr } = await here.privadapt(...args);
    assert.equal(status, 0, stderr);
    return stdout;
  };
  return {
    ...here,
    write,
    done,
    async sums(file, args, rows = "labelled.csv") {
      const query = await done("sql", ...args, "--dialect", "duckdb", "--table", tableOf(rows));
      const text = await inDuckDB(here.cwd, query);
      await write(file, text);
      return text;
    },
    async otherPlan(...args) {
      const { status, stderr } = await here.privadapt("adapt", ...args, "--out", "other.json");
      assert.equal(status, 1);
      assert.match(stderr, /other-plan/);
      assert.ok(!(await here.names()).includes("other.json"));
    },
  };
}

test("rows in a database: a release of moments is as near to the file's as its noise", {
  skip: missing,
}, async (t) => {
  const { cwd } = await setUp(t);
  const { engine, source } = await ready(t);
  const targetSums = await inDuckDB(cwd, await engine.sql({ source, dialect: "duckdb", table }));
  const settings = { source, epsilon: 1000, delta: 1e-6, release: "moments" };
  const target = await engine.loadTarget(new Blob([targetCSV]));
  const [ofSums, ofFile] = await Promise.all([
    engine.adapt({ ...settings, targetSums }),
    engine.adapt({ ...settings, target }),
  ]);
  const [a, b] = [ofSums, ofFile].map((release) => release.toJSON().values.moments.flat());
  assert.equal(a.length, b.length);
  // The standard deviation of an entry is below 1e-2 of r² at this ε; ten of them are exceeded once in 10²³ runs.
  const deviation = ofFile.certificate.noise.standardDeviation;
  assert.ok(deviation > 0);
  for (const [i, entry] of a.entries()) assert.ok(Math.abs(entry - b[i]) < 15 * deviation, `${i}: ${entry}, ${b[i]}`);
});

test("rows in a database: sums are charged once, and what is refused costs nothing", { skip: missing }, async (t) => {
  const { cwd } = await setUp(t);
  const { engine, source } = await ready(t);
  const ledger = await openLedger();
  const runs = async () => (await ledger.account()).spent.runs;
  const sql = await engine.sql({ source, dialect: "duckdb", table, where: "CAST(temp AS DOUBLE) > 0" });
  assert.match(sql, /pasted as the owner wrote it/);
  const text = await inDuckDB(cwd, sql);
  const before = await runs();
  const settings = { source, epsilon: 1, delta: 1e-6, base: "linear" };
  for (const [targetSums, code] of [
    ["", "bad-sums"],
    [text + text, "bad-sums"],
    [text.slice(0, -20), "bad-sums"],
    [text.replace(/(sums 1 [0-9a-f]{64} \d+ \d+) \d+ /, "$1 1 "), "bad-sums"],
    [text.replace(/[0-9a-f]{64}/, "0".repeat(64)), "other-plan"],
    [7, "bad-option"],
  ])
    await assert.rejects(engine.adapt({ ...settings, targetSums }), { code }, String(targetSums).slice(0, 40));
  const target = await engine.loadTarget(new Blob([targetCSV]));
  await assert.rejects(engine.adapt({ ...settings, targetSums: text, target }), { code: "bad-option" });
  assert.equal(await runs(), before);
  const reports = [];
  await engine.adapt({ ...settings, targetSums: new Blob([text]), onReport: (report) => reports.push(report) });
  assert.equal(await runs(), before + 1);
  assert.ok(reports[0].rows > 0);
});

test("rows in a database with labels, under add-remove: DuckDB and PostgreSQL return one text, whose release verifies", {
  skip: missing,
}, async (t) => {
  const { cwd, done, read, sums, otherPlan } = await warehouse(t);
  const common = words("--source source.csv --label y --use-labels --base");
  const text = await sums("sums.txt", [...common, "trees"]);
  const postgres = await startPostgres();
  if (postgres) {
    t.after(() => postgres.stop());
    const table = `CREATE TABLE people (${labelled[0].split(",").map((name) => `${name} text`)});\n\\copy people FROM '${cwd}/labelled.csv' (FORMAT csv, HEADER)\n`;
    const query = await done("sql", ...common, ...words("trees --dialect postgres --table people"));
    assert.equal(postgres.run(table + query), text);
  } else t.diagnostic("PostgreSQL is not installed and was NOT tested");
  const run = words("--target-sums sums.txt --epsilon 1 --delta 1e-6");
  const more = words("--adjacency add-remove --accept clipped-rows --out out.json --force");
  await done("adapt", ...common, "trees", ...run, ...more);
  await done("verify", "out.json");
  const { certificate } = JSON.parse(await read("out.json"));
  assert.equal(certificate.n, undefined);
  assert.equal(certificate.adjacency, "add-remove");
  await otherPlan(...common, "linear", ...run);
});

test("rows in a database: what no query is written for is refused", async (t) => {
  const { engine, source } = await ready(t);
  for (const [options, code] of [
    [{ dialect: "mysql", table }, "bad-option"],
    [{ dialect: "duckdb", table, epsilon: 1 }, "unknown-option"],
    [{ dialect: "duckdb", table, useLabels: "yes" }, "bad-option"],
  ])
    await assert.rejects(engine.sql({ source, ...options }), { code });
});

test("the owner of rows in a database sees unread cells and shortened rows before the charge, and is stopped by them", {
  skip: missing,
}, async (t) => {
  const { write, privadapt, sums } = await warehouse(t);
  const [header, ...lines] = targetCSV.trim().split("\n");
  const odd = lines.map((line, i) => (i % 4 ? line.replace(/^[^,]*/, "warm") : line));
  await write("odd.csv", `${[header, ...odd].join("\n")}\n`);
  await sums("sums.txt", words("--source source.csv --label y"), "odd.csv");
  const run = [...words("adapt --source source.csv --target-sums sums.txt"), ...privacy];
  const stopped = await privadapt(...run);
  assert.equal(stopped.status, 1);
  assert.match(
    stopped.stderr,
    /warning: 900 cells were missing or unreadable and replaced by the sample’s average: temp 900/,
  );
  assert.match(stopped.stderr, /rows were far from the sample and shortened/);
  assert.match(stopped.stderr, /Nothing was spent.*--accept unreadable-column \[unreadable-column\]/);
  assert.equal((await privadapt(...run, "--accept", "unreadable-column")).status, 0);
});
