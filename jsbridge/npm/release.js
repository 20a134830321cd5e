import { frozen } from "./handles.js";
import { inShort } from "./in-short.js";

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
