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
import { ready, setUp, targetCSV, words } from "./support.mjs";

const peers = fileURLToPath(new URL("databases/", import.meta.url));
const missing =
  !existsSync(join(peers, "../../../../node_modules/@duckdb/node-api")) && "DuckDB is not installed: make machine";

/** What DuckDB prints for a query over the rows of a CSV file. */
async function inDuckDB(cwd, sql) {
  await writeFile(join(cwd, "sums.sql"), sql);
  return execFileSync(process.execPath, [join(peers, "duckdb.mjs"), "sums.sql"], { cwd, encoding: "utf8" });
}

const tableOf = (name) => `read_csv('${name}', all_varchar = true)`;

/** The private rows, three of four with a label. */
const labelled = targetCSV
  .trim()
  .split("\n")
  .map((line, i) => (i === 0 ? `${line},y` : `${line},${i % 4 ? i % 7 : ""}`));

test("rows in a database: sums are charged once, and what is refused costs nothing", { skip: missing }, async (t) => {
  const { cwd } = await setUp(t);
  const { engine, source } = await ready(t);
  const ledger = await openLedger();
  const runs = async () => (await ledger.account()).spent.runs;
  const sql = await engine.sql({
    source,
    dialect: "duckdb",
    table: tableOf("target.csv"),
    where: "CAST(temp AS DOUBLE) > 0",
  });
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
  const { cwd, read, privadapt } = await setUp(t);
  await writeFile(join(cwd, "labelled.csv"), `${labelled.join("\n")}\n`);
  const done = async (...args) => {
    const { status, stdout, stderr } = await privadapt(...args);
    assert.equal(status, 0, stderr);
    return stdout;
  };
  const common = words("--source source.csv --label y --use-labels --base trees");
  const query = await done("sql", ...common, "--dialect", "duckdb", "--table", tableOf("labelled.csv"));
  const text = await inDuckDB(cwd, query);
  await writeFile(join(cwd, "sums.txt"), text);
  const postgres = await startPostgres();
  if (postgres) {
    t.after(() => postgres.stop());
    const table = `CREATE TABLE people (${labelled[0].split(",").map((name) => `${name} text`)});\n\\copy people FROM '${cwd}/labelled.csv' (FORMAT csv, HEADER)\n`;
    const query = await done("sql", ...common, ...words("--dialect postgres --table people"));
    assert.equal(postgres.run(table + query), text);
  } else t.diagnostic("PostgreSQL is not installed and was NOT tested");
  const run = words("--target-sums sums.txt --epsilon 1 --delta 1e-6");
  const more = words("--adjacency add-remove --accept clipped-rows --out out.json --force");
  await done("adapt", ...common, ...run, ...more);
  await done("verify", "out.json");
  const { certificate } = JSON.parse(await read("out.json"));
  assert.equal(certificate.n, undefined);
  assert.equal(certificate.adjacency, "add-remove");
});
