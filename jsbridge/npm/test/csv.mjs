// CSV files by RFC 4180, for tests.

/**
 * The records of a CSV file whose lines end in "\n", each a list of its cells. Undefined for a text that is not well
 * formed, or has no "\n" at its end.
 */
export function recordsOf(text) {
  const records = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))([,\n])/y;
  let record = [];
  while (field.lastIndex < text.length) {
    const found = field.exec(text);
    if (!found) return undefined;
    const [, quoted, plain, end] = found;
    record.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ",") continue;
    records.push(record);
    record = [];
  }
  return record.length === 0 ? records : undefined;
}

/** A CSV file of records, a list of cells each. `end` is at the end of each, and `all` puts all cells in quotes. */
export const csvOf = (records, { delimiter = ",", end = "\n", all = false } = {}) =>
  records
    .map(
      (cells) =>
        cells
          .map((cell) =>
            all || /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
          )
          .join(delimiter) + end,
    )
    .join("");
