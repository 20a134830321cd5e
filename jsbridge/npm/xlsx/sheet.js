// The rows of a sheet as the records of a CSV file. A private row is one record that only its own cells decide:
//   - the header is one row, see header.js; its columns with a name are the table's, and no other column is read;
//   - each further row up to the last one that has a cell, be it an empty one, is a record, as is a row in between that
//     the file leaves out. So no row is passed over for what is in it.
import { TOO_LONG } from "../reading/text-cell.js";
import { cellOf } from "./cells.js";
import { headerAmong } from "./header.js";
import { readXML } from "./xml.js";

/** A sheet has no more rows and columns. */
const MOST_ROWS = 1 << 20;
const MOST_COLUMNS = 1 << 14;

/** Of a formula that stands for its value, which the file does not have. */
const LONGEST_FORMULA = 200;

/** About how much text is handed on at once. */
const PIECE = 1 << 20;

/** Resolves with the names in the header of a sheet, and reads no more of it than needed; none if it is empty. */
export async function headerOf(pieces, workbook, how) {
  let names = [];
  for await (const _ of recordsOf(
    pieces,
    workbook,
    how,
    () => {},
    (header) => (names = header),
  ))
    break;
  return names;
}

/** The text of a cell of a CSV file. */
const textOf = (cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);

/** The name that a cell gives a column, on one line; "" where there is none. */
const nameOf = (cell = "") =>
  textOf(cell)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join(" ")
    .trim();

/**
 * The text of a sheet's `pieces`, in parts. Records have the numbers of the sheet's rows. `how` says by what the header
 * is known, see header.js; `progress` is called with the bytes that are done, `onHeader` with the names in the header.
 */
export async function* recordsOf(pieces, workbook, how, progress, onHeader) {
  let records = []; // those that are ready, each [record, how many of it]
  let columns; // of the table, once there is a header
  const first = []; // rows with a value until then: {row, cells, names}
  let row = 0; // the number of the present row, from 1
  let written = 0; // the last row with a record
  let cells; // of the present row, by their columns
  let hasCell = false; // the present row has one, even where no table can be
  let cell; // the present one
  let taking = false;
  let inFormula = false;
  let aside = 0;

  const endRow = () => {
    if (!hasCell) return;
    if (columns) return void write(row, cells);
    const names = Array.from(cells, nameOf);
    if (first.length === 0 && names.every((name) => name === "")) return;
    first.push({ row, cells, names });
    settle(false);
  };

  /** Writes the first rows once the header among them is known. */
  const settle = (isWhole) => {
    const header = headerAmong(first, how, isWhole);
    if (header === undefined) return;
    columns = [...header.names.keys()].filter((column) => header.names[column] !== "");
    onHeader?.(columns.map((column) => header.names[column]));
    for (const { row, cells } of first) write(row, cells);
  };

  const write = (row, cells) => {
    records.push([written === 0 ? "" : ",".repeat(columns.length - 1), row - 1 - written]);
    let record = "";
    for (let k = 0; k < columns.length && record.length < TOO_LONG; k++)
      record += (k > 0 ? "," : "") + (cells[columns[k]] ?? "");
    records.push([record, 1]);
    written = row;
  };

  const handlers = {
    open(element, attributes) {
      switch (element) {
        case "row":
          row = numberOf(attributes.r, row);
          cells = [];
          hasCell = false;
          break;
        case "c":
          hasCell = true;
          cell = {
            column: columnOf(attributes.r, cell?.column ?? -1),
            type: attributes.t,
            isDate: workbook.dates[Number(attributes.s ?? 0)] === true,
            text: "",
          };
          break;
        case "f":
          if (cell) cell.formula = "";
          break;
        case "v":
          if (cell) cell.hasValue = true;
          break;
        case "rph":
          aside++;
      }
      taking = (element === "v" || element === "t") && aside === 0;
      inFormula = element === "f";
    },
    text(part) {
      if (taking && cell) cell.text += part.slice(0, TOO_LONG - cell.text.length);
      if (inFormula && cell) cell.formula += part.slice(0, LONGEST_FORMULA - cell.formula.length);
    },
    close(element) {
      taking = inFormula = false;
      switch (element) {
        case "rph":
          aside = Math.max(0, aside - 1);
          break;
        case "c":
          if (cells && cell && cell.column < MOST_COLUMNS) cells[cell.column] = cellOf(cell, workbook);
          break;
        case "row":
          if (cells) endRow();
          cells = cell = undefined;
      }
    },
  };
  let done = 0;
  for await (const bytes of readXML(pieces, handlers)) {
    progress((done += bytes));
    yield* textsOf(records);
    records = [];
  }
  if (columns || first.length === 0) return;
  settle(true);
  yield* textsOf(records);
}

/** The records in texts of a few MiB at most. */
function* textsOf(records) {
  let text = "";
  for (const [record, times] of records) {
    for (let i = 0; i < times; i++) {
      text += `${record}\n`;
      if (text.length < PIECE) continue;
      yield text;
      text = "";
    }
  }
  if (text) yield text;
}

/**
 * A row's number, which the file may leave out. One that is not after the row before, or none that a sheet has, is the
 * next.
 */
function numberOf(reference, last) {
  const place = Number(reference);
  return Number.isInteger(place) && place > last && place <= MOST_ROWS ? place : last + 1;
}

/** A cell's column, from 0, by the letters of its reference such as AB12, which the file may leave out. */
function columnOf(reference, last) {
  let column = 0;
  for (let i = 0; i < reference?.length; i++) {
    const letter = (reference.charCodeAt(i) | 32) - 96;
    if (letter < 1 || letter > 26) break;
    column = Math.min(26 * column + letter, 2 * MOST_COLUMNS);
  }
  return column > 0 ? column - 1 : last + 1;
}
