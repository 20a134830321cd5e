// Functions whose detours and return addresses were rewritten leave the same memory behind and give the same values.
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { CODE, Reader, sectionsOf } from "./binary.mjs";
import { rewritten } from "./code.mjs";
import { instructions } from "./instructions.mjs";
import { moduleOf as assembled } from "../kernel/assemble.mjs";

const SP = 4096;
/** Values at the borders of 32 and 64 bits, as they lie on the stack. */
const VALUES = [
  0n,
  1n,
  2n,
  63n,
  64n,
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n - 1n,
  2n ** 32n,
  2n ** 63n - 1n,
  2n ** 63n,
  2n ** 64n - 1n,
  2n ** 64n - 2n ** 31n,
];

/**
 * A module of functions as Go's compiler writes them: parameter 0 is a basic block, local variable 1 the stack pointer.
 */
const moduleWith = (...bodies) =>
  assembled(
    "test.wat",
    `(module (memory (export "mem") 1) (global (export "sp") (mut i32) (i32.const ${SP}))
      ${bodies.map((body, i) => `(func (export "${i}") (param i32) (result i32) (local i32 i64 i64) global.get 0 local.set 1 ${body} i32.const 0)`).join("\n")})`,
  );

/** Runs every function of a module on the same memory, and returns that memory. */
async function run(wasm, memory) {
  const { instance } = await WebAssembly.instantiate(wasm);
  const bytes = new Uint8Array(instance.exports.mem.buffer);
  bytes.set(memory);
  for (const [name, f] of Object.entries(instance.exports)) if (/^\d+$/.test(name)) f(0);
  return Buffer.from(bytes.subarray(0, memory.length));
}

function memoryWith(...values) {
  const memory = Buffer.alloc(2 * SP);
  for (let i = 0; i < memory.length; i++) memory[i] = randomInt(256);
  values.forEach((value, i) => memory.writeBigUInt64LE(BigInt.asUintN(64, value), SP + 8 * i));
  return memory;
}

/** The operations of a function, in hexadecimal. */
function operationsOf(wasm, number = 0) {
  const reader = new Reader(sectionsOf(wasm).find(({ id }) => id === CODE).content);
  reader.unsigned();
  for (; number > 0; number--) reader.take(reader.unsigned());
  const body = reader.take(reader.unsigned());
  const head = new Reader(body);
  for (let kinds = head.unsigned(); kinds > 0; kinds--) head.unsigned(), head.take(1);
  return instructions(body, head.at)
    .map(([operation]) => operation.toString(16).padStart(2, "0"))
    .join(" ");
}

async function same(wasm, memories) {
  const short = rewritten(wasm);
  assert.deepEqual(rewritten(short), short, "a second time nothing changes");
  for (const memory of memories) assert.deepEqual(await run(short, memory), await run(wasm, memory));
  return short;
}

const pairs = VALUES.flatMap((a) => VALUES.map((b) => [a, b]));

test("a variable on the stack is reached by an offset, or by a sum of 32 bits", async () => {
  const at = (n) => `local.get 1 i64.extend_i32_u i64.const ${n} i64.add i32.wrap_i64`;
  const wasm = await moduleWith(
    `${at(80)} local.get 1 i64.load i64.store`,
    `${at(88)} ${at(8)} i64.load offset=8 i64.store offset=16`, // the value is a variable itself
    `${at(120)} local.tee 1 i64.const 5 i64.store`, // the address is kept
    `${at(-200)} i64.const 6 i64.store`, // no offset is negative
    `local.get 1 ${at(128)} i64.extend_i32_u i64.store offset=136`, // the address is what is stored
    `${at(2 ** 32 + 144)} i64.const 7 i64.store`, // more than 32 bits
  );
  const short = await same(
    wasm,
    VALUES.map((value) => memoryWith(value, value + 1n, value + 2n)),
  );
  assert.equal(operationsOf(short, 0), "23 21 20 20 29 37 41 0b");
  assert.equal(operationsOf(short, 1), "23 21 20 20 29 37 41 0b");
  assert.equal(operationsOf(short, 2), "23 21 20 41 6a 22 42 37 41 0b");
  assert.equal(operationsOf(short, 3), "23 21 20 41 6a 42 37 41 0b");
  assert.equal(operationsOf(short, 4), "23 21 20 20 41 6a ad 37 41 0b");
  assert.equal(operationsOf(short, 5), operationsOf(wasm, 5));
});

test("the opposite of a comparison, for all kinds and the borders of their numbers", async () => {
  const names = ["eq", "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u"];
  const compare = ["i32", "i64"].flatMap((type) => names.map((name) => ({ type, name })));
  const body = compare
    .map(
      ({ type, name }, i) =>
        `local.get 1 local.get 1 ${type}.load local.get 1 ${type}.load offset=8 ${type}.${name} i32.eqz i32.store8 offset=${100 + i}`,
    )
    .join("\n");
  const wasm = await moduleWith(body);
  const short = await same(
    wasm,
    pairs.map(([a, b]) => memoryWith(a, b)),
  );
  assert.doesNotMatch(operationsOf(short), /\b45\b/);
  // NaN is neither less nor not less, so comparisons of floats are left alone.
  const floats = await moduleWith(
    "local.get 1 local.get 1 f64.load local.get 1 f64.load offset=8 f64.lt i32.eqz i32.store8 offset=100",
  );
  const nan = memoryWith(0x7ff8000000000000n, 0n);
  assert.equal((await run(await same(floats, [nan]), nan))[SP + 100], 1);
});

test("constants of 32 bits, variables that are read at once, and what does nothing", async () => {
  const wasm = await moduleWith(
    "i64.const 4200 i32.wrap_i64 i64.const -9 i64.store",
    // The second is more than 32 bits.
    "i64.const -61336 i32.wrap_i64 drop i64.const 4294971600 i32.wrap_i64 i64.const 3 i64.store",
    "nop local.get 1 i64.load local.set 2 local.get 2 drop nop local.get 1 local.get 2 i64.store offset=64 local.get 1 i64.load local.set 2 local.get 3 drop",
  );
  const short = await same(
    wasm,
    VALUES.map((value) => memoryWith(value)),
  );
  assert.equal(operationsOf(short, 0), "23 21 41 42 37 41 0b");
  assert.equal(operationsOf(short, 1), "23 21 41 1a 42 a7 42 37 41 0b");
  assert.equal(operationsOf(short, 2), "23 21 20 29 22 1a 20 20 37 20 29 21 20 1a 41 0b");
});

test("return addresses of a function's own are sums; one alone, and other functions' addresses, stay", async () => {
  const address = (number, block) => (4096 + number) * 65536 + block;
  const stores = (...values) =>
    values.map((value, i) => `local.get 1 i64.const ${value} i64.store offset=${8 * i}`).join("\n");
  const wasm = await moduleWith(
    stores(address(0, 0), address(0, 1), address(0, 65535), address(1, 0), address(0, 0) - 1),
    stores(address(1, 7)),
    `global.get 0 local.set 1 ${stores(address(2, 3), address(2, 4))}`,
  );
  const short = await same(wasm, [memoryWith()]);
  assert.equal(operationsOf(short, 0), `23 21 42 21 ${"20 20 42 7c 37 ".repeat(3)}20 42 37 20 42 37 41 0b`);
  assert.equal(operationsOf(short, 1), operationsOf(wasm, 1));
});

test("a function without the stack pointer in its first variable keeps its sums", async () => {
  const wasm = await assembled(
    "other.wat",
    `(module (memory (export "mem") 1)
    (func (export "0") (param i32) (local i32) i32.const ${2 ** 31 - 1} local.set 1 local.get 1 i32.const ${2 ** 31 - 1} i32.add i32.const ${SP + 2} i32.add i64.const 7 i64.store))`,
  );
  const short = await same(wasm, [memoryWith()]);
  assert.equal(operationsOf(short), "41 22 41 6a 41 6a 42 37 0b");
});
