// A sheet of an .xlsx workbook as CSV, piece by piece. Bundled with its libraries into dist/xlsx.js, which is loaded
// only when the user has chosen such a file.
import { addDecoder } from "../reading/decoders.js";
import { recordsOf } from "./sheet.js";
import { openWorkbook } from "./workbook.js";
import { entriesOf, piecesOfEntry } from "./zip.js";

/**
 * Bytes of a file, and of its sheet when it is unpacked. Sheets are read as they are unpacked, so memory does not grow
 * with them.
 */
const MOST = 1 << 29;
const MOST_OF_SHEET = 2 ** 31;

async function* csvOf(blob, { sheet, progress }) {
  if (blob.size > MOST) throw new Error("too large");
  const archive = { blob, entries: await entriesOf(blob) };
  const workbook = await openWorkbook(archive, sheet);
  const entry = archive.entries.get(workbook.part);
  const encoder = new TextEncoder();
  const report = (bytes) => progress(Math.round((blob.size * bytes) / entry.size));
  for await (const text of recordsOf(piecesOfEntry(blob, entry, MOST_OF_SHEET), workbook, report))
    yield encoder.encode(text);
}

addDecoder("xlsx", csvOf);
