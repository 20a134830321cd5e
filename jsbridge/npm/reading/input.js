// Passes the bytes of a file to Go: piece by piece, only as fast as Go requests them, and decompressed if they are
// gzip. It runs in the engine's thread and does not use the network.

import { packingOf } from "./formats.gen.js";

// Each piece costs a turn of the event loop, so pieces are few and large; two of them are in memory.
const PIECE = 1 << 20;
// A smaller piece waits for the next one, if there is one.
const ENOUGH = PIECE / 4;
// This many bytes of gzip give at most a thousand times as many bytes at once.
const PACKED_PIECE = 1 << 16;

/**
 * Opens a Blob, a Uint8Array, a stream, or a port whose other end is served by feed.js, and unpacks it. Returns {size,
 * done, inColumns, next, cancel}: `size` in bytes, 0 if unknown; `done`, the number of bytes read; `inColumns`, once
 * there was a piece, whether a decoder has made columns of the file; next(used) resolves with the next Uint8Array of
 * the content, or undefined at its end. `used` is the previous piece, if it is no longer needed: its memory may be
 * reused for the next one, which empties it.
 */
export function open(data, asItIs = false) {
  const file = read(data);
  let content;
  return {
    size: file.size,
    get done() {
      return file.done;
    },
    get inColumns() {
      return file.inColumns;
    },
    async next(used) {
      content ??= asItIs ? file : await contentOf(file);
      return content.next(used);
    },
    cancel: file.cancel,
  };
}

/** The first bytes decide, not the file's name. */
async function contentOf(file) {
  const first = await file.next();
  const whole = startingWith(first, file);
  const packing = packingOf(first);
  return packing && typeof DecompressionStream === "function" ? unpacked(whole, packing) : whole;
}

/** The bytes unchanged, and the number of bytes returned so far. */
function read(data) {
  const source = raw(data);
  const file = {
    size: data.size ?? data.length ?? 0,
    done: 0,
    inColumns: false,
    async next(used) {
      const piece = await source.next(used);
      file.inColumns = source.inColumns ?? false;
      file.done = source.done ?? file.done + (piece?.length ?? 0);
      return piece;
    },
    cancel: source.cancel,
  };
  return file;
}

function raw(data) {
  if (data instanceof Uint8Array) return slices(data.length, (from, to) => data.subarray(from, to));
  if (data instanceof Blob)
    return (
      filled(data) ??
      ahead(slices(data.size, async (from, to) => new Uint8Array(await data.slice(from, to).arrayBuffer())))
    );
  if (data.port) return pulled(data.port);
  return collected(streamed(data.stream));
}

function slices(size, cut) {
  let at = 0;
  return {
    async next() {
      if (at >= size) return undefined;
      const from = at;
      at = Math.min(size, from + PIECE);
      return cut(from, at);
    },
    cancel() {
      at = size;
    },
  };
}

/**
 * Reads a Blob through its own stream, always into the same memory: slices would cost Chromium half as much time as the
 * parsing, and more memory. The browser itself reads ahead. Undefined on platforms where streams cannot fill a given
 * buffer.
 */
function filled(blob) {
  let reader;
  try {
    reader = blob.stream().getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
  let left = blob.size;
  return {
    async next(used) {
      let buffer = used?.buffer ?? new ArrayBuffer(Math.min(PIECE, left));
      let length = 0;
      while (length < Math.min(ENOUGH, left)) {
        const { value } = await reader.read(new Uint8Array(buffer, length));
        if (!value?.length) break;
        buffer = value.buffer;
        length += value.length;
      }
      left -= length;
      return length > 0 ? new Uint8Array(buffer, 0, length) : undefined;
    },
    cancel: () => void reader.cancel().catch(() => {}),
  };
}

function streamed(stream) {
  const reader = stream.getReader();
  return {
    next: async () => (await reader.read()).value,
    // A stream that has failed refuses to be cancelled; the refusal does not matter.
    cancel: () => void reader.cancel().catch(() => {}),
  };
}

function pulled(port) {
  let settle;
  let ended = false;
  port.onmessage = ({ data }) => {
    ended = !data.piece;
    if (ended) port.close();
    if (data.failure) settle.reject(Object.assign(new Error(), data.failure));
    else settle.resolve(data);
  };
  const pieces = ahead({
    async next() {
      if (ended) return undefined;
      port.postMessage("next");
      return new Promise((resolve, reject) => (settle = { resolve, reject }));
    },
  });
  return {
    done: undefined,
    inColumns: undefined,
    async next() {
      const answer = await pieces.next();
      this.done = answer?.done ?? this.done;
      this.inColumns ??= answer?.inColumns;
      return answer?.piece;
    },
    cancel() {
      ended = true;
      port.postMessage("cancel");
      port.close();
      settle?.resolve({});
    },
  };
}

/** Asks for the next piece while the last one is being worked on. */
function ahead(source) {
  let coming;
  const ask = () => {
    coming = source.next();
    coming.catch(() => {}); // reported when it is requested
  };
  return {
    async next() {
      if (!coming) ask();
      const piece = await coming;
      if (piece) ask();
      return piece;
    },
    cancel: source.cancel,
  };
}

/** Joins the small pieces of a stream. */
function collected(source) {
  let ended = false;
  return {
    async next() {
      const pieces = [];
      let length = 0;
      while (length < ENOUGH && !ended) {
        const piece = await source.next();
        ended = !piece;
        if (piece) pieces.push(piece);
        length += piece?.length ?? 0;
      }
      if (pieces.length < 2) return pieces[0];
      const joined = new Uint8Array(length);
      let at = 0;
      for (const piece of pieces) {
        joined.set(piece, at);
        at += piece.length;
      }
      return joined;
    },
    cancel: source.cancel,
  };
}

function startingWith(first, source) {
  let unread = first;
  return {
    async next(used) {
      const piece = unread ?? (await source.next(used));
      unread = undefined;
      return piece;
    },
    cancel: source.cancel,
  };
}

function unpacked(source, packing) {
  let piece = new Uint8Array();
  let unreadable; // the reason why the file itself could not be read
  const packed = new ReadableStream(
    {
      async pull(controller) {
        try {
          if (piece?.length === 0) piece = await source.next();
        } catch (error) {
          unreadable = error;
          throw error;
        }
        if (!piece) return controller.close();
        controller.enqueue(piece.subarray(0, PACKED_PIECE));
        piece = piece.subarray(PACKED_PIECE);
      },
      cancel: source.cancel,
    },
    { highWaterMark: 0 },
  );
  const content = streamed(packed.pipeThrough(new DecompressionStream(packing)));
  const next = () =>
    content.next().catch((error) => {
      throw unreadable ?? Object.assign(new Error(), { code: "bad-gzip", cause: error });
    });
  return collected({ next, cancel: content.cancel });
}
