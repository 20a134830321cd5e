// Releases beside the plain model, through the API and the commands: of people, and reports of classes. How releases are found
// in files. And scores where the labels are known, against figures computed by hand. Models that labels correct or that are in a
// file are in transcripts/ and tested in core/adapt.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { tableFromArrays } from "apache-arrow";
import { parquetWriteBuffer } from "hyparquet-writer";
import { releasesIn } from "../reading/exported.js";
import { kept } from "../reading/given.js";
import { scoresOf } from "../reading/scores.js";
import { folderFor, ready, setUp, sourceCSV, sourceRows, targetRows } from "./support.mjs";
import { workbookOfCSV } from "./xlsx-files.mjs";

const budget = { epsilon: 1, delta: 1e-6 };

test("a report of classes says each place by another name", async (t) => {
  const { privadapt } = await setUp(t);
  const file = new URL("../../../core/adapt/testdata/golden/report-classes.json", import.meta.url);
  const { stdout } = await privadapt("report", fileURLToPath(file));
  const [all] = stdout.split(/^ +c = /m);
  const places = all.match(/^ +where .* is predicted, the share of "low" is/gm);
  assert.ok(places.length > 3 && new Set(places).size === places.length, stdout);
});

test("releases are found one in a file, in pages of the edge's export, and one on each line", () => {
  const [one, two] = ['{"releaseId":"1"}', '{"releaseId":"2"}'];
  const pretty = JSON.stringify({ releaseId: "1" }, null, 1);
  for (const [text, found] of [
    [pretty, [pretty]],
    [`{"releases": [${one},\n${two}], "next": null}`, [one, two]],
    [`${one}\n\n${two}\n`, [one, two]],
    [`${one}\nno release`, [`${one}\nno release`]],
  ])
    assert.deepEqual(releasesIn(text), found);
});

const close = (a, b) => assert.ok(Math.abs(a - b) < 1e-12, `${a}, not ${b}`);

test("scores of numbers", () => {
  const { rows, rmse, explained } = scoresOf(Float64Array.of(1, 2, 3, 9), Float64Array.of(1, 4, 1, NaN));
  assert.equal(rows, 3);
  close(rmse, Math.sqrt(8 / 3));
  close(explained, 1 - 8 / 6);
  assert.equal(scoresOf(Float64Array.of(1, 2), Float64Array.of(5, 5)).explained, undefined);
  assert.equal(scoresOf(Float64Array.of(1), Float64Array.of(NaN)), undefined);
});

test("scores of two classes: ties in the AUC count as half", () => {
  const second = [0.1, 0.4, 0.4, 0.9, 0.5];
  const found = {
    classes: ["no", "yes"],
    labels: ["no", "no", "no", "yes", "no"],
    probabilities: [second.map((p) => 1 - p), second],
  };
  const { rows, accuracy, logLoss, brier, auc } = scoresOf(found, Float64Array.of(0, 1, 0, 1, NaN));
  assert.deepEqual([rows, accuracy, auc], [4, 0.75, 3.5 / 4]);
  close(logLoss, -(Math.log(0.9) + Math.log(0.4) + Math.log(0.6) + Math.log(0.9)) / 4);
  close(brier, (0.01 + 0.36 + 0.16 + 0.01) / 4);
  assert.equal(scoresOf(found, Float64Array.of(0, 0, 0, 0, 0)).auc, undefined);
});

test("a probability of zero for the truth does not make the log-loss infinite", () => {
  const { logLoss, auc } = scoresOf(
    { classes: ["a", "b", "c"], labels: ["a"], probabilities: [[1], [0], [0]] },
    Float64Array.of(2),
  );
  close(logLoss, -Math.log(1e-15));
  assert.equal(auc, undefined);
});

test("the labels of a file with missing and unreadable cells are its rows' labels", async (t) => {
  const { engine, source } = await ready(t, { ledger: false });
  const release = await engine.adapt({
    source,
    target: await engine.loadTarget(new Blob([sourceCSV])),
    epsilon: 1,
    delta: 1e-6,
    base: "linear",
  });
  const lines = sourceCSV.trimEnd().split("\n");
  const at = lines[0].split(",").indexOf("y");
  const changed = lines.map((line, i) =>
    line
      .split(",")
      .with(at, i === 3 ? "" : i === 4 ? "unknown" : line.split(",")[at])
      .join(","),
  );
  const data = new Blob([changed.join("\n")]);
  const predictions = await engine.predict(release, data);
  const rows = sourceRows.map(({ y }, i) => [Number(y), predictions[i]]).filter((_, i) => i !== 2 && i !== 3);
  const scores = await engine.score(release, data);
  assert.equal(scores.rows, rows.length);
  close(scores.rmse / Math.sqrt(rows.reduce((sum, [y, p]) => sum + (y - p) ** 2, 0) / rows.length), 1);
});

const moments = { ...budget, base: "linear", release: "moments" };
const PEOPLE = 300;
const NAMES = ["__proto__", "constructor", "1", "1.0", "\u00e9", "e\u0301", 'a "b"', "a,b"];
const nameOf = (i) => NAMES[i % PEOPLE] ?? `p${i % PEOPLE}`;
const people = targetRows.map(({ y, ...row }, i) => ({ ...row, patient: nameOf(i) }));
const columns = Object.keys(people[0]);
const cell = (value) => (/[",]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
const textOf = (rows) =>
  `${[columns, ...rows.map((row) => columns.map((name) => row[name]))].map((row) => row.map(cell).join(",")).join("\n")}\n`;
const text = textOf(people);

const streamOf = (bytes) => new Blob([bytes]).stream();

for (const worker of [true, false]) {
  test(`a unit is read from every form of private data${worker ? "" : ", in the calling thread"}`, async (t) => {
    const folder = await folderFor(t);
    const path = join(folder, "target.csv");
    await writeFile(path, text);
    const { engine, source } = await ready(t, { ledger: false, worker });
    const forms = {
      blob: new Blob([text]),
      bytes: new TextEncoder().encode(text),
      path,
      gzip: gzipSync(text),
      stream: streamOf(text),
      workbook: new Blob([workbookOfCSV(textOf(people.map((row, i) => ({ ...row, patient: `p${i % PEOPLE}` }))))]),
      "several files": [new Blob([textOf(people.slice(0, 500))]), new Blob([textOf(people.slice(500))])],
      rows: people,
      columns: Object.fromEntries(columns.map((name) => [name, people.map((row) => row[name])])),
    };
    for (const [form, data] of Object.entries(forms)) {
      let report;
      const target = await engine.loadTarget(data);
      const made = await engine.adapt({ source, target, ...moments, unit: "patient", onReport: (r) => (report = r) });
      const { n, unit, unitColumn } = made.certificate;
      assert.deepEqual({ n, unit, unitColumn }, { n: PEOPLE, unit: "person", unitColumn: "patient" }, form);
      assert.deepEqual(
        { people: report.people, rows: report.rows, mostRows: report.mostRows },
        { people: PEOPLE, rows: people.length, mostRows: people.length / PEOPLE },
        form,
      );
      assert.deepEqual(report.surplusColumns, [], form);
      const checked = await engine.verify(made);
      assert.ok(checked.ok, checked.problems.join());
      assert.equal(checked.unit, "person");
    }
    const numbers = { ...forms.columns, patient: Float64Array.from(people, (_, i) => i % 7) };
    const target = await engine.loadTarget(numbers);
    assert.equal((await engine.adapt({ source, target, ...moments, delta: 1e-3, unit: "patient" })).certificate.n, 7);
  });
}

/** A Parquet file of the rows, with such a column of people. */
const parquetOf = (rows, data, type) =>
  new Blob([
    parquetWriteBuffer({
      columnData: [
        { name: "patient", data, type },
        ...["wind", "temp"].map((name) => ({ name, data: rows.map((row) => Number(row[name])), type: "DOUBLE" })),
        { name: "colour", data: rows.map(({ colour }) => String(colour)), type: "STRING" },
      ],
    }),
  ]);

test("whole numbers that no float64 tells apart are different people", async (t) => {
  const { engine, source } = await ready(t, { ledger: false, worker: false });
  const ids = people.map((_, i) => 2n ** 53n + BigInt(i % PEOPLE));
  const others = Object.fromEntries(
    columns.filter((name) => name !== "patient").map((name) => [name, people.map((row) => row[name])]),
  );
  const forms = {
    BigInt64Array: { ...others, patient: BigInt64Array.from(ids) },
    BigUint64Array: { ...others, patient: BigUint64Array.from(ids) },
    "an array of bigints": { ...others, patient: ids },
    "rows of bigints": people.map((row, i) => ({ ...row, patient: ids[i] })),
    "an Arrow table": tableFromArrays({
      wind: Float64Array.from(people, ({ wind }) => Number(wind)),
      patient: BigInt64Array.from(ids),
    }),
    "a Parquet file": parquetOf(people, ids, "INT64"),
    text: new Blob([textOf(people.map((row, i) => ({ ...row, patient: ids[i] })))]),
  };
  for (const [form, data] of Object.entries(forms)) {
    const target = await engine.loadTarget(data);
    assert.equal((await engine.adapt({ source, target, ...moments, unit: "patient" })).certificate.n, PEOPLE, form);
  }
  const huge = { ...others, patient: ids.map((id) => (id % 2n ? id : 10n ** 4000n + id)) };
  const target = await engine.loadTarget(huge);
  assert.equal(
    (await engine.adapt({ source, target, ...moments, unit: "patient" })).certificate.n,
    PEOPLE / 2 + 1,
    "whole numbers that are too long name nobody",
  );
});

test("texts that may stand for different ones name nobody", async (t) => {
  const { engine, source } = await ready(t, { ledger: false, worker: false });
  const run = async (data) => {
    let report;
    const target = await engine.loadTarget(data);
    await engine.adapt({ source, target, ...moments, delta: 1e-3, unit: "patient", onReport: (r) => (report = r) });
    return [report.people, report.namelessRows];
  };
  const turns = (names) => people.map((_, i) => names[i % names.length]);
  const rows = (names) => people.map((row, i) => ({ ...row, patient: names[i % names.length] }));
  const nobody = people.length / 3;
  const bytes = ["\xff", "\xfe", "a", "\xef\xbb\xbfa", "\xc3\xbf", "b"].map((name) =>
    Uint8Array.from(name, (letter) => letter.charCodeAt(0)),
  );
  // A byte order mark is a blank, which is no part of a name.
  assert.deepEqual(await run(parquetOf(people, turns(bytes), "BYTE_ARRAY")), [4, nobody]);
  assert.deepEqual(await run(rows(["\ud800", "\udfff", "a", "\ufeffa", "\xff", "b"])), [4, nobody]);
  assert.deepEqual(await run(rows(["a\0", "a\ufffd", "a", "c", "d", "b"])), [5, nobody]);
  const long = "x".repeat(1 << 20);
  const few = rows(["a", "b", "c"]);
  few[0].patient = `${long}12345678-1`;
  few[1].patient = `${long}12345678-2`;
  assert.deepEqual(await run(few), [4, 2]);
});

test("what cannot be read by people is refused before it is charged", async (t) => {
  const charged = [];
  const { engine, source } = await ready(t, { ledger: false, onCharge: (cost) => charged.push(cost) });
  const target = await engine.loadTarget(new Blob([text]));
  const refused = (options) => assert.rejects(engine.adapt({ source, ...moments, ...options }), { code: "bad-unit" });
  await refused({ target, unit: "nobody" });
  await refused({ target, unit: "a\nb" });
  await refused({ targetSums: "1,2", unit: "patient", release: "report" });
  const query = { source, dialect: "duckdb", table: "t", unit: "patient" };
  assert.match(await engine.sql(query), /Each person counts once/);
  await assert.rejects(engine.sql({ ...query, release: "report" }), { code: "bad-unit", message: /rows, not people/ });
  await assert.rejects(kept(streamOf("x".repeat(3e6)), 2 ** 20), { code: "bad-unit", message: /up to 1 MB/ });
  assert.equal((await kept(streamOf("x".repeat(2 ** 20)), 2 ** 20)).size, 2 ** 20);
  assert.deepEqual(charged, []);
});
