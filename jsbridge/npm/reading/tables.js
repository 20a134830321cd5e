// Tables that a program holds: an array of rows, an object of columns, or a table of Apache Arrow. A public one becomes
// the records of its CSV file, whose digest is the sample's; for a private one see column-stream.js.
import { PrivadaptError } from "../errors.js";
import { TOO_LONG, inPieces, textCell } from "./text-cell.js";

/**
 * Returns {rows, names, value(row, name), numbers(name)} of a table, or undefined for anything else. `numbers` returns
 * the typed array that a column is stored in, or undefined if it is stored otherwise. An array of rows has no `names`,
 * because each row has its own names; it has row(row) instead.
 */
export function tableOf(data) {
  if (Array.isArray(data))
    return data.length > 0
      ? { rows: data.length, row: (row) => data[row], value: (row, name) => valueIn(data[row], name), numbers() {} }
      : undefined;
  if (Array.isArray(data?.schema?.fields) && typeof data.getChild === "function") return arrowTable(data);
  const prototype = data === null || typeof data !== "object" ? undefined : Object.getPrototypeOf(data);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const columns = new Map(Object.keys(data).map((name) => [name, columnOf(data, name)]));
  if (columns.size === 0 || ![...columns.values()].every(isColumn)) return undefined;
  const [[first, { length: rows }]] = columns;
  for (const [name, { length }] of columns) {
    if (length !== rows)
      throw new PrivadaptError(
        "bad-option",
        `the columns ${JSON.stringify(first)} and ${JSON.stringify(name)} have not the same number of values`,
      );
  }
  const numbers = (name) => (ArrayBuffer.isView(columns.get(name)) ? columns.get(name) : undefined);
  return { rows, names: [...columns.keys()], value: (row, name) => columns.get(name)[row], numbers };
}

/**
 * A row's value in a column. What every object inherits, such as `constructor`, is none; a row's own class may have
 * getters.
 */
export const valueIn = (row, name) => (name in Object.prototype && !Object.hasOwn(row, name) ? undefined : row[name]);

/** A row of a public table, or of one to predict. */
export function objectOf(row, i) {
  if (row !== null && typeof row === "object" && !Array.isArray(row)) return row;
  throw new PrivadaptError(
    "bad-option",
    `row ${i + 1} is not an object; each row is one, with a value for each column`,
  );
}

/** A column is looked up once: a getter could give another one each time. */
function columnOf(data, name) {
  try {
    return data[name];
  } catch (cause) {
    throw new PrivadaptError("bad-option", `the column ${JSON.stringify(name)} cannot be read`, { cause });
  }
}

const isColumn = (column) => Array.isArray(column) || (ArrayBuffer.isView(column) && !(column instanceof DataView));

function arrowTable(table) {
  const names = table.schema.fields.map(({ name }) => String(name));
  const columns = new Map(names.map((name) => [name, table.getChild(name)]));
  return {
    rows: table.numRows,
    names,
    value: (row, name) => columns.get(name).get(row),
    numbers: (name) => arrowNumbers(columns.get(name)),
  };
}

/** Arrow's type ids of integers and floating-point numbers; a HALF is stored as an integer. */
const INTEGER = 2;
const FLOAT = 3;
const HALF = 0;

/** The numbers of an Arrow column without nulls. */
function arrowNumbers(column) {
  const { typeId, precision } = column?.type ?? {};
  const plain = column?.nullCount === 0 && (typeId === INTEGER || (typeId === FLOAT && precision !== HALF));
  return plain ? column.toArray() : undefined;
}

/** A public table as a file. A value that has no cell is an error that names its place. */
export function publicFile(table) {
  const names = table.names ?? namesOf(table);
  const cell = (row, name) => {
    const text = cellOf(table.value(row, name));
    if (text !== undefined) return text;
    throw new PrivadaptError(
      "bad-option",
      `row ${row + 1}, column ${JSON.stringify(name)}: a value is a number, a text, true, false, a date or null`,
    );
  };
  return new Blob([...inPieces(records(table.rows, names, cell))]);
}

/** The names that the rows of a public table have, in the order in which they first occur. */
function namesOf({ rows, row }) {
  const names = new Set();
  for (let i = 0; i < rows; i++) {
    for (const name of Object.keys(objectOf(row(i), i))) names.add(name);
  }
  return [...names];
}

function* records(rows, names, cell) {
  yield `${names.map(textCell).join(",")}\n`;
  for (let row = 0; row < rows; row++) {
    let record = "";
    for (let k = 0; k < names.length && record.length < TOO_LONG; k++)
      record += (k > 0 ? "," : "") + cell(row, names[k]);
    yield `${record}\n`;
  }
}

/** Of a whole number that is read: far more than any float64 has, and few enough to be written in no time. */
const MOST_BITS = 4096;

/**
 * A value as the cell of a CSV file, or a text as `cellOfText` writes it; undefined for a value that has no meaning
 * there.
 */
export function cellOf(value, cellOfText = textCell) {
  switch (typeof value) {
    case "undefined":
      return "";
    case "number":
    case "boolean":
      return String(value);
    case "bigint":
      return BigInt.asIntN(MOST_BITS, value) === value ? String(value) : "";
    case "string":
      return cellOfText(value.length > TOO_LONG ? value.slice(0, TOO_LONG) : value);
  }
  if (value === null) return "";
  if (value instanceof Date)
    return Number.isNaN(Date.prototype.getTime.call(value)) ? "" : Date.prototype.toISOString.call(value);
  return undefined;
}
