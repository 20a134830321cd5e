// The rows of a sheet as the records of a CSV file. A private row is one record that only its own cells decide:
//   - the header is one row, see header.js; its columns with a name are the table's, and no other column is read;
//   - each further row up to the last one that has a cell, be it an empty one, is a record, as is a row in between that
//     the file leaves out. So no row is passed over for what is in it.
import { TOO_LONG, inPieces, textCell } from "../reading/text-cell.js";
import { readXML } from "./workbook.js";

/** A sheet has no more rows and columns. */
const MOST_ROWS = 1 << 20;
const MOST_COLUMNS = 1 << 14;

/** Of a formula that stands for its value, which the file does not have. */
const LONGEST_FORMULA = 200;

/** Resolves with the names in the header of a sheet, and reads no more of it than needed; none if it is empty. */
export async function headerOf(pieces, workbook, how) {
  let names = [];
  const onHeader = (header) => (names = header);
  for await (const _ of recordsOf(pieces, workbook, how, { onHeader })) break;
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
export async function* recordsOf(
  pieces,
  workbook,
  how,
  /** @type {Record<string, any>} */ { progress = () => {}, onHeader },
) {
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
    yield* inPieces(linesOf(records));
    records = [];
  }
  if (columns || first.length === 0) return;
  settle(true);
  yield* inPieces(linesOf(records));
}

function* linesOf(records) {
  for (const [record, times] of records) for (let i = 0; i < times; i++) yield `${record}\n`;
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

// One value of a workbook as the cell of a CSV file: the value that is stored, not what a format makes of it on the
// screen. Every value has a cell: none may fail, since the values can be private and an error would reveal something
// about them. What has no sensible cell has an empty one, which means a missing value.
/**
 * What a spreadsheet stores of a number; of any other text in its place nothing is read. Of a text of any length it is
 * found in time that grows as the length, because no digit can be before the point and after it.
 */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

const TRUTH = new Map([
  ["0", "FALSE"],
  ["false", "FALSE"],
  ["1", "TRUE"],
  ["true", "TRUE"],
]);

/**
 * Writes the cell with this type (attribute t; "n" if there is none), whose value's text is given. `isDate` says
 * whether its format shows a date; see openWorkbook for the others. ECMA-376 part 1, 18.18.11 has the types.
 */
function cellOf({ type, text, isDate, formula, hasValue }, { starts1904, shared }) {
  // A program that only writes has not computed it. The reader of the table says so; (…) is one that another cell has.
  // Some write an empty value in place of none; one of a text is an empty text.
  if (formula !== undefined && (!hasValue || (text === "" && type !== "str")))
    return textCell(`=${unescaped(formula) || "(…)"}`);
  switch (type) {
    case "s":
      return NUMBER.test(text) ? textCell(shared[Number(text)] ?? "") : "";
    case "str":
    case "inlineStr":
      return textCell(unescaped(text));
    case "d":
      return textCell(text);
    case "b":
      return TRUTH.get(text.trim()) ?? "";
    case "e": // #N/A and the others: no value
      return "";
  }
  const number = text.trim();
  if (!NUMBER.test(number)) return "";
  return isDate ? dateCell(Number(number), starts1904) : inOneForm(number);
}

/**
 * Programs store 7 also as 7.0 or 7E0, which a spreadsheet shows as one number. Its cells must be one text, because
 * texts tell people apart. A whole number keeps all its digits.
 */
const inOneForm = (number) => (/^(0|-?[1-9]\d*)$/.test(number) ? number : String(Number(number)));

/** _x000D_ stands for the character of that number, which XML could not hold (ECMA-376 part 1, 22.9.2.19). */
export const unescaped = (text) =>
  text.includes("_x") ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code) => String.fromCharCode(parseInt(code, 16))) : text;

const DAY = 86_400_000;

/** From these days on serials count, in days since 1970-01-01. */
const EPOCH_1904 = -24_107;
const EPOCH_1900 = -25_569;

/**
 * A serial, days with the time as their fraction, as ISO 8601. Serial 1 is 1900-01-01 and 61 is 1900-03-01: serial 60
 * is a 29 February that there was not, and has no cell.
 */
function dateCell(serial, starts1904) {
  const day = Math.floor(serial);
  if (!starts1904 && day === 60) return "";
  const epoch = starts1904 ? EPOCH_1904 : EPOCH_1900 + (day < 60 ? 1 : 0);
  const date = new Date(Math.round((serial + epoch) * DAY));
  if (Number.isNaN(date.getTime())) return "";
  const text = date.toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, -14) : text;
}

/**
 * Formats with a number of their own that show a date (ECMA-376 part 1, 18.8.30). Times alone stay numbers: parts of a
 * day.
 */
const OWN_DATES = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);

/**
 * Whether a number format shows a date: its code, without quoted and escaped characters, colours and languages, asks
 * for a year, a day or a month alone. A duration such as [h]:mm does not.
 */
export function showsDate(id, code) {
  if (code === undefined) return OWN_DATES.has(id);
  const marks = code.replace(/"[^"]*"?|[\\_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "").split(";")[0];
  return marks !== "General" && (/[yd]/i.test(marks) || (/m/i.test(marks) && !/[hs]/i.test(marks)));
}

// Which row of a sheet is the header, by the rules for a CSV file in core/data/dataset (header.go), which read the
// sheet's text after this. The rows above the header go with it, so that lines have the numbers of the rows.

/** A name in one line and in small letters. */
export const inShort = (name) => name.trim().replace(/\s+/g, " ").toLowerCase();

/** How many rows the search in a public sample looks at, from the first with a value on. */
const MOST = 10;

/**
 * The row with the header among the `rows` so far that have a value, each {row, names}; undefined where more are
 * needed. `isWhole` says that there are no more. Of a public sample it is the first of ten rows with the `label` that
 * has more names than all above it and no number; else the first. Of a private file, which has `expected` names, it is
 * the first row or, if that has none of them, the row on which the public sample has its header, below as many as
 * `above`. No later row has a say in this.
 */
function headerAmong(rows, { label, expected, above = 0 }, isWhole) {
  const [first] = rows;
  const last = rows.at(-1);
  if (expected === undefined) return label === undefined ? first : labelledRow(rows, label, isWhole);
  const wanted = new Set([...expected, label ?? ""].map(inShort));
  if (first.row > above || first.names.some((name) => name !== "" && wanted.has(inShort(name)))) return first;
  if (last.row <= above && !isWhole) return undefined;
  return rows.find(({ row, names }) => row === above + 1 && names.some((name) => name !== "")) ?? first;
}

function labelledRow(rows, label, isWhole) {
  const [first] = rows;
  let widest = 0;
  for (const one of rows) {
    if (one.row >= first.row + MOST) return first;
    const filled = one.names.filter((name) => name !== "");
    const isHeader = filled.length > widest && !filled.some((name) => NUMBER.test(name));
    if (filled.includes(label) && (one === first || isHeader)) return one;
    widest = Math.max(widest, filled.length);
  }
  return isWhole || rows.at(-1).row >= first.row + MOST - 1 ? first : undefined;
}
