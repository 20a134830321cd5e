import { PrivadaptError } from "./errors.js";
import { inShort } from "./in-short.js";

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

/** The values of these names alone. */
export const picked = (/** @type {Record<string, any>} */ values, names) =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

/** A private sample: an identifier that gives no access to its rows. */
export class Target {
  constructor() {
    Object.freeze(this);
  }
}

/** What the engine said beside a release, for its plots: by Release, of runs that asked for it. */
export const explanations = new WeakMap();

/** A finished release. Everything in it is differentially private and may be handed on. */
export class Release {
  #engine;
  #parsed;

  constructor(engine, text, /** @type {Record<string, any>} */ { weightsCSV, warnings, explanation }) {
    this.#engine = engine;
    this.#parsed = JSON.parse(text);
    this.text = text;
    this.kind = this.#parsed.kind;
    this.certificate = frozen(this.#parsed.certificate);
    this.weightsCSV = weightsCSV;
    this.warnings = frozen([...(warnings ?? [])]);
    this.verdict = frozen(inShort(this.#parsed));
    if (explanation) explanations.set(this, explanation);
    Object.freeze(this);
  }

  predict(rowsOrBlob, options) {
    return this.#engine.predict(this.text, rowsOrBlob, options);
  }

  classify(rowsOrBlob, options) {
    return this.#engine.classify(this.text, rowsOrBlob, options);
  }

  toONNX(options) {
    return this.#engine.toONNX(this.text, options);
  }

  toSQL(options) {
    return this.#engine.toSQL(this.text, options);
  }

  plots(options) {
    return this.#engine.plots(this, options);
  }

  /** The parsed release, so that JSON.stringify(release) is a release file again. */
  toJSON() {
    return structuredClone(this.#parsed);
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
