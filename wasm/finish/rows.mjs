// Go's table of functions has a row for each of thousands of functions, with offsets, lengths and flags side by side, in which a
// compressor finds little that repeats. So it is stored by columns, each as the list of its distinct values and, for every row, a
// place in this list. unpack.wat writes the rows again when the module starts.
import { readFile } from "node:fs/promises";
import { moduleOf as assembled } from "../kernel/assemble.mjs";
import { CODE, Reader, sectionsOf, unsigned } from "./binary.mjs";

const [SIZE, FIXED, PCDATA, FUNCDATA] = [0, 1, 2, 3]; // kinds of columns, as unpack.wat knows them

/**
 * The rows of runtime._func, by the table of their entries: places in memory, and the numbers of words of their two tails. Returns
 * undefined if the table does not begin with consecutive functions whose rows follow one another.
 */
export function rowsOf(memory, { functions, entries }) {
  const word = (at) => memory.readUInt32LE(at);
  const rows = [];
  for (let i = 0, at = entries + word(entries + 4); i < functions; i++) {
    const entry = entries + 8 * i;
    if (word(entry) !== word(entries) + i || word(entry + 4) !== at - entries || word(at) !== word(entry)) return undefined;
    const row = { at, pcdata: word(at + 28), funcdata: memory[at + 43] };
    row.size = (44 + 4 * (row.pcdata + row.funcdata) + 7) & ~7;
    at += row.size;
    rows.push(row);
  }
  return rows;
}

/**
 * Replaces the rows in memory by columns, which are written into `room`. Returns the body of the function that restores the rows;
 * undefined, with memory unchanged, if there is no room.
 */
export async function pack(memory, rows, { entries, room }) {
  const columns = columnsOf(memory, rows);
  const packed = Buffer.concat(columns.map(packedColumn));
  const values = (room.start + packed.length + 3) & ~3;
  const used = values - room.start + 4 * Math.max(...columns.map((column) => new Set(column.values).size));
  if (used > room.end - room.start) return undefined;
  const constants = {
    TABLE: entries, COUNT: rows.length, FIRST: memory.readUInt32LE(entries), OFFSET: rows[0].at - entries,
    START: room.start, END: room.start + packed.length, USED: used, VALUES: values,
  };
  memory.fill(0, entries, entries + 8 * rows.length);
  memory.fill(0, rows[0].at, rows.at(-1).at + rows.at(-1).size);
  memory.set(packed, room.start);

  const text = await readFile(new URL("unpack.wat", import.meta.url), "utf8");
  const module = await assembled("unpack.wat", text.replace(/\b[A-Z]{3,}\b(?=\))/g, (name) => constants[name]));
  const code = new Reader(sectionsOf(module).find(({ id }) => id === CODE).content);
  code.unsigned(); // one function
  return code.take(code.unsigned());
}

function columnsOf(memory, rows) {
  const columns = [{ kind: SIZE, number: 0, values: rows.map(({ size }) => size) }];
  const add = (kind, number, of, place) => columns.push({ kind, number, values: of.map((row) => memory.readInt32LE(row.at + 4 * place(row))) });
  for (let k = 1; k < 11; k++) add(FIXED, k, rows, () => k);
  const most = (tail) => Math.max(...rows.map((row) => row[tail]));
  for (let k = 0; k < most("pcdata"); k++) add(PCDATA, k, rows.filter(({ pcdata }) => k < pcdata), () => 11 + k);
  for (let k = 0; k < most("funcdata"); k++) add(FUNCDATA, k, rows.filter(({ funcdata }) => k < funcdata), ({ pcdata }) => 11 + pcdata + k);
  return columns;
}

function packedColumn({ kind, number, values }) {
  const places = new Map();
  const cells = [];
  const news = [];
  let last = 0;
  for (const value of values) {
    cells.push(unsigned(places.get(value) ?? 0)); // 0: the next new value
    if (places.has(value)) continue;
    places.set(value, places.size + 1);
    const difference = (value - last) | 0;
    news.push(unsigned(((difference << 1) ^ (difference >> 31)) >>> 0));
    last = value;
  }
  const head = Buffer.from([kind, number, 0, 0, 0, 0]);
  head.writeUInt32LE(4 * places.size, 2);
  return Buffer.concat([head, ...news, ...cells]);
}
