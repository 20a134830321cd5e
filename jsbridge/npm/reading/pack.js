import { feed, piecesOfBlob, piecesOfStream } from "./feed.js";
import { isParquet } from "../handles.js";

/**
 * Prepares a Blob or a ReadableStream for a worker. A Blob in memory, and every Blob or File of a browser, is a handle that is
 * cloned at no cost. Node's file-backed Blobs cannot be cloned, and not every browser can transfer streams: their pieces are
 * posted one by one, which keeps memory constant. So are those of a Parquet file, by `serveParquet(file, port, fail)`, which
 * returns a function that ends it, and calls `fail` if it ends by itself.
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

/** Serves a Parquet file from the calling thread, because the file cannot be passed to Node's worker threads. */
export const serveParquetFromHere = (url) => async (file, port) => {
  await import(/* @vite-ignore */ /* webpackIgnore: true */ url);
  return globalThis.privadaptServeFile({ file, port });
};

/** Not for a stream: the table of contents is at the end of the file, which a stream reaches last. */
async function startsAsParquet(file) {
  if (file instanceof Uint8Array) return isParquet(file);
  if (!(file instanceof Blob)) return false;
  // The reader of the file reports that it cannot be read.
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
