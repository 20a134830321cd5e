// A sheet of an .xlsx workbook as CSV, piece by piece. Bundled with its libraries into dist/xlsx.js, which is loaded
// only when the user has chosen such a file.
import { addDecoder } from "../reading/decoders.js";
import { headerOf, inShort, recordsOf } from "./sheet.js";
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
  const counted = { progress: (bytes) => progress(Math.round((blob.size * bytes) / entry.size)) };
  for await (const text of recordsOf(piecesOf(chosen), workbook, how, counted)) yield encoder.encode(text);
}

addDecoder("xlsx", csvOf);

// Which sheet of a workbook is the table. It is a function of names and headers, never of rows.
/**
 * Resolves with the sheet of that name. Without a name it is the only one that is shown whose header has at least half
 * of the `expected` names, in any case of letters, or where nothing is expected the first that is shown. Throws where
 * there is none: with the code "no-sheet" if one was named, "which-sheet" and the names of the `sheets` if the headers
 * do not tell.
 */
async function chosenSheet({ sheets, ...workbook }, { sheet, piecesOf, ...how }) {
  const { expected } = how;
  const fail = (code, more) => Object.assign(new Error("no such sheet"), { code, ...more });
  if (sheets.length === 0) throw fail("bad-xlsx");
  if (sheet !== undefined) {
    const named = sheets.find(({ name }) => name === sheet);
    if (named === undefined) throw fail("no-sheet");
    return named;
  }
  const shown = sheets.filter(({ hidden }) => !hidden);
  if (shown.length < 2 || expected === undefined) return shown[0] ?? sheets[0];
  const wanted = expected.map(inShort);
  const alike = [];
  for (const one of shown) {
    const names = new Set((await headerOf(piecesOf(one), workbook, how)).map(inShort));
    if (2 * wanted.filter((name) => names.has(name)).length >= wanted.length) alike.push(one);
  }
  if (alike.length !== 1) throw fail("which-sheet", { sheets: shown.map(({ name }) => name) });
  return alike[0];
}
