// Converts rows that a program holds as objects to columns, which cross to the engine at once, without a text for each
// number.
import { PrivadaptError } from "../errors.js";
import { MISSING } from "./formats.gen.js";
import { objectOf, publicFile, valueIn } from "./tables.js";

/** A number as written in a file, by the engine's grammar; both round to the nearest float64. */
const DECIMAL = /^[ \t]*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?[ \t]*$/i;

const NOT_FINITE = /^[ \t]*[+-]?(?:nan|inf|infinity)[ \t]*$/i;

/**
 * Returns the values of the rows as the engine takes them, {values, rows}: one of a model's `columns` after the other,
 * numbers as they are, of a categorical column the order of the level, NaN where a value is missing or is no level.
 * Beside them {missingColumns, surplusColumns}: columns that no row has, and names of the first row that the model does
 * not know.
 *
 * Only the engine can read dates, and texts that are not exactly a level. It then has to read them from a file, so
 * {file} replaces the values.
 */
export function valuesOf(rows, columns) {
  const values = new Float64Array(rows.length * columns.length).fill(NaN);
  const missingColumns = [];
  const names = [];
  let plain = true;
  columns.forEach((column, k) => {
    if (column.kind === "ignored") return;
    const place = values.subarray(k * rows.length, (k + 1) * rows.length);
    const filled =
      column.kind === "numeric" && !column.dates ? fillNumbers(place, rows, column) : fillLevels(place, rows, column);
    plain &&= filled.plain;
    (filled.present ? names : missingColumns).push(column.name);
  });
  const known = new Set(columns.map(({ name }) => name));
  const surplusColumns = Object.keys(rows[0] ?? {}).filter((name) => !known.has(name));
  if (plain) return { values, rows: rows.length, missingColumns, surplusColumns };
  return {
    file: publicFile({ rows: rows.length, names, value: (row, name) => valueIn(rows[row], name) }),
    missingColumns,
    surplusColumns,
  };
}

function fillNumbers(place, rows, { name }) {
  let present = rows.length === 0;
  for (let i = 0; i < rows.length; i++) {
    const value = cellOf(rows[i], name, i);
    present ||= value !== undefined;
    if (typeof value === "number") {
      if (!Number.isFinite(value)) throw notANumber("not-finite", value, name, i);
      place[i] = value;
      continue;
    }
    const text = textOf(value, name, i);
    if (DECIMAL.test(text)) place[i] = Number(text);
    else if (NOT_FINITE.test(text)) throw notANumber("not-finite", text, name, i);
    else if (!isMissing(text)) throw notANumber("not-a-number", text, name, i);
  }
  return { present, plain: true };
}

function fillLevels(place, rows, { name, levels }) {
  const order = new Map(levels.map((level, k) => [level.name, k]));
  let present = rows.length === 0;
  let plain = true;
  for (let i = 0; i < rows.length; i++) {
    const value = cellOf(rows[i], name, i);
    present ||= value !== undefined;
    const text = value instanceof Date ? "a date" : textOf(value, name, i);
    const level = order.get(text);
    if (level !== undefined) place[i] = level;
    else plain &&= isMissing(text);
  }
  return { present, plain };
}

const isMissing = (text) => MISSING.includes(text.replace(/^[ \t]+|[ \t]+$/g, "").toLowerCase());

function notANumber(code, value, name, i) {
  const shown =
    typeof value === "string" ? JSON.stringify(value.length > 40 ? `${value.slice(0, 39)}…` : value) : value;
  return new PrivadaptError(
    code,
    `row ${i + 1}, column ${JSON.stringify(name)}: ${shown} is not a finite number; correct it, or give null where a value is missing`,
  );
}

function cellOf(row, name, i) {
  objectOf(row, i);
  try {
    return valueIn(row, name);
  } catch (cause) {
    throw new PrivadaptError("bad-option", `row ${i + 1}, column ${JSON.stringify(name)}: the value cannot be read`, {
      cause,
    });
  }
}

function textOf(value, name, i) {
  switch (typeof value) {
    case "undefined":
      return "";
    case "string":
      return value;
    case "number":
    case "boolean":
    case "bigint":
      return String(value);
  }
  if (value === null) return "";
  throw new PrivadaptError(
    "bad-option",
    `row ${i + 1}, column ${JSON.stringify(name)}: a value is a number, a text, true, false or null`,
  );
}

/** The columns of a model; none if the text is not a release, which the engine then refuses. */
export function columnsOfModel(text) {
  try {
    const { columns } = JSON.parse(text).provenance.schema;
    return columns.map(({ name, kind, dates, levels }) => ({
      name: String(name),
      kind,
      dates,
      levels: (levels ?? []).map((level) => ({ name: level.name })),
    }));
  } catch {
    return [];
  }
}

/** Refuses a table that lacks columns of the model: otherwise a misspelt name would pass unnoticed. */
export function checkColumns({ missingColumns, surplusColumns }, columns) {
  if (missingColumns.length === 0) return;
  const used = columns.filter(({ kind }) => kind !== "ignored").map(({ name }) => name);
  const surplus = surplusColumns.length > 0 ? ` and does not know ${listed(surplusColumns)}` : "";
  throw new PrivadaptError(
    "missing-column",
    `the data have no column ${listed(missingColumns)}; the model needs ${listed(used)}${surplus}. Correct the names, or pass onMissing: "mean" to take the average of the public sample`,
  );
}

/** The remarks about a table that was predicted. */
export function notesOn({ repairedCells, missingColumns, nonlinear }) {
  const as = nonlinear ? "missing values" : "the average of the public sample";
  const notes = [];
  if (repairedCells === 1)
    notes.push(`1 cell is blank or cannot be read, and counts as ${nonlinear ? "a missing value" : as}`);
  else if (repairedCells > 0) notes.push(`${repairedCells} cells are blank or cannot be read, and count as ${as}`);
  if (missingColumns.length > 0) notes.push(`missing columns count as ${as}: ${missingColumns.join(", ")}`);
  return notes;
}

function listed(names) {
  const most = 30;
  const rest = names.length > most ? ` and ${names.length - most} more` : "";
  return (
    names
      .slice(0, most)
      .map((name) => JSON.stringify(name))
      .join(", ") + rest
  );
}
