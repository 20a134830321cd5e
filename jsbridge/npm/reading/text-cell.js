// A text as the cell of a CSV file, of whatever a table was before. Every text has a cell: none may fail, since the values can be
// private and an error would tell of them.

/** More than the longest line that is read as a record, 1 MiB. What goes beyond it is not looked at, as texts have a limit, too. */
export const TOO_LONG = (1 << 20) + 8;

/** Line breaks would end a private record, and a NUL byte spoil it: one row is one line, whatever its texts hold. */
export function textCell(text) {
  const line = text.replace(/[\r\n]+/g, " ").replaceAll("\0", "\ufffd");
  return /[",;\t]|^\s/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}
