// Reads the compact form of nonlinear models, which package wire of the engine writes. The engine has checked the
// release before, so that nothing here can be damaged.

/** A reader over the bytes of a model. */
export class Reader {
  #view;
  #at = 0;

  constructor(/** @type {string} */ base64) {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    this.#view = new DataView(bytes.buffer);
  }

  byte() {
    return this.#view.getUint8(this.#at++);
  }

  bytes(/** @type {number} */ count) {
    return Array.from({ length: count }, () => this.byte());
  }

  count() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  float() {
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  /** A number of 4 bytes. */
  short() {
    this.#at += 4;
    return this.#view.getFloat32(this.#at - 4, true);
  }

  floats(/** @type {number} */ count) {
    return Array.from({ length: count }, () => this.float());
  }

  /** The standardisation of columns, which is the schema's; what counts is how many features each gives. */
  columns() {
    return Array.from({ length: this.count() }, () => {
      const levels = this.count();
      this.floats(2 * Math.max(1, levels));
      return levels;
    });
  }
}

/** How many features columns with these numbers of levels give, 0 levels being a number. */
export const dimOf = (/** @type {number[]} */ columns) => columns.reduce((sum, levels) => sum + Math.max(1, levels), 0);

/** How many scores a row has. */
export const outputsOf = (/** @type {number} */ classes) => (classes > 2 ? classes : 1);
