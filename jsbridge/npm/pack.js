import { feed, piecesOfBlob, piecesOfStream } from "./feed.js";

/**
 * Makes a Blob or a ReadableStream ready to cross to a worker. A Blob in memory, and every Blob or File of a browser,
 * is a handle that clones for nothing. Node's file-backed Blobs refuse to be cloned, and streams do not cross in every
 * browser: their pieces are posted one by one, which keeps memory constant.
 */
export async function packForWorker(file) {
  if (file instanceof Uint8Array) return { item: file, transfer: [] };
  if (file instanceof Blob && isCloneable(file)) return { item: file, transfer: [] };
  const { port1, port2 } = new MessageChannel();
  feed(port1, file instanceof Blob ? piecesOfBlob(file) : piecesOfStream(file));
  return { item: { size: file.size, port: port2 }, transfer: [port2] };
}

/** For an engine in the calling thread, where only a stream needs a wrap. */
export async function packForThisThread(file) {
  return { item: file instanceof ReadableStream ? { stream: file } : file, transfer: [] };
}

function isCloneable(blob) {
  try {
    structuredClone(blob);
    return true;
  } catch {
    return false;
  }
}
