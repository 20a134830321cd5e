// tier: 2
// One row for each record, the same row, however a table is stored: the corpus of
// core/data/dataset/testdata/records.json, whose cells have line breaks, quotes and separators, as files of every kind,
// and as tables in memory; to adapt, and to predict: each record has one prediction, in order.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { FORMATS, formatOf } from "../reading/formats.gen.js";
import { csvOf } from "./csv.mjs";
import { rowOf, workbookOf } from "./xlsx-files.mjs";
import { engineFor } from "./support.mjs";

const corpus = JSON.parse(
  await readFile(new URL("../../../core/data/dataset/testdata/records.json", import.meta.url), "utf8"),
);
const { columns, names, label, rows } = corpus;
const table = [columns, ...rows.map(({ cells }) => cells)];
const sample = csvOf([[...columns, label], ...corpus.sample.map(({ cells, label }) => [...cells, label])]);
const reads = csvOf([names.slice(0, 2), ...rows.map(({ reads }) => reads)]);

/** The table in every form that a program takes. */
const forms = {
  CSV: Buffer.from(csvOf(table)),
  "CSV with all cells in quotes": Buffer.from(csvOf(table, { all: true })),
  "CSV of Windows": Buffer.from(`\ufeff${csvOf(table, { end: "\r\n", delimiter: ";" })}`),
  "CSV without an end": Buffer.from(csvOf(table, { all: true }).slice(0, -1)),
  TSV: Buffer.from(csvOf(table, { delimiter: "\t" })),
  gzip: gzipSync(csvOf(table, { end: "\r\n" })),
  "a workbook": workbookOf(table.map((cells) => rowOf(...cells)).join("")),
  Parquet: Buffer.from(
    parquetWriteBuffer({
      columnData: columns.map((name, k) => ({ name, data: rows.map(({ cells }) => cells[k]), type: "STRING" })),
      rowGroupSize: 9,
    }),
  ),
};
const inMemory = {
  columns: Object.fromEntries(columns.map((name, k) => [name, rows.map(({ cells }) => cells[k])])),
  rows: rows.map(({ cells }) => Object.fromEntries(names.map((name, k) => [name, cells[k]]))),
};
/** The same rows for predict, to which texts among the numbers of rows are an error. */
const toPredict = inMemory.rows.map((row, i) => ({ ...row, [names[0]]: rows[i].reads[0] || null }));

test("each format is among them", () => {
  const tried = new Set(Object.values(forms).map((bytes) => formatOf(Buffer.from(bytes))));
  for (const { name } of FORMATS) assert.ok(tried.has(name), `no file of the format ${name} is read here`);
});

async function prepared(t, options) {
  const engine = await engineFor(t, { ledger: false, ...options });
  const source = await engine.loadSource(new Blob([sample]), { label, ignore: names.slice(2) });
  const report = async (data) => {
    let seen;
    await engine.adapt({
      source,
      target: await engine.loadTarget(data),
      epsilon: 1,
      delta: 1e-6,
      release: "moments",
      onReport: (report) => (seen = report),
    });
    return seen;
  };
  return { engine, source, report };
}

for (const worker of [true, false]) {
  test(`a table is read as its rows, however it is stored (worker: ${worker})`, async (t) => {
    const { engine, source, report } = await prepared(t, { worker });
    assert.equal(source.rows, corpus.sample.length);
    const want = await report(new Blob([reads]));
    assert.equal(want.rows, rows.length);
    const release = await engine.adapt({
      source,
      target: await engine.loadTarget(new Blob([reads])),
      epsilon: 50,
      delta: 1e-6,
      base: "linear",
    });
    const options = { onMissing: "mean" };
    const predictions = [...(await release.predict(new Blob([reads]), options))];
    assert.equal(predictions.length, rows.length);
    assert.ok(new Set(predictions).size > 20, "the order shows");
    const every = Object.entries(forms).flatMap(([form, bytes]) => [
      [form, new Blob([bytes])],
      [`${form}, its bytes`, new Uint8Array(bytes)],
      ...(form.includes("workbook") || form === "Parquet"
        ? []
        : [[`${form}, a stream`, () => new Blob([bytes]).stream()]]),
    ]);
    for (const [form, data] of [...every, ...Object.entries(inMemory)]) {
      const given = () => (typeof data === "function" ? data() : data);
      const { rows, repairedCells, raggedRows, unusableRows, unclosedRows } = await report(given());
      assert.deepEqual(
        { rows, repairedCells, raggedRows, unusableRows, unclosedRows },
        { rows: want.rows, repairedCells: want.repairedCells, raggedRows: 0, unusableRows: 0, unclosedRows: 0 },
        form,
      );
      if (!(form in inMemory))
        assert.deepEqual([...(await release.predict(given(), options))], predictions, `predictions of ${form}`);
    }
    assert.deepEqual([...(await release.predict(toPredict))], predictions, "rows that a program holds");
  });
}
