// A text as the cell of a CSV file, for tables of every format. Every text has a cell and none may fail, because the
// values can be private and an error would reveal something about them.

/**
 * More than 1 MiB, the longest record whose cells are read. The rest of a text is ignored, because the length of a
 * string is limited too. A record to which no cell is added beyond it has at most 7 MiB in UTF-8, so its line breaks
 * never divide it: see core/data/dataset/csv/records.go.
 */
export const TOO_LONG = (1 << 20) + 8;

/** About how much text is made and handed on at once: one text of a whole table would exceed what a string can hold. */
const PIECE = 1 << 20;

/** Lines joined into texts of a few MiB at most. */
export function* inPieces(lines) {
  let text = "";
  for (const line of lines) {
    text += line;
    if (text.length < PIECE) continue;
    yield text;
    text = "";
  }
  if (text) yield text;
}

/** A NUL would spoil a private record, so it is replaced in texts. */
export const withoutNUL = (text) => text.replaceAll("\0", "\ufffd");

/**
 * The cell is one of RFC 4180: in quotes, inside which quotes are doubled, if it has line breaks or other special
 * characters.
 */
export function textCell(text) {
  const cell = withoutNUL(text);
  return /[",;\t\r\n]|^\s/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
