import { PrivadaptError } from "./errors.js";
import { DECIDING, formatOf } from "./reading/formats.js";

/** A public sample in the engine's memory. Everything about it is public, so all of it can be read here. */
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

/** A private sample: an identifier that gives no access to its rows. */
export class Target {
  constructor() {
    Object.freeze(this);
  }
}

/** The bytes of a stream as a Blob, for data that is read twice. */
export async function wholeOf(stream) {
  try {
    return await new Response(stream).blob();
  } catch (cause) {
    throw new PrivadaptError("unreadable", "the stream could not be read to its end", { cause });
  }
}

/**
 * The format of a Blob or its bytes; see formatOf. A file that cannot be read is told of by its reader; a stream is of
 * none.
 */
export async function formatOfFile(file) {
  if (file instanceof Blob)
    return formatOf(
      new Uint8Array(
        await file
          .slice(0, DECIDING)
          .arrayBuffer()
          .catch(() => new ArrayBuffer()),
      ),
    );
  return file instanceof Uint8Array ? formatOf(file) : undefined;
}
