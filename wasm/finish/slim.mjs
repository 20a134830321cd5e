// Removes from a binary of Go's compiler the parts that only stack traces use: names of functions and files, and the
// tables from code to lines. The engine never shows a trace, because a panic's text may hold private values, and these
// parts are a fifth of an owner's download. And the tens of thousands of pieces into which Go's linker divides the data
// at every few zeros are joined; the addresses of these pieces cannot be compressed.
//
// The layout is in runtime/symtab.go. finished.mjs has the versions of Go that were looked at.
import { DATA, Reader, moduleOf, sectionsOf, signed, unsigned } from "./binary.mjs";

const MAGIC = 0xfffffff1; // of the table, runtime.pcHeader

// internal/abi/symtab.go: the kept tables serve the garbage collector, growing stacks and deferred calls.
// Where a signal may interrupt (there are no signals); inlined calls; arguments.
const TABLES_OF_TRACES = new Set([0, 2, 3]);
const DATA_OF_TRACES = new Set([3, 5, 6, 7]); // inlined calls, arguments, which of them are live, wrappers
const NONE = 0xffffffff;

/**
 * Returns the module without its tables; undefined if they are not laid out as expected. A second time nothing changes.
 */
export function slim(wasm) {
  const sections = sectionsOf(wasm);
  const data = sections.find(({ id }) => id === DATA);
  const memory = memoryOf(data.content);
  if (!clearTables(memory)) return undefined;
  data.content = dataOf(memory);
  return moduleOf(sections);
}

/** Lays out the active segments of memory 0 as they will be loaded. */
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

/** The inverse; it divides the data only where this saves a kilobyte of zeros. */
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

/** Clears the tables. Returns whether they were as expected; if not, memory is unchanged. */
function clearTables(memory) {
  const start = headerOf(memory);
  if (start < 0) return false;
  // runtime.pcHeader: magic, two zeros, quantum 1, pointers of 8 bytes, then eight words.
  const word = (index) => Number(memory.readBigUInt64LE(start + 8 + 8 * index));
  const functions = word(0);
  const [names, tables, entries] = [3, 6, 7].map((index) => start + word(index));
  const module = moduleDataOf(memory, { start, names, tables, entries });
  const rows = module && rowsOf(memory, { functions, entries });
  if (!rows) return false;
  const keptData = new Set();
  const droppedData = new Set();
  const places = [[], []]; // of the tables' offsets, the stacks' heights first, as these are the most alike
  for (const { at, pcdata, funcdata } of rows) {
    // runtime._func: entry, name, args, deferreturn, pcsp, pcfile, pcln, npcdata, compilation unit, first line,
    // four bytes, the last being nfuncdata; then the places of that many tables, and of that much data.
    const set = (number, value) => memory.writeUInt32LE(value, at + 4 * number);
    for (const number of [1, 5, 6, 8, 9]) set(number, 0); // no name, no table, no unit, no line
    places[0].push(at + 16);
    for (let number = 0; number < pcdata; number++) {
      if (TABLES_OF_TRACES.has(number)) set(11 + number, 0);
      else places[1].push(at + 44 + 4 * number);
    }
    for (let number = 0; number < funcdata; number++) {
      const offset = memory.readUInt32LE(at + 4 * (11 + pcdata + number));
      if (offset === NONE) continue;
      (DATA_OF_TRACES.has(number) ? droppedData : keptData).add(offset);
      if (DATA_OF_TRACES.has(number)) set(11 + pcdata + number, NONE);
    }
  }
  closeUp(memory, { tables, end: entries, places: places.flat() });
  // Data end where the next begin; the last can be kept.
  const offsets = [...new Set([...keptData, ...droppedData])].sort((a, b) => a - b);
  offsets.slice(0, -1).forEach((offset, i) => {
    if (!keptData.has(offset)) memory.fill(0, module.data + offset, module.data + offsets[i + 1]);
  });
  // runtime.findfuncbucket, 20 bytes for each 4096 addresses: the runtime searches from the function named there, so an
  // earlier function also works, and the same function for many buckets compresses to almost nothing.
  for (let at = module.buckets, left = Math.ceil(module.addresses / 4096); left > 0; left--, at += 20) {
    const index = memory.readUInt32LE(at);
    memory.writeUInt32LE(index - (index % 16), at);
  }
  memory.fill(0, names, tables);
  // The first byte where names were stays the empty name.
  return true;
}

/**
 * The rows of runtime._func, by the table of their entries: places in memory, and the numbers of words of their two
 * tails. Returns undefined if the table does not begin with consecutive functions whose rows follow one another.
 */
function rowsOf(memory, { functions, entries }) {
  const word = (at) => memory.readUInt32LE(at);
  const rows = [];
  for (let i = 0, at = entries + word(entries + 4); i < functions; i++) {
    const entry = entries + 8 * i;
    if (word(entry) !== word(entries) + i || word(entry + 4) !== at - entries || word(at) !== word(entry))
      return undefined;
    const row = { at, pcdata: word(at + 28), funcdata: memory[at + 43] };
    row.size = (44 + 4 * (row.pcdata + row.funcdata) + 7) & ~7;
    at += row.size;
    rows.push(row);
  }
  return rows;
}

/**
 * Moves the tables that are in use together, in the order of their first use, and sets their new offsets at `places`.
 */
function closeUp(memory, { tables, end, places }) {
  const moved = new Map([[0, 0]]); // 0 is no table
  const parts = [memory.subarray(tables, tables + 1)];
  let length = 1;
  for (const place of places) {
    const offset = memory.readUInt32LE(place);
    if (!moved.has(offset)) {
      const table = memory.subarray(tables + offset, endOfTable(memory, tables + offset));
      moved.set(offset, length);
      parts.push(table);
      length += table.length;
    }
    memory.writeUInt32LE(moved.get(offset), place);
  }
  const all = Buffer.concat(parts);
  memory.fill(0, tables, end);
  memory.set(all, tables);
}

/**
 * The places of the buckets and of the functions' data according to runtime.moduledata; undefined if its words 0, 1, 10
 * and 16 are not the places of the header and its tables.
 */
function moduleDataOf(memory, { start, names, tables, entries }) {
  const first = Buffer.alloc(16);
  first.writeBigUInt64LE(BigInt(start));
  first.writeBigUInt64LE(BigInt(names), 8);
  const at = memory.indexOf(first);
  const word = (index) => Number(memory.readBigUInt64LE(at + 8 * index));
  if (at < 0 || word(10) !== tables || word(16) !== entries) return undefined;
  return { buckets: word(19), addresses: word(21) - word(20), data: word(40) };
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

/** A table consists of pairs of variable-length numbers, and ends with a zero where a pair would begin. */
function endOfTable(memory, at) {
  for (let first = true; ; first = false) {
    if (memory[at] === 0 && !first) return at + 1;
    for (let part = 0; part < 2; part++) {
      while (memory[at] >= 128) at++;
      at++;
    }
  }
}
