// A text as the cell of a CSV file, for tables of every format. Every text has a cell and none may fail, because the values can
// be private and an error would reveal something about them.

/** More than 1 MiB, the longest line that is read as a record. The rest of a text is ignored, because the length of a string is limited too. */
export const TOO_LONG = (1 << 20) + 8;

/** A line break would end a private record, and a NUL byte would spoil it. So that one row is one line, both are replaced in texts. */
export const lineOfText = (text) => text.replace(/[\r\n]+/g, " ").replaceAll("\0", "\ufffd");

export function textCell(text) {
  const line = lineOfText(text);
  return /[",;\t]|^\s/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}
