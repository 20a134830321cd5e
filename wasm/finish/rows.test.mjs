// Functions' rows that were packed into columns come back to the byte when the module starts.
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { moduleOf, sectionsOf, startingWith } from "./binary.mjs";
import { pack, rowsOf } from "./rows.mjs";
import { moduleOf as assembled } from "../kernel/assemble.mjs";

const ENTRIES = 40_000;
const ROOM = { start: 1_000, end: 39_000 };

/** A table of functions as Go's linker lays it out, with values of all sizes and signs. */
function table(functions) {
  const memory = Buffer.alloc(1 << 16);
  const value = () => [0, -1, randomInt(8), randomInt(1 << 20), -(2 ** 31), 2 ** 31 - 1][randomInt(6)];
  for (let i = 0, at = ENTRIES + 8 * (functions + 1); i < functions; i++) {
    const [pcdata, funcdata] = [randomInt(6), randomInt(9)];
    memory.writeUInt32LE(4096 + i, ENTRIES + 8 * i);
    memory.writeUInt32LE(at - ENTRIES, ENTRIES + 8 * i + 4);
    for (let word = 1; word < 11 + pcdata + funcdata; word++) memory.writeInt32LE(value(), at + 4 * word);
    memory.writeUInt32LE(4096 + i, at);
    memory.writeUInt32LE(pcdata, at + 28);
    memory[at + 43] = funcdata;
    at += (44 + 4 * (pcdata + funcdata) + 7) & ~7;
  }
  return memory;
}

/** Memory after a module that starts with this function. */
async function after(body, memory) {
  const plain = await assembled("table.wat", `(module
    (import "go" "nothing" (func)) (memory (export "mem") 1) (table 1 funcref) (elem (i32.const 0) 1) (func) (data (i32.const 0) ""))`);
  const sections = sectionsOf(plain);
  sections.find(({ id }) => id === 11).content = Buffer.concat([Buffer.from([1, 0, 0x41, 0, 0x0b, 0x80, 0x80, 0x04]), memory]);
  const { instance } = await WebAssembly.instantiate(moduleOf(startingWith(sections, body)), { go: { nothing() {} } });
  return Buffer.from(instance.exports.mem.buffer);
}

test("rows come back to the byte, and the columns are gone", async () => {
  for (let run = 0; run < 10; run++) {
    const functions = 1 + randomInt(200);
    const before = table(functions);
    const memory = Buffer.from(before);
    const body = await pack(memory, rowsOf(memory, { functions, entries: ENTRIES }), { entries: ENTRIES, room: ROOM });
    assert.ok(memory.subarray(ENTRIES, ENTRIES + 8 * functions).every((byte) => byte === 0));
    assert.ok((await after(body, memory)).equals(before));
  }
});

test("rows that are not as expected, or find no room, stay as they are", async () => {
  const memory = table(20);
  const rows = rowsOf(memory, { functions: 20, entries: ENTRIES });
  const before = Buffer.from(memory);
  assert.equal(await pack(memory, rows, { entries: ENTRIES, room: { start: 1_000, end: 1_400 } }), undefined);
  assert.ok(memory.equals(before));
  memory[rows[7].at]++;
  assert.equal(rowsOf(memory, { functions: 20, entries: ENTRIES }), undefined);
});
