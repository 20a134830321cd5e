// A sheet of an .xlsx workbook as CSV, piece by piece. Bundled with its libraries into dist/xlsx.js, which is loaded
// only when the user has chosen such a file.
import { addDecoder } from "../reading/decoders.js";
import { recordsOf } from "./sheet.js";
import { chosenSheet } from "./choice.js";
import { openWorkbook } from "./workbook.js";
import { entriesOf, piecesOfEntry } from "./zip.js";

/**
 * Bytes of a file, and of its sheet when it is unpacked. Sheets are read as they are unpacked, so memory does not grow
 * with them.
 */
const MOST = 1 << 29;
const MOST_OF_SHEET = 2 ** 31;

async function* csvOf(blob, { sheet, progress, ...how }) {
  if (blob.size > MOST) throw new Error("too large");
  const archive = { blob, entries: await entriesOf(blob) };
  const workbook = await openWorkbook(archive);
  const entryOf = ({ part }) => archive.entries.get(part);
  const piecesOf = (sheet) => piecesOfEntry(blob, entryOf(sheet), MOST_OF_SHEET);
  const chosen = await chosenSheet(workbook, { sheet, piecesOf, ...how });
  const entry = entryOf(chosen);
  const encoder = new TextEncoder();
  const report = (bytes) => progress(Math.round((blob.size * bytes) / entry.size));
  for await (const text of recordsOf(piecesOf(chosen), workbook, how, report)) yield encoder.encode(text);
}

addDecoder("xlsx", csvOf);
