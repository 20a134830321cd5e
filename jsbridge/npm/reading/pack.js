import { feed, piecesOfBlob, piecesOfStream } from "./feed.js";
import { isParquet } from "../handles.js";

/**
 * Makes a Blob or a ReadableStream ready to cross to a worker. A Blob in memory, and every Blob or File of a browser,
 * is a handle that clones for nothing. Node's file-backed Blobs refuse to be cloned, and streams do not cross in every
 * browser: their pieces are posted one by one, which keeps memory constant. So are those of a Parquet file, by
 * `serveParquet(file, port, fail)`, which returns what ends it, and calls `fail` if it ends by itself.
 */
export async function packForWorker(file, { serveParquet, fail, asItIs = false }) {
  const parquet = !asItIs && (await startsAsParquet(file));
  if (file instanceof Uint8Array && !parquet) return { item: file, transfer: [] };
  if (!parquet && file instanceof Blob && isCloneable(file)) return { item: file, transfer: [] };
  const { port1, port2 } = new MessageChannel();
  const end = parquet
    ? await serveParquet(blobOf(file), port1, fail)
    : feed(port1, file instanceof Blob ? piecesOfBlob(file) : piecesOfStream(file));
  return { item: { size: file.size ?? file.length, port: port2 }, transfer: [port2], end };
}

/** For an engine in the calling thread, where only streams and Parquet files need a wrap. */
export async function packForThisThread(file, { serveParquet, asItIs = false }) {
  if (file instanceof ReadableStream) return { item: { stream: file }, transfer: [] };
  if (asItIs || !(await startsAsParquet(file))) return { item: file, transfer: [] };
  const { port1, port2 } = new MessageChannel();
  const end = await serveParquet(blobOf(file), port1);
  return { item: { size: file.size ?? file.length, port: port2 }, transfer: [], end };
}

/** Serves a Parquet file from the calling thread: Node's worker threads could not be given the file. */
export const serveParquetFromHere = (url) => async (file, port) => {
  await import(/* @vite-ignore */ /* webpackIgnore: true */ url);
  return globalThis.privadaptServeFile({ file, port });
};

/** Not a stream: the table of contents is at the end of the file, where a stream does not get first. */
async function startsAsParquet(file) {
  if (file instanceof Uint8Array) return isParquet(file);
  if (!(file instanceof Blob)) return false;
  // A file that cannot be read is told of by its reader.
  const start = await file.slice(0, 4).arrayBuffer().catch(() => new ArrayBuffer());
  return isParquet(new Uint8Array(start));
}

const blobOf = (file) => (file instanceof Uint8Array ? new Blob([file]) : file);

function isCloneable(blob) {
  try {
    structuredClone(blob);
    return true;
  } catch {
    return false;
  }
}
