// tier: 2
// No value of a private file in Parquet or of a private workbook ends its reading, or changes another row: Parquet of every
// stored type with every annotation, also those that no type may have, with values from the ends of its range; cells of
// every type with every style and any text; and whole workbooks with bytes changed, which are read or refused by one code.
// By PRIVADAPT_CAMPAIGN=1, as `make campaign` has it, 10⁵ files of each, else 300, or two of each combination.
import assert from "node:assert/strict";
import test from "node:test";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import "../dist/parquet.js";
import "../dist/xlsx.js";
import { formatOf } from "../reading/formats.gen.js";
import { recordsOf } from "./csv.mjs";
import { served, servedColumns } from "./served.mjs";
import { randomFrom } from "./support.mjs";
import { words } from "./tools.mjs";
import { partsOf, rowOf, zipOf } from "./xlsx-files.mjs";

const CONVERTED = words(`
  UTF8 MAP MAP_KEY_VALUE LIST ENUM DECIMAL DATE TIME_MILLIS TIME_MICROS TIMESTAMP_MILLIS TIMESTAMP_MICROS UINT_8 UINT_16
  UINT_32 UINT_64 INT_8 INT_16 INT_32 INT_64 JSON BSON INTERVAL`);
const UNITS = ["MILLIS", "MICROS", "NANOS"];
const LOGICAL = [
  ...words("STRING MAP LIST ENUM DATE NULL JSON BSON UUID FLOAT16 VARIANT GEOMETRY GEOGRAPHY").map((type) => ({
    type,
  })),
  { type: "DECIMAL", scale: 2, precision: 9 },
  ...UNITS.flatMap((unit) => ["TIME", "TIMESTAMP"].map((type) => ({ type, unit, isAdjustedToUTC: true }))),
  ...[8, 16, 32, 64].flatMap((bitWidth) => [true, false].map((isSigned) => ({ type: "INTEGER", bitWidth, isSigned }))),
];
const ANNOTATIONS = [
  {},
  ...CONVERTED.map((converted_type) => ({ converted_type })),
  ...LOGICAL.map((logical_type) => ({ logical_type })),
];

/** 1 January 2000, 12:00, as INT96. */
const NOON = new Uint8Array(12);
new DataView(NOON.buffer).setBigUint64(0, 43_200_000_000_000n, true);
new DataView(NOON.buffer).setInt32(8, 2_451_545, true);

/**
 * Values from the ends of ranges, and some that stand for something in another format, by stored type; `length` is
 * the length of a value of fixed length.
 */
const VALUES = {
  BOOLEAN: () => [true, false],
  INT32: () => [0, -1, 1, 127, -128, 65536, 2 ** 31 - 1, -(2 ** 31)],
  INT64: () => [0n, -1n, 1n, 10n ** 15n, 8_640_000_000_000_001n, 2n ** 63n - 1n, -(2n ** 63n)],
  INT96: () => [...[0, 255, 128, 127].map((byte) => new Uint8Array(12).fill(byte)), NOON],
  FLOAT: () => [0, -0, 1.5, -1.25, 2 ** -149, 3.4028234663852886e38, NaN, Infinity, -Infinity],
  DOUBLE: () => [0, -0, 1.5, 0.1, 5e-324, 1.7976931348623157e308, 2 ** 53 + 2, NaN, Infinity, -Infinity],
  BYTE_ARRAY: ({ text }) =>
    ["", "a", "-1.5", "a\nb\r\n", "\0", '"', 'x"y,z;\t', " padded ", "null", "{", text]
      .map((one) => Buffer.from(one))
      .concat([0, 1, 2, 8, 16, 17, 300].map((n) => new Uint8Array(n).fill(255))),
  FIXED_LEN_BYTE_ARRAY: ({ length }) => [0, 255, 128, 127, 10, 34].map((byte) => new Uint8Array(length).fill(byte)),
};

const ENCODINGS = {
  BOOLEAN: ["PLAIN", "RLE"],
  INT32: ["PLAIN", "RLE_DICTIONARY", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"],
  INT64: ["PLAIN", "RLE_DICTIONARY", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"],
  INT96: ["PLAIN", "RLE_DICTIONARY"],
  FLOAT: ["PLAIN", "RLE_DICTIONARY", "BYTE_STREAM_SPLIT"],
  DOUBLE: ["PLAIN", "RLE_DICTIONARY", "BYTE_STREAM_SPLIT"],
  BYTE_ARRAY: ["PLAIN", "RLE_DICTIONARY", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"],
  FIXED_LEN_BYTE_ARRAY: ["PLAIN", "RLE_DICTIONARY", "BYTE_STREAM_SPLIT"],
};

/** Every stored type with every annotation. */
const COMBINATIONS = Object.keys(VALUES).flatMap((type) => ANNOTATIONS.map((annotation) => ({ type, ...annotation })));

/**
 * A file of the columns `row`, 0, 1, …, and `x` of this combination, everything else at random. Returns {bytes, values,
 * about}, null where a row has no value.
 */
function parquetFile(combination, random) {
  const pick = (from) => from[Math.floor(random() * from.length)];
  const { type, ...annotation } = combination;
  const length = type === "INT96" ? 12 : pick([1, 2, 3, 4, 8, 12, 16, 17]);
  const stored = type === "INT96" ? "FIXED_LEN_BYTE_ARRAY" : type;
  const x = { name: "x", type: stored, repetition_type: pick(["OPTIONAL", "REQUIRED"]) };
  if (stored === "FIXED_LEN_BYTE_ARRAY") x.type_length = length;

  const ends = VALUES[type]({
    length,
    text: String.fromCharCode(...Array.from({ length: 6 }, () => random() * 0x10000)),
  });
  const rows = 1 + Math.floor(random() * 9);
  const values = Array.from({ length: rows }, () =>
    x.repetition_type === "OPTIONAL" && random() < 0.25 ? null : pick(ends),
  );
  const stated = { ...annotation, type, scale: pick([undefined, 0, 2, 30, 400, -1, 2 ** 31 - 1]) };
  const how = {
    encoding: pick(ENCODINGS[type]),
    codec: pick(["UNCOMPRESSED", "SNAPPY"]),
    rowGroupSize: pick([1, 3, 1000]),
  };

  const written = (statistics) => {
    const element = { ...x };
    const schema = [
      { name: "root", num_children: 2 },
      { name: "row", type: "INT32", repetition_type: "REQUIRED" },
      element,
    ];
    const writer = new ByteWriter();
    const file = new ParquetWriter({ writer, schema, codec: how.codec, statistics });
    const columnData = [
      { name: "row", data: values.map((_, i) => i) },
      { name: "x", data: values, encoding: how.encoding },
    ];
    file.write({ columnData, rowGroupSize: how.rowGroupSize });
    // The values are written as they are stored; only now the file says what they are to mean.
    Object.assign(element, stated);
    if (type === "INT96") delete element.type_length;
    for (const { columns } of file.row_groups) columns[1].meta_data.type = type;
    file.finish();
    return writer.getBytes();
  };
  let bytes;
  try {
    bytes = written(random() < 0.5);
  } catch {
    bytes = written(false); // the library takes no statistics under some annotations
  }
  return { bytes, values, about: { ...x, ...stated, ...how, values } };
}

const CAMPAIGN = process.env.PRIVADAPT_CAMPAIGN === "1";
const FILES = CAMPAIGN ? 100_000 : 2 * COMBINATIONS.length;

/** The cell that a value must have under every annotation; undefined if it depends on the annotation. */
function cellOf({ type, converted_type: converted, logical_type: logical }, value) {
  if (value === null) return "";
  const plain = converted === undefined && logical === undefined;
  switch (type) {
    case "BOOLEAN":
      return String(value);
    case "FLOAT":
    case "DOUBLE":
      return Number.isNaN(value) ? "" : String(value);
    case "INT32":
    case "INT64":
      return plain ? String(value) : undefined;
    case "INT96":
      return timeOf(value);
  }
  return undefined;
}

/** Of a cell in a column of numbers. */
const numberOf = (cell) => (cell === "" ? NaN : Number(cell));

/** Impala's timestamp: nanoseconds of the day, then the Julian day; undefined for more nanoseconds than a day has. */
function timeOf({ buffer, byteOffset }) {
  const view = new DataView(buffer, byteOffset);
  const nanoseconds = view.getBigUint64(0, true);
  if (nanoseconds >= 86_400_000_000_000n) return undefined;
  return new Date((view.getInt32(8, true) - 2440588) * 86_400_000 + Number(nanoseconds) / 1e6).toISOString();
}

test(`${FILES} Parquet files of every stored type with every annotation are read to their ends`, async (t) => {
  const seed = CAMPAIGN ? Math.floor(Math.random() * 2 ** 32) : 1;
  t.diagnostic(`seed ${seed}, ${COMBINATIONS.length} combinations`);
  const random = randomFrom(seed);
  for (let i = 0; i < FILES; i++) {
    const combination = COMBINATIONS[i % COMBINATIONS.length];
    const { bytes, values, about } = parquetFile(combination, random);
    const { text, failure } = await served(bytes);
    const where = () =>
      `file ${i} of seed ${seed}: ${JSON.stringify(about, (_, value) => (typeof value === "bigint" ? `${value}n` : value))}`;
    if (failure !== undefined) assert.fail(where());
    // One record for each row, in order: the contents of a row do not move other rows.
    const records = recordsOf(text);
    // The mark of a column that is left out, as a blob is, stands before its name.
    if (records?.length !== values.length + 1 || !/^row,(\u0001blob\u0001)?x$/.test(records[0].join()))
      assert.fail(where());
    values.forEach((value, row) => {
      const [number, got, ...others] = records[row + 1];
      const cell = cellOf(combination, value);
      const right = number === String(row) && others.length === 0 && (cell === undefined || got === cell);
      if (!right) assert.fail(`row ${row} became ${JSON.stringify(records[row + 1]).slice(0, 100)}; ${where()}`);
    });
    // As columns it has the same cells: numbers are those that their texts are read as, and exactly named people have
    // texts.
    for (const how of ["numbers", "exact"]) {
      const { records: rows, numbers, failure: none } = await servedColumns(bytes, how);
      if (none !== undefined) assert.fail(`${how}: ${where()}`);
      const twins = records.slice(1).map((record) => record.map((cell, k) => (numbers[k] ? numberOf(cell) : cell)));
      assert.deepEqual(rows, [records[0], ...twins], `${how}: ${where()}`);
      if (how === "exact") assert.equal(numbers[1] && combination.type === "INT64", false, where());
    }
  }
});

const WORKBOOKS = CAMPAIGN ? 100_000 : 300;

const TYPES = ["", 't="n"', 't="s"', 't="str"', 't="inlineStr"', 't="b"', 't="e"', 't="d"', 't="none"', 't=""'];
const FORMATS = ["yyyy", "d", "General", "0.0", "@", '"', "[", "\\", "m", ";;;", "[h]", "yyyy-mm-dd hh:mm:ss.000"];
const NUMBERS = "0 -1 59.5 60 61 45351.123456789 2958466 1e308 -1e308 5e-324 NaN Infinity 0x10 1,5 . - 1e 99999"
  .split(" ")
  .concat("", "9".repeat(300));
const TEXTS = [
  ...'a",;\t\n\0\u0001& 𐍈',
  "\r\n",
  "\ud800",
  "=1+1",
  "<![CDATA[,\n]]>",
  "<r><t>x</t></r>",
  "<rPh>y</rPh>",
].concat("&amp; &#10; &#0; &bogus; &#x1F600; _x0000_ _x000A_ _xD800_ ]]> <!----> <?p?> <t>".split(" "));

const pick = (random, list) => list[Math.floor(random() * list.length)];

/** What one cell can hold; the elements in it are closed, as a program's are that writes any text there is. */
function cell(random) {
  const type = pick(random, TYPES);
  const value =
    random() < 0.5
      ? pick(random, NUMBERS)
      : Array.from({ length: Math.floor(4 * random()) }, () => pick(random, TEXTS))
          .join("")
          .replaceAll("<t>", "");
  const content = [
    `<v>${value}</v>`,
    `<is><t>${value}</t></is>`,
    `<f>A1</f><v>${value}</v>`,
    `<v>${value}</v><v>2</v>`,
    "",
  ][Math.floor(5 * random())];
  return `<c ${type} s="${pick(random, ["0", "1", "5", "12", "99", "-1", "x", ""])}">${content}</c>`;
}

function workbook(random) {
  const cells = Array.from({ length: 1 + Math.floor(4 * random()) }, () => cell(random));
  const rows = cells.map((xml, row) => `<row><c><v>${row}</v></c>${xml}<c><v>7</v></c></row>`).join("");
  const shared = Array.from(
    { length: Math.floor(4 * random()) },
    () => `<si><t>${pick(random, TEXTS).replaceAll(/<\/?(t|r)>/g, "")}</t></si>`,
  );
  return {
    rows: cells.length,
    parts: partsOf({ s: rowOf("row", "x", "after") + rows }, { shared, formats: FORMATS, date1904: random() < 0.3 }),
    cells,
  };
}

const seed = CAMPAIGN ? Math.floor(Math.random() * 2 ** 32) : 1;

test(`${WORKBOOKS} workbooks of any cells are read to their ends`, async (t) => {
  t.diagnostic(`seed ${seed}`);
  const random = randomFrom(seed);
  for (let i = 0; i < WORKBOOKS; i++) {
    const { rows, parts, cells } = workbook(random);
    const { text, failure } = await served(zipOf(parts));
    const where = () =>
      `workbook ${i} of seed ${seed}: ${JSON.stringify(cells)} became ${JSON.stringify(text.slice(0, 500))}`;
    if (failure !== undefined) assert.fail(where());
    // One record for each row, in order: what a row holds moves no other, nor the cells beside it.
    const records = recordsOf(text);
    if (records?.length !== rows + 1 || records[0].join() !== "row,x,after") assert.fail(where());
    for (const [row, cells] of records.slice(1).entries())
      if (cells.length !== 3 || cells[0] !== String(row) || cells[2] !== "7") assert.fail(where());
  }
});

test(`${WORKBOOKS} workbooks with changed bytes are read or refused by one code`, async (t) => {
  t.diagnostic(`seed ${seed}`);
  const random = randomFrom(seed);
  const counts = { read: 0, refused: 0 };
  for (let i = 0; i < WORKBOOKS; i++) {
    const { parts } = workbook(random);
    // In the XML of a part, which the archive then holds whole, or in the archive; at places, or cut off.
    const inside = random() < 0.5;
    const name = pick(random, Object.keys(parts));
    const bytes = inside ? Buffer.from(parts[name]) : zipOf(parts);
    for (let change = 0; change < 1 + 3 * random(); change++)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(256 * random());
    const short = random() < 0.1 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes;
    const file = inside ? zipOf({ ...parts, [name]: short }) : short;
    if (formatOf(file) !== "xlsx") continue;
    const { failure } = await served(file);
    counts[failure ? "refused" : "read"]++;
    if (failure !== undefined && failure.code !== "bad-xlsx")
      assert.fail(`workbook ${i} of seed ${seed}: ${JSON.stringify(failure)}`);
  }
  t.diagnostic(JSON.stringify(counts));
  assert.ok(Math.min(counts.read, counts.refused) > WORKBOOKS / 10, "both happen");
});
