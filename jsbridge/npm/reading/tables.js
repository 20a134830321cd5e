// Tables that a program holds: an array of rows, an object of columns, or a table of Apache Arrow. They become lines of CSV, so
// that the reader of files reads them, by the same rules and with the same limits.
import { PrivadaptError } from "../errors.js";
import { TOO_LONG, textCell } from "./text-cell.js";

/** About the amount of text that is made at once. */
const PIECE = 1 << 20;

/**
 * Returns {rows, names, value(row, name)} of a table, or undefined for anything else. An array of rows has no `names`, because each
 * row has its own names; it has row(row) instead.
 */
export function tableOf(data) {
  if (Array.isArray(data)) return data.length > 0 ? { rows: data.length, row: (row) => data[row], value: (row, name) => data[row][name] } : undefined;
  if (Array.isArray(data?.schema?.fields) && typeof data.getChild === "function") return arrowTable(data);
  const prototype = data === null || typeof data !== "object" ? undefined : Object.getPrototypeOf(data);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const names = Object.keys(data);
  if (names.length === 0 || !names.every((name) => isColumn(data[name]))) return undefined;
  const rows = data[names[0]].length;
  const other = names.find((name) => data[name].length !== rows);
  if (other !== undefined)
    throw new PrivadaptError("bad-option", `the columns ${JSON.stringify(names[0])} and ${JSON.stringify(other)} have not the same number of values`);
  return { rows, names, value: (row, name) => data[name][row] };
}

const isColumn = (column) => Array.isArray(column) || (ArrayBuffer.isView(column) && !(column instanceof DataView));

function arrowTable(table) {
  const names = table.schema.fields.map(({ name }) => String(name));
  const columns = new Map(names.map((name) => [name, table.getChild(name)]));
  return { rows: table.numRows, names, value: (row, name) => columns.get(name).get(row) };
}

/** A public table as a file. A value that has no cell is an error that names its place. */
export function publicFile(table) {
  const names = table.names ?? namesOf(table);
  const cell = (row, name) => {
    const text = cellOf(table.value(row, name));
    if (text !== undefined) return text;
    throw new PrivadaptError("bad-option", `row ${row + 1}, column ${JSON.stringify(name)}: a value is a number, a text, true, false, a date or null`);
  };
  return new Blob([...lines(table.rows, names, cell)]);
}

/** The names that the rows of a public table have, in the order in which they first occur. */
function namesOf({ rows, row }) {
  const names = new Set();
  for (let i = 0; i < rows; i++) {
    const values = row(i);
    if (values === null || typeof values !== "object" || Array.isArray(values)) throw new PrivadaptError("bad-option", `row ${i + 1} is not an object; each row is one, with a value for each column`);
    for (const name of Object.keys(values)) names.add(name);
  }
  return [...names];
}

/**
 * A private table as a stream of the lines of its file. Each line is a function of its row alone: a value that cannot be read is an
 * empty cell, which means a missing value, and no row is left out. If rows are objects, the header has the names of the public
 * sample's columns, because a header made from the rows would depend on them.
 */
export function privateStream(table, columns) {
  const names = table.names ?? columns.filter(({ kind }) => kind !== "ignored").map(({ name }) => name);
  const cell = (row, name) => {
    try {
      return cellOf(table.value(row, name)) ?? "";
    } catch {
      return "";
    }
  };
  const pieces = lines(table.rows, names, cell);
  return new ReadableStream(
    {
      pull(controller) {
        const { value, done } = pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void pieces.return(),
    },
    { highWaterMark: 0 },
  );
}

function* lines(rows, names, cell) {
  const encoder = new TextEncoder();
  let text = `${names.map(textCell).join(",")}\n`;
  for (let row = 0; row < rows; row++) {
    let line = "";
    for (let k = 0; k < names.length && line.length < TOO_LONG; k++) line += (k > 0 ? "," : "") + cell(row, names[k]);
    text += `${line}\n`;
    if (text.length < PIECE) continue;
    yield encoder.encode(text);
    text = "";
  }
  if (text) yield encoder.encode(text);
}

/** A value as the cell of a CSV file; undefined for a value that has no meaning there. */
function cellOf(value) {
  switch (typeof value) {
    case "undefined":
      return "";
    case "number":
    case "boolean":
      return String(value);
    case "bigint":
      return String(Number(value)); // the nearest float64; a longer text would be read as the same number
    case "string":
      return textCell(value.length > TOO_LONG ? value.slice(0, TOO_LONG) : value);
  }
  if (value === null) return "";
  if (value instanceof Date) return Number.isNaN(Date.prototype.getTime.call(value)) ? "" : Date.prototype.toISOString.call(value);
  return undefined;
}
