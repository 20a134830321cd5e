import { PrivadaptError } from "./errors.js";

/** A public sample in the engine's memory: its facts are public, so they are all here to read. */
export class Source {
  #free;

  constructor(facts, free) {
    Object.assign(this, frozen(facts));
    this.#free = free;
    Object.freeze(this);
  }

  /** Frees the engine's memory of it; adapt() with it then fails with "stale-handle". */
  dispose() {
    this.#free();
  }
}

/** Freezes a value that JSON can hold, with all that is in it, and returns it. */
export function frozen(value) {
  if (value === null || typeof value !== "object") return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

/** A private sample: a name for it, and no way to its rows. */
export class Target {
  constructor() {
    Object.freeze(this);
  }
}

/** Data to be read at once: a Blob, its bytes or their stream. */
export function bytesOf(where, data) {
  if (data instanceof Blob || data instanceof Uint8Array) return data;
  if (data instanceof ReadableStream && !data.locked) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  throw new PrivadaptError(
    "bad-option",
    `${where} needs the data as a Blob, a File, a Uint8Array, an ArrayBuffer or an unread ReadableStream`,
  );
}

/** Returns a function that gives the private files out for one reading; Blobs can be read again, a stream cannot. */
export function filesOf(data) {
  if (data instanceof ReadableStream) {
    let used = data.locked;
    return () => {
      if (used)
        throw new PrivadaptError(
          "stream-used",
          "a stream can be read once; register the target as a Blob or a File to adapt again",
        );
      used = true;
      return [data];
    };
  }
  const files = Array.isArray(data) ? [...data] : [data];
  if (files.length === 0 || !files.every((file) => file instanceof Blob)) {
    throw new PrivadaptError(
      "bad-option",
      "loadTarget needs a Blob or File, an array of them, or a ReadableStream of bytes",
    );
  }
  return () => files;
}

/** A stream's bytes as a Blob, for what is read twice. */
export async function wholeOf(stream) {
  try {
    return await new Response(stream).blob();
  } catch (cause) {
    throw new PrivadaptError("unreadable", "the stream could not be read to its end", { cause });
  }
}

/** Whether a file is in a container that is unpacked before the table in it is read: gzip or Parquet. */
export async function isPacked(file) {
  const start = file instanceof Blob ? file.slice(0, 4).arrayBuffer().catch(() => new ArrayBuffer()) : file.slice(0, 4);
  const magic = new Uint8Array(await start);
  return (magic[0] === 0x1f && magic[1] === 0x8b) || isParquet(magic);
}

export const isParquet = (magic) => String.fromCharCode(...magic.slice(0, 4)) === "PAR1";
