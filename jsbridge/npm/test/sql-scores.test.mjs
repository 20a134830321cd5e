// A model as one query, run in DuckDB and PostgreSQL: what it predicts is what predict says.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { startPostgres } from "./databases/postgres.mjs";
import { HOSTILE, PLAIN, distance, models, predicted, questions } from "./portable-models.mjs";
import { folderFor, setUp } from "./support.mjs";

const duckdb = await import("./databases/node_modules/@duckdb/node-api/lib/index.js").catch(() => undefined);
const COLUMNS = ["area", "km", "heating", "sold"];
const TYPES = ["DOUBLE", "DOUBLE", "VARCHAR", "DATE"];
/** What is no number counts as missing, as predict has it of a file. */
const MISSING = ["", "NaN", "Infinity", "-Infinity"];
const inSQL = (name) => `"${name.replaceAll('"', '""')}"`;
const quoted = (cell) => (/[",\n]/.test(cell) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell ?? ""));

/** {name: rows of a query}, for each database that is here, of a table flats with these rows. */
async function databases(t, rows, names) {
  const cellOf = (row, name, i) => row[name] ?? (/area|km/.test(name) ? MISSING[i % MISSING.length] : "");
  const lines = rows.map((row, id) => [id, ...COLUMNS.map((name) => quoted(cellOf(row, name, id)))].join(","));
  const csv = ["id,a,b,c,d", ...lines, ""].join("\n");
  const columns = COLUMNS.map((name, k) => `${inSQL(names[name])} ${TYPES[k]}`).join(", ");
  const run = {};
  if (duckdb) {
    const file = join(await folderFor(t), "flats.csv");
    await writeFile(file, csv);
    const connection = await (await duckdb.DuckDBInstance.create(":memory:", { threads: "2" })).connect();
    t.after(() => connection.closeSync());
    await connection.run(`CREATE TABLE flats (id BIGINT, ${columns})`);
    await connection.run(`COPY flats FROM '${file}' (FORMAT csv, HEADER, QUOTE '"', ESCAPE '"')`);
    run.duckdb = async (sql) => (await connection.runAndReadAll(sql)).getRows();
  }
  const postgres = await startPostgres();
  if (postgres) {
    t.after(postgres.stop);
    postgres.run(
      `CREATE TABLE flats (id bigint, ${columns.replaceAll("DOUBLE", "float8")});\nCOPY flats FROM STDIN (FORMAT csv, HEADER);\n${csv}\\.\n`,
    );
    run.postgres = async (sql) =>
      postgres
        .run(sql)
        .trimEnd()
        .split("\n")
        .map((line) => line.split("|"));
  }
  return run;
}

test("every kind of model predicts in a database what predict says, to 1e-9, on 10⁴ rows with missing and hostile cells", (t) =>
  inDatabasesAsPredicted(t, PLAIN));

test("so do models of columns whose names have quotes, line breaks and words of JavaScript and SQL", (t) =>
  inDatabasesAsPredicted(t, HOSTILE));

async function inDatabasesAsPredicted(t, names) {
  const rows = questions(10_000);
  const run = await databases(t, rows, names);
  if (Object.keys(run).length === 0) return t.skip('databases are missing: run "make databases"');
  for (const name of ["duckdb", "postgres"])
    if (!run[name]) t.diagnostic(`${name} is missing: its queries were NOT run`);
  const made = await models(names);
  t.after(() => made.engine.dispose());
  for (const model of made.models) {
    const want = await predicted(model, rows, names);
    for (const [dialect, query] of Object.entries(run)) {
      const sql = await model.release.toSQL({ dialect, table: "flats", keep: ["id"], baseFile: model.baseFile });
      const got = (await query(sql)).sort((a, b) => Number(a[0]) - Number(b[0]));
      const worst = Math.max(
        ...want.lists.map((list, k) =>
          distance(
            got.map((row) => Number(row[want.labels ? 2 + k : 1])),
            list,
          ),
        ),
      );
      t.diagnostic(`${model.name}, ${dialect}: ${worst.toExponential(1)}, ${sql.length} characters`);
      assert.ok(worst <= 1e-9, `${model.name}, ${dialect}: ${worst}`);
      assert.ok(sql.length < 4e6, "no part of a tree is written twice");
      want.labels?.forEach((label, i) => assert.equal(got[i][1], label, `${model.name}, ${dialect}`));
    }
  }
}

test("the command writes the query, and refuses another database, a table without a name, and numbers that fail in one", async (t) => {
  const { cwd, read, privadapt } = await setUp(t);
  const given = [
    "--source",
    "source.csv",
    "--target",
    "target.csv",
    "--label",
    "y",
    "--epsilon",
    "1",
    "--delta",
    "1e-6",
  ];
  assert.equal((await privadapt("adapt", ...given, "--base", "linear")).status, 0);
  const written = (...args) => privadapt("export", "release.json", "--to", "sql", "--out", "score.sql", ...args);
  const done = await written("--dialect", "duckdb", "--table", "rows", "--keep", 'a"b');
  assert.equal(done.status, 0, done.stderr);
  const sql = await read("score.sql");
  assert.match(sql, /^-- privadapt .*ε = 1, δ = 0\.000001, unit record\nWITH s0 AS/);
  assert.match(sql, /rows_\."a""b"/);
  assert.equal((await written("--dialect", "duckdb")).status, 2, "a table is needed");
  assert.match((await written("--dialect", "oracle", "--table", "rows")).stderr, /duckdb or postgres/);

  const release = JSON.parse(await readFile(join(cwd, "release.json"), "utf8"));
  release.values.coefficients[0].value = 1e-70;
  await writeFile(join(cwd, "release.json"), `${JSON.stringify(release, null, 1)}\n`);
  const small = await written("--dialect", "duckdb", "--table", "rows");
  assert.equal(small.status, 1);
  assert.match(small.stderr, /some databases fail/);
});
