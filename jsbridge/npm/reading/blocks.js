// The bytes of a private table in columns, as dataset.ColumnStream describes them: a head, and then blocks of rows.
import { withoutNUL } from "./text-cell.js";

/** The head of a stream; the kinds of its columns are letters. */
export function head(names, kinds) {
  const text = new TextEncoder().encode(names.map(withoutNUL).join("\0"));
  const bytes = new Uint8Array(12 + names.length + text.length);
  bytes.set(new TextEncoder().encode("cols"));
  setLengths(bytes, 4, names.length, text.length);
  kinds.forEach((kind, k) => (bytes[12 + k] = kind.charCodeAt(0)));
  bytes.set(text, 12 + names.length);
  return bytes;
}

/**
 * A block of rows. fills[k](buffer, at, rows) writes the k-th column of numbers; `text` has the cells of the other
 * columns, each with its end.
 */
export function block(rows, fills, text) {
  const encoded = new TextEncoder().encode(text);
  const bytes = new Uint8Array(8 + 8 * rows * fills.length + encoded.length);
  setLengths(bytes, 0, rows, encoded.length);
  fills.forEach((fill, k) => fill(bytes.buffer, 8 + 8 * rows * k, rows));
  bytes.set(encoded, bytes.length - encoded.length);
  return bytes;
}

function setLengths(bytes, at, first, second) {
  const view = new DataView(bytes.buffer);
  view.setUint32(at, first, true);
  view.setUint32(at + 4, second, true);
}
