// One value of a workbook as the cell of a CSV file: the value that is stored, not what a format makes of it on the
// screen. Every value has a cell: none may fail, since the values can be private and an error would reveal something
// about them. What has no sensible cell has an empty one, which means a missing value.
import { textCell } from "../reading/text-cell.js";

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
export function cellOf({ type, text, isDate, formula, hasValue }, { starts1904, shared }) {
  // A program that only writes has not computed it. The reader of the table says so; (…) is one that another cell has.
  if (formula !== undefined && !hasValue) return textCell(`=${unescaped(formula) || "(…)"}`);
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
