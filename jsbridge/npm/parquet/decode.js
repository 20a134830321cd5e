// Converts a Parquet file, piece by piece, to CSV or to columns of numbers and texts. It is bundled with its libraries
// into dist/parquet.js, which is loaded only when the user has chosen a Parquet file.
import { parquetMetadataAsync, parquetScan, parquetSchema } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { blocks, head } from "../reading/column-stream.js";
import { addDecoder } from "../reading/decoders.js";
import { TOO_LONG, inPieces, textCell, withoutNUL } from "../reading/text-cell.js";
import { cellWriter, numbersOf } from "./cells.js";

/**
 * The number of rows that are decoded at once. In larger row groups the pages before and after these rows are skipped.
 */
const ROWS = 1 << 16;

/** About the number of bytes of a block of columns: the engine looks for people in the first blocks alone. */
const BLOCK = 1 << 18;

// The library converts nothing: cells.js interprets values, and the file's statistics are not needed and cannot all be
// parsed. INT96 is given as nanoseconds since 1970.
const unparsed = (value) => value;
const parsers = Object.fromEntries(
  ["json", "geometry", "geography", "uuid", "string"].map((kind) => [`${kind}FromBytes`, unparsed]),
);
for (const unit of ["Milli", "Micro", "Nano"]) parsers[`timestampFrom${unit}seconds`] = unparsed;
parsers.dateFromDays = unparsed;
// A page without values may be empty, which no unpacker takes.
const unpackers = Object.fromEntries(
  Object.entries(compressors).map(([codec, unpack]) => [
    codec,
    unpack && ((packed, length) => (length === 0 || packed.length === 0 ? new Uint8Array() : unpack(packed, length))),
  ]),
);
const reading = { utf8: false, parsers, geoparquet: false, compressors: unpackers };

/**
 * The columns of a file with cells, each with its name, schema element and writer of cells, and a function that reads
 * them by groups of rows.
 */
async function opened(blob, progress) {
  const file = { byteLength: blob.size, slice: (from, to = blob.size) => blob.slice(from, to).arrayBuffer() };
  const metadata = await parquetMetadataAsync(file, reading);
  const codec = metadata.row_groups
    .flatMap((group) => group.columns.map((column) => column.meta_data?.codec))
    .find((codec) => codec !== undefined && codec !== "UNCOMPRESSED" && !unpackers[codec]);
  if (codec) throw Object.assign(new Error(`the codec is ${codec}`), { code: "parquet-codec" });
  const index = new Set(indexOf(metadata));
  const columns = parquetSchema(metadata).children.map(({ children, element }) => {
    const { name } = element;
    // What has no cell is a column without cells, whose name says so to the reader of the table.
    if (children.length > 0 || element.repetition_type === "REPEATED") return aside(NESTED + name);
    if (isBlob(element)) return aside(BLOB + name);
    if (index.has(name)) return aside(INDEX + name);
    const column = {
      name,
      text: cellWriter(/** @type {any} */ ({ ...element })),
      numbers: numbersOf(/** @type {any} */ (element)),
    };
    // cells.js, which cannot fail, interprets the value; the library gives the stored value.
    delete element.converted_type;
    delete element.logical_type;
    return column;
  });
  async function* groups() {
    const read = columns.filter(({ name }) => !name.startsWith(MARK)).map(({ name }) => name);
    const scan = await parquetScan({ ...reading, file, metadata, columns: read });
    for (const { rowStart, rowEnd } of scan.ranges) {
      for (let from = rowStart; from < rowEnd; from += ROWS) {
        const rows = { rowStart: from, rowEnd: Math.min(rowEnd, from + ROWS) };
        const values = await Promise.all(
          columns.map(({ name }) => (read.includes(name) ? scan.readColumn({ column: name, ...rows }) : [])),
        );
        progress(Math.round((blob.size * rows.rowEnd) / Number(metadata.num_rows)));
        yield { values, rows: rows.rowEnd - from };
      }
    }
  }
  return { columns, groups };
}

/** What stands before the name of a column that a table cannot use: see dataset's header.go. */
const MARK = "\u0001";
const NESTED = `${MARK}nested${MARK}`;
const BLOB = `${MARK}blob${MARK}`;
const INDEX = `${MARK}index${MARK}`;

const aside = (name) => ({ name, text: (/** @type {any} */ _value) => "", numbers: undefined });

const isBlob = (/** @type {any} */ { type, converted_type: converted, logical_type: logical }) =>
  /BYTE_ARRAY$/.test(type) &&
  (["INTERVAL", "BSON"].includes(converted) || ["BSON", "GEOMETRY", "GEOGRAPHY", "VARIANT"].includes(logical?.type));

/** The names under which pandas keeps the numbers of a frame's rows, an index without a name. */
function indexOf(/** @type {any} */ { key_value_metadata: pairs }) {
  try {
    const { index_columns: names } = JSON.parse(pairs.find(({ key }) => key === "pandas").value);
    return names.filter((name) => /^__index_level_\d+__$/.test(name));
  } catch {
    return [];
  }
}

/** Progress is the share of the converted rows, in bytes of the file. */
async function* csvOf(blob, { progress }) {
  const encoder = new TextEncoder();
  const { columns, groups } = await opened(blob, progress);
  yield encoder.encode(`${columns.map(({ name }) => textCell(name)).join(",")}\n`);
  for await (const { values, rows } of groups())
    for (const text of inPieces(records(values, columns, rows))) yield encoder.encode(text);
}

/**
 * The same rows as dataset.ColumnStream: numbers as numbers, and the cells of other columns as the texts that CSV has.
 * With `exact` the numbers of 64 bits are texts too, because they may name people: a float64 would make one person
 * of two.
 */
async function* columnsOf(blob, { progress, exact }) {
  const { columns, groups } = await opened(blob, progress);
  const isNumber = columns.map(({ numbers }) => Boolean(numbers) && !(exact && numbers.isLong));
  const numbers = [...columns.keys()].filter((k) => isNumber[k]);
  const texts = [...columns.keys()].filter((k) => !isNumber[k]);
  yield head(
    columns.map(({ name }) => name),
    isNumber.map((is) => (is ? "n" : "t")),
  );
  for await (const { values, rows } of groups()) {
    const fills = (from) =>
      numbers.map(
        (k) => (buffer, at, length) => columns[k].numbers.copy(values[k], from, new Float64Array(buffer, at, length)),
      );
    const cells = texts.length > 0 && ((row) => cellsOf(values, columns, texts, row));
    yield* blocks(rows, BLOCK, fills, numbers.length, cells);
  }
}

/** The cells of a row, each with its end. A row of more than TOO_LONG characters ends in empty cells, as in memory. */
function cellsOf(values, columns, texts, row) {
  let cells = "";
  for (const k of texts) {
    const value = values[k][row];
    const isCell = value !== null && value !== undefined && cells.length < TOO_LONG;
    cells += `${isCell ? withoutNUL(columns[k].text(value)) : ""}\0`;
  }
  return cells;
}

function* records(values, columns, rows) {
  for (let i = 0; i < rows; i++) {
    let record = "";
    for (let j = 0; j < values.length && record.length < TOO_LONG; j++) {
      const value = values[j][i];
      if (j > 0) record += ",";
      if (value !== null && value !== undefined) record += textCell(columns[j].text(value));
    }
    yield `${record}\n`;
  }
}

addDecoder("parquet", csvOf, columnsOf);
