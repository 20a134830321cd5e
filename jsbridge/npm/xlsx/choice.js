// Which sheet of a workbook is the table. It is a function of names and headers, never of rows.
import { inShort } from "./header.js";
import { headerOf } from "./sheet.js";

/**
 * Resolves with the sheet of that name. Without a name it is the only one that is shown whose header has at least half
 * of the `expected` names, in any case of letters, or where nothing is expected the first that is shown. Throws where
 * there is none: with the code "no-sheet" if one was named, "which-sheet" and the names of the `sheets` if the headers
 * do not tell.
 */
export async function chosenSheet({ sheets, ...workbook }, { sheet, piecesOf, ...how }) {
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
