// Reads and writes the outer structure of WebAssembly binaries: sections and their numbers.

export const CUSTOM = 0;
const [TYPE, IMPORT, FUNCTION] = [1, 2, 3];
export const START = 8;
export const ELEMENTS = 9;
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

/** Adds a function without parameters and results, by its body, with which the module starts. */
export function startingWith(sections, body) {
  const content = (id) => sections.find((section) => section.id === id).content;
  const countOf = (id) => new Reader(content(id)).unsigned();
  const appended = (id, item) => {
    const reader = new Reader(content(id));
    const count = reader.unsigned();
    return Buffer.concat([unsigned(count + 1), content(id).subarray(reader.at), item]);
  };
  const start = { id: START, content: unsigned(countOf(IMPORT) + countOf(FUNCTION)) }; // Go imports nothing but functions
  const added = {
    [TYPE]: appended(TYPE, Buffer.from([0x60, 0, 0])),
    [FUNCTION]: appended(FUNCTION, unsigned(countOf(TYPE))),
    [CODE]: appended(CODE, Buffer.concat([unsigned(body.length), body])),
  };
  return sections.flatMap(({ id, content }) => [...(id === ELEMENTS ? [start] : []), { id, content: added[id] ?? content }]);
}
