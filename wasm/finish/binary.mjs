// Reads and writes the outer structure of WebAssembly binaries: sections and their numbers.

export const CUSTOM = 0;
export const CODE = 10;
export const DATA = 11;

/** Reads unsigned and signed LEB128 numbers and bytes one after the other. */
export class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  unsigned() {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  }

  signed() {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * unit;
      if (byte < 128) return byte & 64 ? value - unit * 128 : value;
    }
  }

  take(length) {
    return this.bytes.subarray(this.at, (this.at += length));
  }
}

export function unsigned(value) {
  const bytes = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return Buffer.from([...bytes, value]);
}

/** An i32 constant; only positive constants are needed. */
export function signed(value) {
  const bytes = [];
  for (; value >= 64; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return Buffer.from([...bytes, value]);
}

/** Returns [{id, content}] of a module. */
export function sectionsOf(wasm) {
  const reader = new Reader(wasm, 8);
  const sections = [];
  while (reader.at < wasm.length) {
    const id = reader.take(1)[0];
    sections.push({ id, content: reader.take(reader.unsigned()) });
  }
  return sections;
}

export const moduleOf = (sections) =>
  Buffer.concat([
    Buffer.from("\0asm\x01\0\0\0", "latin1"),
    ...sections.flatMap(({ id, content }) => [Buffer.from([id]), unsigned(content.length), content]),
  ]);

/** A section that engines keep and ignore, under a name. */
export const custom = (name, content) => ({
  id: CUSTOM,
  content: Buffer.concat([unsigned(name.length), Buffer.from(name, "latin1"), content]),
});
