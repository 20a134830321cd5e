import { blobOf, feed, formatOfFile, piecesOfBlob, piecesOfStream } from "./feed.js";
import { DECODERS } from "./formats.gen.js";

/**
 * Prepares a Blob or a ReadableStream for a worker. A Blob in memory, and every Blob or File of a browser, is a handle
 * that is cloned at no cost. Node's file-backed Blobs cannot be cloned, and not every browser can transfer streams:
 * their pieces are posted one by one, which keeps memory constant. So are the pieces of a file that is decoded, by
 * `serveDecoded(kind, {file, port, ...how}, fail)`, which returns a function that ends it, and calls `fail` if it ends
 * by itself; `how` is as in decoders.js.
 */
export async function packForWorker(file, { serveDecoded, fail, asItIs = false, ...how }) {
  const kind = asItIs ? undefined : await formatOfFile(file);
  const decoded = DECODERS.includes(kind);
  if (file instanceof Uint8Array && !decoded) return { item: file, transfer: [] };
  if (!decoded && file instanceof Blob && isCloneable(file)) return { item: file, transfer: [] };
  const { port1, port2 } = new MessageChannel();
  const end = decoded
    ? await serveDecoded(kind, { file: blobOf(file), port: port1, ...how }, fail)
    : feed(port1, file instanceof Blob ? piecesOfBlob(file) : piecesOfStream(file));
  return { item: { size: file.size ?? file.length, port: port2 }, transfer: [port2], end };
}

/** For an engine in the calling thread, where only streams and files that are decoded need a wrap. */
export async function packForThisThread(file, { serveDecoded, fail: _, asItIs = false, ...how }) {
  if (file instanceof ReadableStream) return { item: { stream: file }, transfer: [] };
  const kind = asItIs ? undefined : await formatOfFile(file);
  if (!DECODERS.includes(kind)) return { item: file, transfer: [] };
  const { port1, port2 } = new MessageChannel();
  const end = await serveDecoded(kind, { file: blobOf(file), port: port1, ...how });
  return { item: { size: file.size ?? file.length, port: port2 }, transfer: [], end };
}

/**
 * Serves a file from the calling thread with one of the decoders at these addresses, because the file cannot be passed
 * to Node's worker threads.
 */
export const serveDecodedFromHere = (scripts) => async (kind, served) => {
  await import(/* @vite-ignore */ /* webpackIgnore: true */ scripts[kind].url());
  return globalThis.privadaptServeFile(served);
};

function isCloneable(blob) {
  try {
    structuredClone(blob);
    return true;
  } catch {
    return false;
  }
}
