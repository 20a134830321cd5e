// Rows that a program holds as objects, by columns: what crosses to the engine at once, without a text for each number.
import { PrivadaptError } from "../errors.js";

/** A number as a table has it, by the engine's grammar; both round to the nearest float64. */
const DECIMAL = /^[ \t]*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?[ \t]*$/i;

/**
 * Returns [{name, numbers, codes, texts}] of the rows, one for each of the model's `columns`, {name, kind}, that some row has, and
 * {name} for each other column of the first row. Row i has the text of the number codes[i], counted from 1, where that is above 0,
 * and else the number numbers[i]. `texts` are in UTF-8, one a line; `codes` and `texts` are absent where all values are numbers.
 */
export function columnsOf(rows, columns) {
  const used = columns.filter(({ kind }) => kind !== "ignored");
  const found = used.map((column) => columnOf(rows, column)).filter(Boolean);
  const known = new Set(columns.map(({ name }) => name));
  const others = Object.keys(rows[0] ?? {}).filter((name) => !known.has(name));
  return [...found, ...others.map((name) => ({ name }))];
}

function columnOf(rows, { name, kind }) {
  const numeric = kind === "numeric";
  const numbers = new Float64Array(rows.length);
  const codes = new Int32Array(rows.length);
  const texts = new Map();
  let present = rows.length === 0;
  for (let i = 0; i < rows.length; i++) {
    const value = valueOf(rows[i], name, i);
    present ||= value !== undefined;
    if (numeric && typeof value === "number") {
      numbers[i] = value;
      continue;
    }
    const text = textOf(value, name, i);
    if (numeric && DECIMAL.test(text) && Number.isFinite((numbers[i] = Number(text)))) continue;
    let code = texts.get(text);
    if (code === undefined) texts.set(text, (code = texts.size + 1));
    codes[i] = code;
  }
  if (!present) return undefined;
  return texts.size === 0 ? { name, numbers } : { name, numbers, codes, texts: new TextEncoder().encode([...texts.keys()].join("\n")) };
}

function valueOf(row, name, i) {
  if (row === null || typeof row !== "object" || Array.isArray(row))
    throw new PrivadaptError("bad-option", `row ${i + 1} is not an object; each row is one, with a value for each column`);
  try {
    return row[name];
  } catch (cause) {
    throw new PrivadaptError("bad-option", `row ${i + 1}, column ${JSON.stringify(name)}: the value cannot be read`, { cause });
  }
}

/** One line: the texts of a column are one a line. */
function textOf(value, name, i) {
  switch (typeof value) {
    case "undefined":
      return "";
    case "string":
      return /[\r\n]/.test(value) ? value.replace(/[\r\n]/g, " ") : value;
    case "number":
    case "boolean":
    case "bigint":
      return String(value);
  }
  if (value === null) return "";
  throw new PrivadaptError("bad-option", `row ${i + 1}, column ${JSON.stringify(name)}: a value is a number, a text, true, false or null`);
}
