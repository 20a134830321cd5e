// Which row of a sheet is the header, by the rules for a CSV file in core/data/dataset (opening.go, header.go), which
// read the sheet's text after this. The rows above the header go with it, so that lines have the numbers of the rows.

/** A name in one line and in small letters. */
export const inShort = (name) => name.trim().replace(/\s+/g, " ").toLowerCase();

/** How many rows the search in a public sample looks at, from the first with a value on. */
const MOST = 10;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The row with the header among the `rows` so far that have a value, each {row, names}; undefined where more are
 * needed. `isWhole` says that there are no more. Of a public sample it is the first of ten rows with the `label` that
 * has more names than all above it and no number; else the first. Of a private file, which has `expected` names, it is
 * the first row or, if that has none of them, the row on which the public sample has its header, below as many as
 * `above`. No later row has a say in this.
 */
export function headerAmong(rows, { label, expected, above = 0 }, isWhole) {
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
