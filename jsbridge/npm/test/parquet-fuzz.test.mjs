// tier: 2
// No value of a private Parquet file ends its reading, or changes another row: every stored type with every annotation,
// also those that no type may have, with values from the ends of its range. By PRIVADAPT_CAMPAIGN=1, as `make campaign`
// has it, 10⁵ files, else two of each combination.
import assert from "node:assert/strict";
import test from "node:test";
import "../dist/parquet.js";
import { recordsOf } from "./csv.mjs";
import { COMBINATIONS, parquetFile } from "./parquet-files.mjs";
import { served, servedColumns } from "./served.mjs";
import { randomFrom } from "./support.mjs";

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
