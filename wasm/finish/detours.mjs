// Takes small detours of Go's compiler out of a function. Each rewriting gives the same value from the same operands,
// whatever these are; the last one presumes that a variable on the stack is within the memory.
//
//   nop                                                  →  (nothing)
//   i64.extend_i32_u; i64.const n; i64.add; i32.wrap_i64 →  i32.const n; i32.add        both are sums modulo 2³²
//   i64.const n; i32.wrap_i64                            →  i32.const n                 for an n of 32 bits
//   a comparison of integers; i32.eqz                    →  the opposite comparison
//   local.set x; local.get x                             →  local.tee x
//   SP; i32.const n; i32.add; …; a load or store there   →  SP; …; the same with n more as its offset
import { Reader, unsigned } from "./binary.mjs";
import {
  I32_CONST,
  I64_CONST,
  LOCAL_GET,
  LOCAL_SET,
  LOCAL_TEE,
  NOP,
  is,
  keepsStackPointer,
  signedOf,
} from "./instructions.mjs";

const [I32_EQZ, I32_ADD, I64_ADD, WRAP, EXTEND] = [0x45, 0x6a, 0x7c, 0xa7, 0xad];

/** Pairs of opposite comparisons of integers: eq and ne, lt and ge, gt and le; the latter signed and unsigned. */
const OPPOSITES = new Map(
  [0x46, 0x51]
    .flatMap((eq) =>
      [
        [0, 1],
        [2, 8],
        [3, 9],
        [4, 6],
        [5, 7],
      ].map((pair) => pair.map((more) => eq + more)),
    )
    .flatMap(([one, other]) => [
      [one, other],
      [other, one],
    ]),
);

/** The instructions of a function without the detours. */
export function withoutDetours(list) {
  const rest = list.filter(([operation]) => operation !== NOP);
  if (!keepsStackPointer(list)) return direct(rest);
  // The first two stay as they are: they show where the stack pointer is.
  return offset([...rest.splice(0, 2), ...direct(rest)]);
}

function direct(list) {
  const out = [];
  for (let i = 0; i < list.length; i++) {
    const [one, two, three, four] = list.slice(i, i + 4);
    if (is(one, EXTEND) && isNumber(two) && is(three, I64_ADD) && is(four, WRAP)) {
      out.push(asNumber(two), Buffer.from([I32_ADD]));
      i += 3;
    } else if (isNumber(one) && is(two, WRAP)) {
      out.push(asNumber(one));
      i += 1;
    } else if (is(two, I32_EQZ) && OPPOSITES.has(one[0])) {
      out.push(Buffer.from([OPPOSITES.get(one[0])]));
      i += 1;
    } else if (is(one, LOCAL_SET) && is(two, LOCAL_GET) && one.subarray(1).equals(two.subarray(1))) {
      out.push(Buffer.concat([Buffer.from([LOCAL_TEE]), one.subarray(1)]));
      i += 1;
    } else {
      out.push(one);
    }
  }
  return out;
}

const isNumber = (instruction) => is(instruction, I64_CONST) && Math.abs(signedOf(instruction)) < 2 ** 31;
/** The same number of 32 bits, whose bytes are the same. */
const asNumber = (instruction) => Buffer.concat([Buffer.from([I32_CONST]), instruction.subarray(1)]);

function offset(list) {
  const added = new Map(); // to the offsets of loads and stores
  const left = new Set(); // out
  for (let i = 0; i + 2 < list.length; i++) {
    if (!(is(list[i], LOCAL_GET, 1) && is(list[i + 1], I32_CONST) && is(list[i + 2], I32_ADD))) continue;
    const more = signedOf(list[i + 1]);
    const at = more >= 0 ? accessOf(list, i + 3) : undefined;
    if (at === undefined) continue;
    added.set(at, more);
    left.add(i + 1).add(i + 2);
  }
  return list.flatMap((instruction, i) =>
    left.has(i) ? [] : added.has(i) ? [moved(instruction, added.get(i))] : [instruction],
  );
}

/**
 * The load or store whose address is on top of the stack before `i`; undefined if that address is used in another way.
 */
function accessOf(list, i) {
  for (let height = 1; i < list.length; i++) {
    const [operation] = list[i];
    const [taken, given] = effectOf(operation);
    if (taken === undefined) return undefined;
    const lowest = height - taken;
    if (lowest < 1) return lowest === 0 && operation >= 0x28 && operation <= 0x3e ? i : undefined;
    height = lowest + given;
  }
  return undefined;
}

/** How many operands a simple instruction takes and gives; [] for every other one. */
function effectOf(operation) {
  const within = (first, last) => operation >= first && operation <= last;
  if (operation === LOCAL_GET || within(I32_CONST, 0x44)) return [0, 1];
  if (operation === LOCAL_TEE || within(0x28, 0x35)) return [1, 1]; // loads
  if (within(0x36, 0x3e)) return [2, 0]; // stores
  if (operation === I32_EQZ || operation === 0x50 || within(0xa7, 0xc4)) return [1, 1]; // conversions
  // Comparisons, and what is computed of two integers or floats; of one: counted bits, and from abs to sqrt.
  if (within(0x67, 0x69) || within(0x79, 0x7b) || within(0x8b, 0x91) || within(0x99, 0x9f)) return [1, 1];
  if (within(0x46, 0xa6)) return [2, 1];
  return [];
}

/** A load or store at an address that is further on. */
function moved(instruction, more) {
  const reader = new Reader(instruction, 1);
  const alignment = reader.unsigned();
  return Buffer.concat([instruction.subarray(0, 1), unsigned(alignment), unsigned(reader.unsigned() + more)]);
}
