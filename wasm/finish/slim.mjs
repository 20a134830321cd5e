// Takes out of a binary of Go's compiler what only stack traces show: names of functions and files, and the tables from
// code to lines. Nobody sees those of the engine, since a panic's text may hold private values; and they are a fifth of
// what an owner would wait for. It also joins the tens of thousands of pieces into which Go's linker cuts the data at
// every few zeros, whose addresses no compressor can shorten.
//
// The layout is that of runtime/symtab.go since Go 1.20. Where another is met, the tables stay: the binary is larger, and works.
import { DATA, Reader, moduleOf, sectionsOf, signed, unsigned } from "./binary.mjs";

const MAGIC = 0xfffffff1; // of the table, runtime.pcHeader

/** Returns the module without its tables, and whether they were found. */
export function slim(wasm) {
  const sections = sectionsOf(wasm);
  const data = sections.find(({ id }) => id === DATA);
  const memory = memoryOf(data.content);
  const found = clearTables(memory);
  data.content = dataOf(memory);
  return { wasm: moduleOf(sections), found };
}

/** Lays the active segments of memory 0 out as they will be loaded. */
function memoryOf(content) {
  const reader = new Reader(content);
  const segments = [];
  for (let left = reader.unsigned(); left > 0; left--) {
    const [kind, operation] = [reader.unsigned(), reader.take(1)[0]];
    const address = reader.signed();
    if (kind !== 0 || operation !== 0x41 || reader.take(1)[0] !== 0x0b || address < 0) {
      throw new Error("slim: a data segment that Go's linker would not write");
    }
    segments.push({ address, bytes: reader.take(reader.unsigned()) });
  }
  const memory = Buffer.alloc(Math.max(...segments.map(({ address, bytes }) => address + bytes.length)));
  for (const { address, bytes } of segments) memory.set(bytes, address);
  return memory;
}

/** The inverse, with cuts only where a kilobyte of zeros is saved. */
function dataOf(memory) {
  const segments = [];
  for (let start = 0; start < memory.length; ) {
    while (memory[start] === 0) start++;
    let end = start;
    for (let at = start; at < memory.length && at - end < 1024; at++) if (memory[at] !== 0) end = at + 1;
    if (end === start) break;
    const bytes = memory.subarray(start, end);
    segments.push(Buffer.from([0, 0x41]), signed(start), Buffer.from([0x0b]), unsigned(bytes.length), bytes);
    start = end;
  }
  return Buffer.concat([unsigned(segments.length / 5), ...segments]);
}

function clearTables(memory) {
  const start = headerOf(memory);
  if (start < 0) return false;
  // runtime.pcHeader: magic, two zeros, quantum 1, pointers of 8 bytes, then eight words.
  const word = (index) => Number(memory.readBigUInt64LE(start + 8 + 8 * index));
  const functions = word(0);
  const [names, units, files, tables, entries] = [3, 4, 5, 6, 7].map((index) => start + word(index));
  const kept = new Set();
  const dropped = new Set();
  for (let index = 0; index < functions; index++) {
    // runtime._func: entry, name, args, deferreturn, pcsp, pcfile, pcln, npcdata, compilation unit, first line, four bytes.
    const f = entries + memory.readUInt32LE(entries + 8 * index + 4);
    const field = (number) => memory.readUInt32LE(f + 4 * number);
    kept.add(field(4));
    for (let extra = 0; extra < field(7); extra++) kept.add(field(11 + extra));
    dropped.add(field(5)).add(field(6));
    for (const number of [1, 5, 6, 9]) memory.writeUInt32LE(0, f + 4 * number); // no name, no table, no line
  }
  for (const offset of dropped) {
    if (offset !== 0 && !kept.has(offset)) memory.fill(0, tables + offset, endOfTable(memory, tables + offset));
  }
  memory.fill(0, names, units);
  memory.fill(0, files, tables);
  return true;
}

/** The header's place: magic, and eight words that ascend as they must. */
function headerOf(memory) {
  const magic = Buffer.from([MAGIC & 255, 255, 255, 255, 0, 0, 1, 8]);
  const start = memory.indexOf(magic);
  if (start < 0 || memory.indexOf(magic, start + 1) >= 0) return -1;
  const words = [3, 4, 5, 6, 7].map((index) => Number(memory.readBigUInt64LE(start + 8 + 8 * index)));
  const ascending = words.every((value, index) => index === 0 || value > words[index - 1]);
  return ascending && words[0] === 72 && start + words[4] < memory.length ? start : -1;
}

/** A table is pairs of variable-length numbers, and ends by a zero where a pair would begin. */
function endOfTable(memory, at) {
  for (let first = true; ; first = false) {
    if (memory[at] === 0 && !first) return at + 1;
    for (let part = 0; part < 2; part++) {
      while (memory[at] >= 128) at++;
      at++;
    }
  }
}
