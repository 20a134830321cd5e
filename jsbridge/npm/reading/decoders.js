// What dist/parquet.js and dist/xlsx.js have in common: a file in a container of theirs, served to the engine's thread
// as CSV or, if it is private and the decoder can, as columns, whose numbers never become text. The same table gives
// the same rows either way.
import { feed, formatOfFile, piecesOfBlob } from "./feed.js";

/**
 * By the kind of file: what makes async iterables of a file, given a function to report the bytes of it that are done.
 */
const decoders = (globalThis.privadaptDecoders ??= new Map());

/**
 * Adds the decoder of a kind and sets privadaptServeFile, which serves files of the kinds that were added, others as
 * they are. `csvOf` is given {sheet, label, expected, above, progress}, and `columnsOf`, which not every decoder has,
 * {exact, progress}.
 */
export function addDecoder(kind, csvOf, columnsOf) {
  decoders.set(kind, { csvOf, columnsOf });
  globalThis.privadaptServeFile = serveFile;
}

/**
 * Serves a file over a port to the engine's thread: {file, port, columns, onSheets, ...how}. `columns` is "numbers"
 * where columns are taken, "exact" where they may name people; the pieces say whether they are columns. `how` says
 * where the table of a workbook is: `sheet` is the name of its sheet, `label` the name of the label; of a private
 * file `expected` are the names in its header, by which a sheet is chosen where none is named, and `above` is how
 * many lines the public sample has above its own. `onSheets` is called with the sheets' names where these do not
 * choose one. Resolves as feed() returns.
 */
async function serveFile({ file, port, columns, onSheets, ...how }) {
  const kind = await formatOfFile(file);
  const decoder = decoders.get(kind);
  if (!decoder) return feed(port, piecesOfBlob(file));
  const inColumns = Boolean(columns && decoder.columnsOf);
  const start = (progress) =>
    inColumns
      ? decoder.columnsOf(file, { exact: columns === "exact", progress })
      : decoder.csvOf(file, { ...how, progress });
  return feed(port, Object.assign(decoded(kind, start, onSheets), { inColumns }));
}

/**
 * The pieces of a file for feed.js. All failures have the code "bad-" and the kind, or one about sheets, and no words
 * of the decoder's.
 */
function decoded(kind, start, onSheets) {
  const source = { done: 0 };
  const pieces = start((done) => (source.done = done));
  return Object.assign(source, {
    async next() {
      try {
        return (await pieces.next()).value;
      } catch (error) {
        if (error?.sheets) onSheets?.(error.sheets);
        throw Object.assign(new Error("the file cannot be decoded"), {
          code: /-sheet$|-codec$/.test(error?.code) ? error.code : `bad-${kind}`,
        });
      }
    },
    cancel: () => void pieces.return().catch(() => {}),
  });
}
