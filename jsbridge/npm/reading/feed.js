import { DECIDING, DECODERS, formatOf } from "./formats.gen.js";

/** What a decoder can say of a file that it cannot read; see decoders.js. */
const DECODING = [...DECODERS.map((name) => `bad-${name}`), "no-sheet", "which-sheet", "parquet-codec"];

/** The number of bytes of a Blob that are read and posted at once. */
const PIECE = 1 << 20;

/**
 * Serves a source {next, cancel, done?} over a port to input.js in another thread: one piece for each request, so that
 * the reader sets the pace. Pieces are transferred, not copied. `done` is the number of bytes of the file that they
 * represent, if that is not their own length; `inColumns` says that they are for dataset.ColumnStream. Returns a
 * function that releases both, whether or not anything was requested.
 */
export function feed(port, source) {
  const end = () => {
    port.close();
    source.cancel();
  };
  port.onmessage = async ({ data }) => {
    if (data === "cancel") {
      end();
      return;
    }
    try {
      const piece = await source.next();
      port.postMessage({ piece, done: source.done, inColumns: source.inColumns }, piece ? [piece.buffer] : []);
    } catch (error) {
      port.postMessage({ failure: { code: DECODING.includes(error.code) ? error.code : "unreadable" } });
    }
  };
  return end;
}

/** A file as a Blob, if it is given as its bytes. */
export const blobOf = (file) => (file instanceof Uint8Array ? new Blob([/** @type {BlobPart} */ (file)]) : file);

/** A Blob piece by piece. */
export function piecesOfBlob(blob) {
  let at = 0;
  return {
    async next() {
      if (at >= blob.size) return undefined;
      const slice = blob.slice(at, (at += PIECE));
      return new Uint8Array(await slice.arrayBuffer());
    },
    cancel() {
      at = blob.size;
    },
  };
}

/** A stream piece by piece. Each piece is copied, because the code that made it may continue to use its bytes. */
export function piecesOfStream(stream) {
  const reader = stream.getReader();
  return {
    async next() {
      const { value } = await reader.read();
      return value && new Uint8Array(value);
    },
    cancel: () => void reader.cancel().catch(() => {}),
  };
}

/**
 * The format of a Blob or its bytes; see formatOf. A file that cannot be read is told of by its reader; a stream is of
 * none.
 */
export async function formatOfFile(file) {
  if (!(file instanceof Blob)) return file instanceof Uint8Array ? formatOf(file) : undefined;
  const first = file.slice(0, DECIDING).arrayBuffer();
  return formatOf(new Uint8Array(await first.catch(() => new ArrayBuffer())));
}
