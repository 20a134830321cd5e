// A private table for the engine, which reads it by the same rules as a file: the numbers of typed arrays as float64
// or, exactly, as whole numbers of 64 bits, which never become text, and all other cells as texts. dataset.ColumnStream
// describes the bytes.
import { cellOf } from "./tables.js";
import { TOO_LONG, withoutNUL } from "./text-cell.js";

/** About the number of bytes of a block. */
const BLOCK = 1 << 20;

/**
 * A private table, with its columns or, if rows are objects, the public sample's: names from the rows would
 * depend on them. Each row is a function of its own values: one that cannot be read counts as missing, and no row is
 * left out.
 */
export function privateStream(table, columns) {
  const names = table.names ?? columns.filter(({ kind }) => kind !== "ignored").map(({ name }) => name);
  const blocks = blocksOf(table, names);
  return new ReadableStream(
    {
      pull(controller) {
        const { value, done } = blocks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void blocks.return(),
    },
    { highWaterMark: 0 },
  );
}

function* blocksOf(table, names) {
  const numbers = names.map((name) => plainView(table, name));
  const texts = names.filter((_, k) => !numbers[k]);
  const stored = numbers.filter(Boolean);
  yield head(names, numbers.map(kindOf));
  const fills = (from) => stored.map((view) => (buffer, at, rows) => fill(buffer, at, rows, view, from));
  const cells = texts.length > 0 && ((row) => rowOfCells(table, row, texts));
  yield* blocks(table.rows, BLOCK, fills, stored.length, cells);
}

/** The cells of a row, each with its end. A row of more than TOO_LONG characters ends in empty cells. */
function rowOfCells(table, row, names) {
  let cells = "";
  for (const name of names) cells += `${cells.length < TOO_LONG ? cellAt(table, row, name) : ""}\0`;
  return cells;
}

function cellAt(table, row, name) {
  try {
    return cellOf(table.value(row, name), withoutNUL) ?? "";
  } catch {
    return "";
  }
}

const KINDS = [
  Float64Array,
  Float32Array,
  Int32Array,
  Uint32Array,
  Int16Array,
  Uint16Array,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  BigInt64Array,
  BigUint64Array,
];
const typedArray = Object.getPrototypeOf(Float64Array.prototype);
const own = (name) => Object.getOwnPropertyDescriptor(typedArray, name).get;
const [tagOf, bufferOf, offsetOf, lengthOf] = [
  own(Symbol.toStringTag),
  own("buffer"),
  own("byteOffset"),
  own("length"),
];

/**
 * The typed array of a column as one of the platform's own classes: a subclass could have methods of its own. Undefined
 * if the column is stored otherwise.
 */
function plainView(table, name) {
  let array;
  try {
    array = table.numbers(name);
  } catch {
    return undefined;
  }
  const Kind = KINDS.find(({ name }) => array !== undefined && name === tagOf.call(array));
  if (!Kind) return undefined;
  try {
    const view = new Kind(bufferOf.call(array), offsetOf.call(array), lengthOf.call(array));
    if (view.length >= table.rows || !WHOLE[kindOf(view)]) return view;
  } catch {
    // a detached buffer
  }
  return new Float64Array(0);
}

/** Kinds of columns, and the numbers that their blocks hold. */
const WHOLE = { i: BigInt64Array, u: BigUint64Array };

function kindOf(view) {
  if (view instanceof BigInt64Array) return "i";
  if (view instanceof BigUint64Array) return "u";
  return view ? "n" : "t";
}

/**
 * Copies as many numbers as there are; a buffer may have been detached or shortened since. A number that is gone is
 * NaN, or a zero where there is no NaN.
 */
function fill(buffer, at, rows, view, from) {
  const place = new (WHOLE[kindOf(view)] ?? Float64Array)(buffer, at, rows);
  const { length } = view;
  if (place instanceof Float64Array && from + rows > length) place.fill(NaN);
  place.set(view.subarray(Math.min(from, length), Math.min(from + rows, length)));
}

// The bytes of a private table in columns, as dataset.ColumnStream describes them: a head, and then blocks of rows.
/** The head of a stream; the kinds of its columns are letters. */
export function head(names, kinds) {
  const text = new TextEncoder().encode(names.map(withoutNUL).join("\0"));
  const bytes = new Uint8Array(12 + names.length + text.length);
  bytes.set(new TextEncoder().encode("cols"));
  setLengths(bytes, 4, names.length, text.length);
  kinds.forEach((kind, k) => (bytes[12 + k] = kind.charCodeAt(0)));
  bytes.set(text, 12 + names.length);
  return bytes;
}

/**
 * A block of rows. fills[k](buffer, at, rows) writes the k-th column of numbers; `text` has the cells of the other
 * columns, each with its end.
 */
function block(rows, fills, text) {
  const encoded = new TextEncoder().encode(text);
  const bytes = new Uint8Array(8 + 8 * rows * fills.length + encoded.length);
  setLengths(bytes, 0, rows, encoded.length);
  fills.forEach((fill, k) => fill(bytes.buffer, 8 + 8 * rows * k, rows));
  bytes.set(encoded, bytes.length - encoded.length);
  return bytes;
}

/**
 * The blocks of rows, each of about `size` bytes: fills(from) are those of the `numbers` columns of numbers from a row on,
 * and cells(row) are the texts of a row, false where no column has any.
 */
export function* blocks(rows, size, fills, numbers, cells) {
  const most = Math.max(1, Math.floor(size / 8 / Math.max(1, numbers)));
  for (let from = 0, to; from < rows; from = to) {
    let text = "";
    const end = Math.min(rows, from + most);
    if (!cells) to = end;
    else for (to = from; to < end && text.length < size; to++) text += cells(to);
    yield block(to - from, fills(from), text);
  }
}

function setLengths(bytes, at, first, second) {
  const view = new DataView(bytes.buffer);
  view.setUint32(at, first, true);
  view.setUint32(at + 4, second, true);
}
