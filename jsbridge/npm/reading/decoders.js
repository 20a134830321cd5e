// What dist/parquet.js and dist/xlsx.js have in common: a file in a container of theirs, served as CSV to the engine's thread. What
// reads CSV then reads it, so the same table gives the same rows either way.
import { feed, piecesOfBlob } from "./feed.js";
import { DECIDING, formatOf } from "./formats.js";

/** By the kind of file: what makes an async iterable of CSV of a file, given {sheet} and a function to report the bytes of it that are done. */
const decoders = (globalThis.privadaptDecoders ??= new Map());

/** Adds the decoder of a kind and sets privadaptServeFile, which serves files of the kinds that were added, others as they are. */
export function addDecoder(kind, csvOf) {
  decoders.set(kind, csvOf);
  globalThis.privadaptServeFile = serveFile;
}

/** Serves a file over a port to the engine's thread: {file, port, sheet}. Resolves as feed() returns. */
async function serveFile({ file, port, sheet }) {
  const kind = formatOf(new Uint8Array(await file.slice(0, DECIDING).arrayBuffer()));
  const csvOf = decoders.get(kind);
  return feed(port, csvOf ? decoded(kind, (progress) => csvOf(file, { sheet, progress })) : piecesOfBlob(file));
}

/** The pieces of a file for feed.js. All failures have the code "bad-" and the kind, or "no-sheet", and no words of the decoder's. */
function decoded(kind, start) {
  const source = { done: 0 };
  const pieces = start((done) => (source.done = done));
  return Object.assign(source, {
    async next() {
      try {
        return (await pieces.next()).value;
      } catch (error) {
        throw Object.assign(new Error("the file cannot be decoded"), {
          code: error?.code === "no-sheet" ? "no-sheet" : `bad-${kind}`,
        });
      }
    },
    cancel: () => void pieces.return().catch(() => {}),
  });
}
