// Converts a Parquet file to CSV, piece by piece. It is bundled with its libraries into dist/parquet.js, which is loaded only when
// the user has chosen a Parquet file.
import { parquetMetadataAsync, parquetScan, parquetSchema } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { addDecoder } from "../reading/decoders.js";
import { TOO_LONG, textCell } from "../reading/text-cell.js";
import { cellWriter } from "./cells.js";

/** The number of rows that are decoded at once. In larger row groups the pages before and after these rows are skipped. */
const ROWS = 1 << 16;

/** About how much text is passed on at once, for rows of any length; a single text for all rows would exceed the limit of a string. */
const PIECE = 1 << 20;

// The library converts nothing: cells.js interprets values, and the file's statistics are not needed and cannot all be
// parsed. INT96 is given as nanoseconds since 1970.
const unparsed = (value) => value;
const parsers = Object.fromEntries(
  ["json", "geometry", "geography", "uuid", "string"].map((kind) => [`${kind}FromBytes`, unparsed]),
);
for (const unit of ["Milli", "Micro", "Nano"]) parsers[`timestampFrom${unit}seconds`] = unparsed;
parsers.dateFromDays = unparsed;
const reading = { utf8: false, parsers, geoparquet: false, compressors };

/** Progress is the share of the converted rows, in bytes of the file. */
async function* csvOf(blob, { progress }) {
  const encoder = new TextEncoder();
  const file = { byteLength: blob.size, slice: (from, to = blob.size) => blob.slice(from, to).arrayBuffer() };
  const metadata = await parquetMetadataAsync(file, reading);
  // Lists and other nested columns have no cell; for the reader of the CSV they do not exist.
  const columns = parquetSchema(metadata).children.filter(
    ({ children, element }) => children.length === 0 && element.repetition_type !== "REPEATED",
  );
  const names = columns.map(({ element }) => element.name);
  const write = columns.map(({ element }) => cellWriter(/** @type {any} */ ({ ...element })));
  // cells.js, which cannot fail, interprets the value; the library gives the stored value.
  for (const { element } of columns) delete element.converted_type, delete element.logical_type;

  yield encoder.encode(`${names.map(textCell).join(",")}\n`);
  const scan = await parquetScan({ ...reading, file, metadata, columns: names });
  for (const { rowStart, rowEnd } of scan.ranges) {
    for (let from = rowStart; from < rowEnd; from += ROWS) {
      const rows = { rowStart: from, rowEnd: Math.min(rowEnd, from + ROWS) };
      const values = await Promise.all(names.map((column) => scan.readColumn({ column, ...rows })));
      progress(Math.round((blob.size * rows.rowEnd) / Number(metadata.num_rows)));
      for (const text of textsOf(values, write, rows.rowEnd - from)) yield encoder.encode(text);
    }
  }
}

/** The records of the rows, in texts of a few MiB at most. */
function* textsOf(values, write, rows) {
  let text = "";
  for (let i = 0; i < rows; i++) {
    let record = "";
    for (let j = 0; j < values.length && record.length < TOO_LONG; j++) {
      const value = values[j][i];
      if (j > 0) record += ",";
      if (value !== null && value !== undefined) record += write[j](value);
    }
    text += `${record}\n`;
    if (text.length >= PIECE) {
      yield text;
      text = "";
    }
  }
  if (text) yield text;
}

addDecoder("parquet", csvOf);
