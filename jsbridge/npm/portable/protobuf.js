// What ONNX needs of protocol buffers: a message is a list of bytes, to which fields are appended.

const utf8 = new TextEncoder();

/** A message that grows by its fields. */
export class Message {
  #parts = [];
  #size = 0;

  #append(/** @type {Uint8Array} */ bytes) {
    this.#parts.push(bytes);
    this.#size += bytes.length;
  }

  #varint(/** @type {number | bigint} */ value) {
    const bytes = [];
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
    this.#append(Uint8Array.of(...bytes, Number(rest)));
  }

  int(/** @type {number} */ field, /** @type {number | bigint} */ value) {
    this.#varint(field << 3);
    this.#varint(value);
    return this;
  }

  bytes(/** @type {number} */ field, /** @type {Uint8Array} */ value) {
    this.#varint((field << 3) | 2);
    this.#varint(value.length);
    this.#append(value);
    return this;
  }

  text(/** @type {number} */ field, /** @type {string} */ value) {
    return this.bytes(field, utf8.encode(value));
  }

  message(/** @type {number} */ field, /** @type {Message} */ value) {
    return this.bytes(field, value.encoded());
  }

  encoded() {
    const all = new Uint8Array(this.#size);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}
