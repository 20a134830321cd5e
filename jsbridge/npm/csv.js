// The writer of every table that a person may open: predictions, and the figures of the paper. What strangers chose, such
// as the names of classes, must do nothing in a spreadsheet. Tables for the engine are written by reading/text-cell.js,
// which changes no text.

/** What a spreadsheet may take for a formula, also in the wide letters of East Asian writing. */
const FORMULA = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Lines of cells, which are numbers or texts, as a text. */
export const tableCSV = (lines) => lines.map((cells) => `${cells.map(cell).join(",")}\n`).join("");

/**
 * Predictions: of numbers a column of what predict() returns; of classes, as classify() returns them, the likeliest and
 * the probability of each.
 */
export function predictionsCSV(/** @type {any} */ { predictions, classes, labels, probabilities }) {
  if (predictions) return `prediction\n${predictions.length > 0 ? `${predictions.join("\n")}\n` : ""}`;
  return tableCSV([
    ["prediction", ...classes.map((name) => `p(${name})`)],
    ...labels.map((label, row) => [label, ...probabilities.map((column) => column[row])]),
  ]);
}

/**
 * A number or nothing as it is. A text that begins like a formula and is no number gets ' before it. Controls become
 * spaces, so that one row is one line.
 */
export function cell(value) {
  if (typeof value !== "string") return String(value ?? "");
  const text = (FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value).replace(/\p{Cc}+/gu, " ");
  // Some spreadsheets divide at other marks than the comma.
  return /[",;|]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
