// A table in each format is read as its rows, which records.test.mjs has; what is no table, or damaged, a sentence that helps.
//
// data/table-*.parquet were written by another program, the Parquet writer of Apache Arrow in Rust (npm parquet-wasm
// 0.8.0), in row groups of 25 rows; data/table.csv is the same table, with numbers and dates as cells.js promises to
// write them, and with blanks for line breaks in notes.
import assert from "node:assert/strict";
import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { cellWriter } from "../parquet/cells.js";
import { TOO_LONG } from "../reading/text-cell.js";
import "../dist/parquet.js";
import { served } from "./served.mjs";
import { engineFor, ready, sourceCSV, targetCSV, targetRows } from "./support.mjs";
import { digestOf } from "./tools.mjs";
import { workbookOfCSV } from "./xlsx-files.mjs";

const at = (name) => fileURLToPath(new URL(`data/${name}`, import.meta.url));
const data = (name) => readFile(at(name));

const parquetOf = (rows) =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: "wind", data: rows.map(({ wind }) => Number(wind)), type: "DOUBLE" },
        { name: "colour", data: rows.map(({ colour }) => colour), type: "STRING" },
        { name: "temp", data: rows.map(({ temp }) => Number(temp)), type: "DOUBLE" },
      ],
    }),
  );

test("a Parquet file of another program decodes to its CSV twin, to the byte", async () => {
  const twin = (await data("table.csv")).toString().replaceAll("two lines", '"two\nlines"');
  for (const name of ["table-snappy.parquet", "table-zstd.parquet"]) {
    // One for the header and for each row group.
    assert.deepEqual(await served(await data(name)), { text: twin, failure: undefined, pieces: 4 }, name);
  }
  assert.deepEqual(
    await served(Buffer.from(twin)),
    { text: twin, failure: undefined, pieces: 1 },
    "other files are served as they are",
  );
});

test("a public sample may be compressed; its digest is the file's", async (t) => {
  const engine = await engineFor(t);
  const plain = await engine.loadSource(new Blob([sourceCSV]), { label: "y" });
  const packed = gzipSync(sourceCSV);
  for (const form of [packed, new Blob([packed]), new Blob([packed]).stream()]) {
    const digest = digestOf(packed);
    const source = await engine.loadSource(form, { label: "y", integrity: digest });
    assert.equal(source.digest, digest);
    assert.deepEqual(source.columns, plain.columns);
  }
  const file = await data("table-zstd.parquet");
  const integrity = `sha256-${digestOf(file, "base64")}`;
  const options = { label: "small", ignore: ["day", "moment", "note"], integrity };
  const { rows } = await engine.loadSource(await openAsBlob(at("table-zstd.parquet")), options);
  assert.equal(rows, 60);
});

const flipped = (bytes, at) => {
  const copy = new Uint8Array(bytes);
  copy[at] ^= 0x55;
  return copy;
};

test("a file that cannot be decompressed is reported by a code and a sentence, and nothing of it is used", async (t) => {
  const { engine, source } = await ready(t);
  const gzip = gzipSync(targetCSV);
  const parquet = parquetOf(targetRows);
  const cases = [
    ["gzip, cut off", gzip.subarray(0, gzip.length / 2), "bad-gzip", /before byte \d+/],
    ["gzip, the checksum is wrong", flipped(gzip, gzip.length - 6), "bad-gzip", /damaged/],
    ["gzip, a bit in the middle", flipped(gzip, gzip.length >> 1), "bad-gzip", /unpack/],
    ["Parquet, cut off", parquet.subarray(0, parquet.length - 9), "bad-parquet", /save the table as CSV/],
    ["Parquet, the footer is damaged", flipped(parquet, parquet.length - 30), "bad-parquet", /damaged/],
    ["a Parquet file's first bytes and nothing else", Buffer.from("PAR1\x15\x04"), "bad-parquet", /CSV/],
    [
      "the beginning of an Excel workbook",
      Buffer.from("PK\x03\x04\x14\0\x06\0[Content_Types].xml"),
      "bad-xlsx",
      /damaged.*save the sheet as CSV/,
    ],
    ["an old Excel workbook", Buffer.from("d0cf11e0a1b11ae1", "hex"), "bad-encoding", /\.xls.*save the sheet as CSV/],
    ["a PDF", Buffer.from("%PDF-1.7\n"), "bad-encoding", /PDF/],
    ["an Excel workbook inside gzip", gzipSync("PK\x03\x04 and so on"), "xlsx", /Excel.*nor inside gzip/],
  ];
  for (const [what, bytes, code, message] of cases) {
    await t.test(what, async () => {
      const target = await engine.loadTarget(new Blob([bytes]));
      await assert.rejects(engine.adapt({ source, target, epsilon: 1, delta: 1e-6 }), { code, message });
      await assert.rejects(engine.loadSource(new Blob([bytes]), { label: "y" }), { code, message });
    });
  }
  for (const [code, bytes] of Object.entries({ parquet, xlsx: workbookOfCSV(targetCSV) })) {
    const target = await engine.loadTarget(new Blob([bytes]).stream());
    const message = /(not|neither) as a stream/;
    await assert.rejects(engine.adapt({ source, target, epsilon: 1, delta: 1e-6 }), { code, message });
  }
});

// The length of a text is limited, and sums of long numbers take a long time: the result must not depend on the
// contents of a row.
test("no value of a Parquet file is longer than a record may be", async () => {
  const text = cellWriter({ type: "BYTE_ARRAY", converted_type: "UTF8" });
  assert.equal(text(new Uint8Array(3 << 20).fill(97)).length, TOO_LONG);
  assert.equal(text(new TextEncoder().encode("é".repeat(1000))), "é".repeat(1000));
  const decimal = cellWriter({ type: "BYTE_ARRAY", converted_type: "DECIMAL", scale: 2 });
  assert.equal(decimal(new Uint8Array(1 << 24).fill(127)), "");
  assert.equal(decimal(new Uint8Array([0xff, 0x85])), "-1.23");

  // 60 columns of as much make a line too long for a record, and no longer; a few rows of them many pieces.
  const long = "b".repeat(100_000);
  const columnData = Array.from({ length: 60 }, (_, k) => ({
    name: `c${k}`,
    data: ["a", long, "a", long, "a"],
    type: "STRING",
  }));
  const { text: csv, failure, pieces } = await served(parquetWriteBuffer({ columnData }));
  assert.equal(failure, undefined);
  const lines = csv.split("\n");
  assert.equal(lines.length, 7);
  for (const at of [2, 4]) assert.ok(lines[at].length > 1 << 20 && lines[at].length < (1 << 20) + 2 * long.length);
  for (const at of [1, 3, 5]) assert.equal(lines[at], Array(60).fill("a").join(","));
  assert.equal(pieces, 4, "the header, a piece for each long row, and the rest");
});
