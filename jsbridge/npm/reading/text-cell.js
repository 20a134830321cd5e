// A text as the cell of a CSV file, whatever the table was before. Every text has a cell: none may fail, since the values can be
// private and an error would reveal something about them.

/** More than the longest line that is read as a record, 1 MiB. The rest of a text is ignored, because the length of a text is limited, too. */
export const TOO_LONG = (1 << 20) + 8;

/** Line breaks would end a private record, and a NUL byte spoil it: one row is one line, whatever its texts hold. */
export function textCell(text) {
  const line = text.replace(/[\r\n]+/g, " ").replaceAll("\0", "\ufffd");
  return /[",;\t]|^\s/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}
