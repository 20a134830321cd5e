// What data are given as.

/**
 * A table with a header line, in one of the formats that the README lists, told by its first bytes. Where it is given
 * as a stream it can be neither Parquet nor an Excel workbook, except as a public sample, which is read whole first. Of
 * Parquet, nulls are missing values, lists and other nested columns are passed over, dates and times are texts in ISO
 * 8601, truth values "true" and "false".
 *
 * Of a workbook one sheet is read: its values as they are stored, of a formula the last result, dates and times as
 * texts in ISO 8601, truth values as "TRUE" and "FALSE". Errors such as #N/A and empty cells are missing values, and
 * all but the first of merged cells are empty. The header is the row that it would be in a CSV file of these cells;
 * columns without a name in it are not read. Each further row is one, up to the last with a cell in the file, be it
 * only a formatted one. A file may have 512 MiB, its sheet 2 GiB unpacked and its texts 256 MiB.
 */
export type Bytes = Blob | Uint8Array | ArrayBuffer | Stream;

/** A web stream, or what gives pieces one after the other, such as a stream of Node's. Texts are taken as UTF-8. */
export type Stream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;

/** A private file or its bytes; in Node also its path or file: URL. */
export type PrivateFile = Blob | Uint8Array | ArrayBuffer | string | URL;

/** What a cell of a table can hold. A Date is a text in ISO 8601. */
export type Value = number | bigint | string | boolean | Date | null | undefined;

/**
 * A table in memory: an array of rows, an object of columns of one length, or a table of Apache Arrow. It is read as
 * the CSV file of its values would be. A public one becomes that file, whose digest is the sample's. Of private rows
 * each is read by itself and none can fail: what has no meaning in a cell counts as missing. Private numbers in typed
 * arrays, and Arrow's columns of numbers without nulls, reach the engine as they are, without becoming text. The
 * columns of private rows given as an array are looked up by the names that the public sample has, exactly; no other
 * column of theirs is looked at, so none that repeats as names of people do is found (`repeating`), and whoever gives
 * such rows has to name the `unit`.
 */
export type Table = readonly TableRow[] | Readonly<Record<string, ArrayLike<Value>>> | ArrowTable;

/** A row by column name. An array is not one: all of its values would count as missing. */
export type TableRow = Readonly<Record<string, unknown>> | (object & { readonly [Symbol.iterator]?: never });

/** What is used of a table of the package apache-arrow. */
export interface ArrowTable {
  readonly numRows: number;
  readonly schema: { readonly fields: readonly { readonly name: unknown }[] };
  getChild(name: string): { get(row: number): unknown } | null;
}

/**
 * Rows by column name. A value that is null, undefined or an empty text counts as the source's mean; NaN, or a text in
 * a numeric column that is no number, is an error that names the row, counted from 1, and the column.
 */
export type Rows = readonly Readonly<Record<string, Value>>[];
