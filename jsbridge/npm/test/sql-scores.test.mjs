// tier: 2
// A model as one query, run in DuckDB and PostgreSQL: what it predicts is what predict says.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { startPostgres } from "./databases/postgres.mjs";
import { HOSTILE, PLAIN, distance, models, predicted, questions } from "./portable-models.mjs";
import { folderFor, setUp, words } from "./support.mjs";

const duckdb = await import("@duckdb/node-api").catch(() => undefined);
const quoted = (cell) => (/[",\n]/.test(cell) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell ?? ""));

const TYPES = { id: "BIGINT", area: "DOUBLE", km: "DOUBLE", heating: "VARCHAR", sold: "DATE" };

/** What is no number counts as missing, as predict has it of a file. */
const MISSING = ["", "NaN", "Infinity", "-Infinity"];
const inSQL = (name) => `"${name.replaceAll('"', '""')}"`;

function csvOf(rows) {
  const columns = Object.keys(TYPES);
  const cell = (row, name, i) => row[name] ?? (TYPES[name] === "DOUBLE" ? MISSING[i % MISSING.length] : "");
  const lines = rows.map((row, id) =>
    columns.map((name) => quoted(name === "id" ? id : cell(row, name, id))).join(","),
  );
  return [columns.join(","), ...lines, ""].join("\n");
}

/** {name: rows of a query}, for each database that is here, of a table flats with these rows. */
async function databases(t, rows, { changed = {}, names = PLAIN } = {}) {
  const types = Object.entries({ ...TYPES, ...changed }).map(([name, type]) => `${inSQL(names[name] ?? name)} ${type}`);
  const csv = csvOf(rows);
  const run = {};
  if (duckdb) {
    const file = join(await folderFor(t), "flats.csv");
    await writeFile(file, csv);
    const connection = await (await duckdb.DuckDBInstance.create(":memory:", { threads: "2" })).connect();
    t.after(() => connection.closeSync());
    await connection.run(`CREATE TABLE flats (${types})`);
    await connection.run(`COPY flats FROM '${file}' (FORMAT csv, HEADER, QUOTE '"', ESCAPE '"')`);
    run.duckdb = async (sql) => (await connection.runAndReadAll(sql)).getRows();
  }
  const postgres = await startPostgres();
  if (postgres) {
    t.after(postgres.stop);
    const typed = types.map((own) => own.replace(/DOUBLE$/, "float8"));
    postgres.run(`CREATE TABLE flats (${typed});\nCOPY flats FROM STDIN (FORMAT csv, HEADER);\n${csv}\\.\n`);
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
  const run = await databases(t, rows, { names });
  if (Object.keys(run).length === 0) return t.skip('databases are missing: run "make machine"');
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

// Texts among numbers and dates. Predict can read none of them.
const UNREADABLE = {
  area: ["12a", "--3", "e5", ".", "1e", "seventy", "1_000", "1_0.5", "0x10", "'; DROP TABLE flats; --"],
  sold: "yesterday|2021-02-29|1900-02-29|2020-13-01|2020-04-31|2020-00-10|2020-05-05 24:01|2020-05-05 24:00|epoch"
    .concat("|infinity|0000-01-01|2020-05-05 (BC)|10000-01-01")
    .split("|"),
};

test("in columns of texts a cell that is no number or no date counts like a missing one", async (t) => {
  const rows = questions(400).map((row, i) => {
    const name = ["area", "sold"][i % 2];
    const list = UNREADABLE[name];
    return i % 8 < 2 ? { ...row, [name]: list[(i >> 3) % list.length] } : row;
  });
  const blanks = (cell) => (cell == null ? cell : ` \u00a0${cell}\u3000\u200b\t`);
  const asTexts = rows.map((row, i) => (i % 3 > 0 ? row : { ...row, area: blanks(row.area), sold: blanks(row.sold) }));
  const texts = { area: "VARCHAR", km: "VARCHAR", sold: "VARCHAR" };
  const run = await databases(t, asTexts, { changed: texts });
  if (Object.keys(run).length === 0) return t.skip('databases are missing: run "make machine"');
  const made = await models();
  t.after(() => made.engine.dispose());
  const model = made.models.find((own) => own.name.endsWith("trees"));
  const want = await model.release.predict(new Blob([csvOf(asTexts)]));
  const read = (row, name) => (UNREADABLE[name].includes(row[name]) ? null : row[name]);
  const missing = rows.map((row) => ({ ...row, area: read(row, "area"), sold: read(row, "sold") }));
  assert.deepEqual(want, (await predicted(model, missing)).lists[0]);
  for (const [dialect, query] of Object.entries(run)) {
    const sql = await model.release.toSQL({ dialect, table: "flats", keep: ["id"] });
    const got = (await query(sql)).sort((a, b) => Number(a[0]) - Number(b[0])).map((row) => Number(row[1]));
    assert.ok(distance(got, want) <= 1e-9, `${dialect}: ${distance(got, want)}`);
  }
});

test("a time with a zone is its moment, in whatever zone the session of the database is", async (t) => {
  const zoned = (row, i) => ({
    ...row,
    sold: row.sold && `${row.sold} 2${i % 4}:30:00${["+02", "-05", "+00"][i % 3]}`,
  });
  const rows = questions(300).map(zoned);
  const run = await databases(t, rows, { changed: { sold: "TIMESTAMPTZ" } });
  if (Object.keys(run).length === 0) return t.skip('databases are missing: run "make machine"');
  const made = await models();
  t.after(() => made.engine.dispose());
  const model = made.models.find((own) => own.name.endsWith("trees"));
  const want = await model.release.predict(new Blob([csvOf(rows)]));
  const tokyo = { duckdb: "SET TimeZone = 'Asia/Tokyo'", postgres: "ALTER ROLE postgres SET timezone = 'Asia/Tokyo'" };
  for (const [dialect, query] of Object.entries(run)) {
    const sql = await model.release.toSQL({ dialect, table: "flats", keep: ["id"] });
    for (const zone of ["", tokyo[dialect]]) {
      if (zone) await query(zone);
      const got = (await query(sql)).sort((a, b) => Number(a[0]) - Number(b[0])).map((row) => Number(row[1]));
      assert.ok(
        distance(got, want) <= 1e-9,
        `${dialect}, ${zone || "the zone of this machine"}: ${distance(got, want)}`,
      );
    }
  }
});

test("the command writes the query, and refuses another database, a table without a name, and numbers that fail in one", async (t) => {
  const { cwd, read, privadapt } = await setUp(t);
  const given = words("--source source.csv --target target.csv --label y --epsilon 1 --delta 1e-6");
  assert.equal((await privadapt("adapt", ...given, "--base", "linear")).status, 0);
  const written = (...args) =>
    privadapt("export", "release.json", "--to", "sql", "--out", "score.sql", "--force", ...args);
  const done = await written("--dialect", "duckdb", "--table", "rows", "--keep", 'a"b');
  assert.equal(done.status, 0, done.stderr);
  const sql = await read("score.sql");
  assert.match(sql, /^-- privadapt .*ε = 1, δ = 0\.000001, unit record\nSELECT/);
  assert.match(sql, /privadapt_rows\."a""b"/);
  assert.equal((await written("--dialect", "duckdb")).status, 2, "a table is needed");
  assert.match((await written("--dialect", "oracle", "--table", "rows")).stderr, /choose one of \[duckdb postgres/);

  const release = JSON.parse(await readFile(join(cwd, "release.json"), "utf8"));
  release.values.coefficients[0].value = 1e-70;
  await writeFile(join(cwd, "release.json"), `${JSON.stringify(release, null, 1)}\n`);
  const small = await written("--dialect", "duckdb", "--table", "rows");
  assert.equal(small.status, 1);
  assert.match(small.stderr, /some databases fail/);
});
