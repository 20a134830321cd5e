// Private rows in a database: the query of `privadapt sql`, run in DuckDB, and the release of `privadapt adapt
// --target-sums`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { load, openLedger } from "../index.js";
import { startPostgres } from "./databases/postgres.mjs";
import { privacy, setUp, sourceCSV, targetCSV, targetRows } from "./support.mjs";

const peers = fileURLToPath(new URL("databases/", import.meta.url));
const missing = !existsSync(join(peers, "node_modules/@duckdb/node-api")) && "DuckDB is not installed: make databases";

/** What DuckDB prints for a query over the rows of a CSV file. */
async function inDuckDB(cwd, sql) {
  await writeFile(join(cwd, "sums.sql"), sql);
  return execFileSync(process.execPath, [join(peers, "duckdb.mjs"), "sums.sql"], { cwd, encoding: "utf8" });
}

const table = "read_csv('target.csv', all_varchar = true)";

test("rows in a database: from the query to a release that verifies, by the command line", {
  skip: missing,
}, async (t) => {
  const { cwd, privadapt, read, names } = await setUp(t);
  const query = await privadapt(
    "sql",
    "--source",
    "source.csv",
    "--label",
    "y",
    "--dialect",
    "duckdb",
    "--table",
    table,
  );
  assert.equal(query.status, 0, query.stderr);
  await writeFile(join(cwd, "sums.txt"), await inDuckDB(cwd, query.stdout));
  for (const more of [[], ["--adjacency", "add-remove"], ["--mechanism", "selection", "--release", "weights"]]) {
    const made = await privadapt(
      "adapt",
      "--source",
      "source.csv",
      "--target-sums",
      "sums.txt",
      ...privacy,
      ...more,
      "--out",
      "out.json",
      "--force",
    );
    assert.equal(made.status, 0, made.stderr);
    assert.equal((await privadapt("verify", "out.json")).status, 0);
    const { certificate } = JSON.parse(await read("out.json"));
    assert.equal(certificate.n, more[1] === "add-remove" ? undefined : targetRows.length);
  }
  const other = await privadapt(
    "adapt",
    "--source",
    "source.csv",
    "--target-sums",
    "sums.txt",
    ...privacy,
    "--radius",
    "9",
    "--out",
    "other.json",
  );
  assert.equal(other.status, 1);
  assert.match(other.stderr, /\[other-plan\]|other-plan/);
  assert.ok(!(await names()).includes("other.json"));
});

test("rows in a database: a release of moments is as near to the file's as its noise", {
  skip: missing,
}, async (t) => {
  const { cwd } = await setUp(t);
  const engine = await load();
  t.after(() => engine.dispose());
  const source = await engine.loadSource(new Blob([sourceCSV]), { label: "y" });
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
  const engine = await load();
  t.after(() => engine.dispose());
  const ledger = await openLedger();
  const runs = async () => (await ledger.account()).spent.runs;
  const source = await engine.loadSource(new Blob([sourceCSV]), { label: "y" });
  const sql = await engine.sql({ source, dialect: "duckdb", table, where: "CAST(temp AS DOUBLE) > 0" });
  assert.match(sql, /pasted as the owner wrote it/);
  const text = await inDuckDB(cwd, sql);
  const before = await runs();
  const settings = { source, epsilon: 1, delta: 1e-6 };
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

test("rows in a database with labels: from the query to a release that the file's resembles, by the command line", {
  skip: missing,
}, async (t) => {
  const { cwd, privadapt, read } = await setUp(t);
  const labels = targetCSV
    .trim()
    .split("\n")
    .map((line, i) => (i === 0 ? `${line},y` : `${line},${i % 4 ? i % 7 : ""}`));
  await writeFile(join(cwd, "labelled.csv"), `${labels.join("\n")}\n`);
  const common = ["--source", "source.csv", "--label", "y", "--base", "linear", "--use-labels"];
  const query = await privadapt(
    "sql",
    ...common,
    "--dialect",
    "duckdb",
    "--table",
    "read_csv('labelled.csv', all_varchar = true)",
  );
  assert.equal(query.status, 0, query.stderr);
  await writeFile(join(cwd, "sums.txt"), await inDuckDB(cwd, query.stdout));
  const budget = ["--epsilon", "1e4", "--delta", "1e-6"];
  const predictions = {};
  for (const [name, given] of [
    ["sums", [...common, "--target-sums", "sums.txt"]],
    ["file", [...common, "--target", "labelled.csv"]],
    ["unused", [...common.slice(0, -1), "--target", "labelled.csv"]],
  ]) {
    // These labels are far from what the public model predicts.
    const far = ["--accept", "clipped-rows"];
    const made = await privadapt("adapt", ...given, ...budget, ...far, "--out", `${name}.json`);
    assert.equal(made.status, 0, made.stderr);
    assert.equal((await privadapt("verify", `${name}.json`)).status, 0);
    const predicted = await privadapt(
      "predict",
      "--model",
      `${name}.json`,
      "--data",
      "target.csv",
      "--out",
      `${name}.csv`,
    );
    assert.equal(predicted.status, 0, predicted.stderr);
    predictions[name] = (await read(`${name}.csv`)).trim().split("\n").slice(1).map(Number);
  }
  // At this ε the noise moves a prediction by a hundredth or so, and the labels, which are not like the sample's, move
  // it by far more.
  const distance = (a, b) => a.reduce((sum, v, i) => sum + Math.abs(v - b[i]) / a.length, 0);
  assert.equal(predictions.sums.length, targetRows.length);
  const [noise, labelled] = [
    distance(predictions.sums, predictions.file),
    distance(predictions.file, predictions.unused),
  ];
  assert.ok(noise < 0.5 && labelled > 5, `${noise}, ${labelled}`);
  const without = await privadapt(
    "adapt",
    "--source",
    "source.csv",
    "--label",
    "y",
    "--target-sums",
    "sums.txt",
    ...budget,
    "--out",
    "other.json",
  );
  assert.equal(without.status, 1);
  assert.match(without.stderr, /other-plan/);
});

test("rows in a database with labels, under add-remove: DuckDB and PostgreSQL return one text, whose release verifies", {
  skip: missing,
}, async (t) => {
  const { cwd, privadapt, read } = await setUp(t);
  const labels = targetCSV
    .trim()
    .split("\n")
    .map((line, i) => (i === 0 ? `${line},y` : `${line},${i % 4 ? i % 7 : ""}`));
  await writeFile(join(cwd, "labelled.csv"), `${labels.join("\n")}\n`);
  const common = ["--source", "source.csv", "--label", "y", "--base", "trees", "--use-labels"];
  const queryFor = async (dialect, table) => {
    const query = await privadapt("sql", ...common, "--dialect", dialect, "--table", table);
    assert.equal(query.status, 0, query.stderr);
    return query.stdout;
  };
  const sums = await inDuckDB(cwd, await queryFor("duckdb", "read_csv('labelled.csv', all_varchar = true)"));
  const postgres = await startPostgres();
  if (postgres) {
    t.after(() => postgres.stop());
    const table = `CREATE TABLE people (${labels[0].split(",").map((name) => `${name} text`)});\n\\copy people FROM '${cwd}/labelled.csv' (FORMAT csv, HEADER)\n`;
    assert.equal(postgres.run(table + (await queryFor("postgres", "people"))), sums);
  } else t.diagnostic("PostgreSQL is not installed and was NOT tested");
  await writeFile(join(cwd, "sums.txt"), sums);
  const made = await privadapt(
    "adapt",
    ...common,
    "--target-sums",
    "sums.txt",
    "--epsilon",
    "1",
    "--delta",
    "1e-6",
    "--adjacency",
    "add-remove",
    "--accept",
    "clipped-rows",
    "--out",
    "out.json",
    "--force",
  );
  assert.equal(made.status, 0, made.stderr);
  assert.equal((await privadapt("verify", "out.json")).status, 0);
  const { certificate } = JSON.parse(await read("out.json"));
  assert.equal(certificate.n, undefined);
  assert.equal(certificate.adjacency, "add-remove");
  const other = await privadapt(
    "adapt",
    ...common.map((word) => (word === "trees" ? "linear" : word)),
    "--target-sums",
    "sums.txt",
    "--epsilon",
    "1",
    "--delta",
    "1e-6",
    "--out",
    "other.json",
  );
  assert.equal(other.status, 1);
  assert.match(other.stderr, /other-plan/);
});

test("rows in a database: a report by groups, of a model that was released, which verifies, by the command line", {
  skip: missing,
}, async (t) => {
  const { cwd, privadapt, read } = await setUp(t);
  const labels = targetCSV
    .trim()
    .split("\n")
    .map((line, i) => (i === 0 ? `${line},y` : `${line},${i % 4 ? i % 7 : ""}`));
  await writeFile(join(cwd, "labelled.csv"), `${labels.join("\n")}\n`);
  const made = await privadapt(
    "adapt",
    "--source",
    "source.csv",
    "--label",
    "y",
    "--base",
    "linear",
    "--target",
    "target.csv",
    "--epsilon",
    "1",
    "--delta",
    "1e-6",
    "--out",
    "model.json",
  );
  assert.equal(made.status, 0, made.stderr);
  const common = [
    "--source",
    "source.csv",
    "--label",
    "y",
    "--release",
    "report",
    "--model",
    "model.json",
    "--group-by",
    "colour",
  ];
  const query = await privadapt(
    "sql",
    ...common,
    "--dialect",
    "duckdb",
    "--table",
    "read_csv('labelled.csv', all_varchar = true)",
  );
  assert.equal(query.status, 0, query.stderr);
  await writeFile(join(cwd, "counts.txt"), await inDuckDB(cwd, query.stdout));
  const figures = {};
  for (const [name, rows] of [
    ["counts", ["--target-sums", "counts.txt"]],
    ["file", ["--target", "labelled.csv"]],
  ]) {
    const report = await privadapt(
      "adapt",
      ...common,
      ...rows,
      "--epsilon",
      "1e4",
      "--delta",
      "1e-6",
      "--json",
      "--out",
      `${name}.json`,
    );
    assert.equal(report.status, 0, report.stderr);
    assert.equal((await privadapt("verify", `${name}.json`)).status, 0);
    figures[name] = JSON.parse(report.stdout).figures;
    assert.equal(JSON.parse(await read(`${name}.json`)).certificate.n, targetRows.length);
  }
  // At this ε the noise of a count is a hundredth of a row or less.
  const figuresOf = ({ all, groups }) =>
    [all, ...groups.slice(0, 3)].map(({ labelled, measures }) => [labelled.value, measures.rmse.value]);
  const [counts, file] = [figuresOf(figures.counts), figuresOf(figures.file)];
  assert.equal(file.length, 4);
  for (const [k, [labelled, rmse]] of file.entries()) {
    assert.ok(Math.abs(counts[k][0] - labelled) < 2, `${k}: ${counts[k][0]} rows, ${labelled}`);
    // Of an error that the noise hides no value is stated, by either way.
    assert.ok(
      rmse === null || counts[k][1] === null || Math.abs(counts[k][1] - rmse) < 0.1 * rmse,
      `${k}: ${counts[k][1]}, ${rmse}`,
    );
  }
  const other = await privadapt(
    "adapt",
    ...common.slice(0, -2),
    "--target-sums",
    "counts.txt",
    "--epsilon",
    "1",
    "--delta",
    "1e-6",
    "--out",
    "other.json",
  );
  assert.equal(other.status, 1);
  assert.match(other.stderr, /other-plan/);
});

test("rows in a database: what no query is written for is refused", async (t) => {
  const engine = await load();
  t.after(() => engine.dispose());
  const source = await engine.loadSource(new Blob([sourceCSV]), { label: "y" });
  for (const [options, code] of [
    [{ dialect: "mysql", table }, "bad-option"],
    [{ dialect: "duckdb" }, "bad-option"],
    [{ dialect: "duckdb", table, features: "quadratic" }, "bad-option"],
    [{ dialect: "duckdb", table, epsilon: 1 }, "unknown-option"],
    [{ dialect: "duckdb", table, useLabels: true, base: "smooth" }, "bad-option"],
    [{ dialect: "duckdb", table, release: "report", base: "smooth" }, "bad-option"],
    [{ dialect: "duckdb", table, groupBy: "colour" }, "bad-option"],
    [{ dialect: "duckdb", table, useLabels: "yes" }, "bad-option"],
  ])
    await assert.rejects(engine.sql({ source, ...options }), { code });
});

test("the owner of rows in a database sees unread cells and shortened rows before the charge, and is stopped by them", {
  skip: missing,
}, async (t) => {
  const { cwd, privadapt } = await setUp(t);
  const table = "read_csv('odd.csv', all_varchar = true)";
  const [header, ...lines] = targetCSV.trim().split("\n");
  const odd = lines.map((line, i) => (i % 4 ? line.replace(/^[^,]*/, "warm") : line));
  await writeFile(join(cwd, "odd.csv"), `${[header, ...odd].join("\n")}\n`);
  const given = ["--source", "source.csv", "--label", "y"];
  const query = await privadapt("sql", ...given, "--dialect", "duckdb", "--table", table);
  assert.equal(query.status, 0, query.stderr);
  await writeFile(join(cwd, "sums.txt"), await inDuckDB(cwd, query.stdout));
  const run = ["adapt", ...given, "--target-sums", "sums.txt", "--epsilon", "1", "--delta", "1e-6", "--base", "linear"];
  const stopped = await privadapt(...run);
  assert.equal(stopped.status, 1);
  assert.match(stopped.stderr, /900 unreadable cells took the source's mean: temp 900/);
  assert.match(stopped.stderr, /rows clipped to the radius/);
  assert.match(stopped.stderr, /Nothing was spent.*--accept unreadable-column \[unreadable-column\]/);
  assert.equal((await privadapt(...run, "--accept", "unreadable-column")).status, 0);
});
