// The instructions of a function as Go's compiler uses them, each as its bytes.
import { Reader } from "./binary.mjs";

export const [NOP, BLOCK, LOOP, IF, END, BR, BR_IF, BR_TABLE, RETURN] = [
  0x01, 0x02, 0x03, 0x04, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f,
];
export const [LOCAL_GET, LOCAL_SET, LOCAL_TEE, GLOBAL_GET, I32_CONST, I64_CONST] = [0x20, 0x21, 0x22, 0x23, 0x41, 0x42];
const CALL = 0x10;

/** The instructions from `at` on; undefined if one of them is not used by Go's compiler. */
export function instructions(body, at) {
  const list = [];
  for (let end; at < body.length; at = end) {
    end = endOf(body, at);
    if (end === undefined) return undefined;
    list.push(body.subarray(at, end));
  }
  return list;
}

function endOf(body, at) {
  const operation = body[at];
  const reader = new Reader(body, at + 1);
  const numbers = (count) => {
    for (; count > 0; count--) reader.unsigned();
    return reader.at;
  };
  const within = (first, last) => operation >= first && operation <= last;
  if (within(0x45, 0xc4) || [0x00, NOP, 0x05, END, RETURN, 0x1a, 0x1b].includes(operation)) return at + 1;
  if (within(BLOCK, IF) || within(0x3f, 0x40)) return at + 2;
  if (within(BR, BR_IF) || within(LOCAL_GET, 0x24) || within(I32_CONST, I64_CONST) || operation === CALL)
    return numbers(1);
  if (within(0x28, 0x3e) || operation === 0x11) return numbers(2);
  if (operation === BR_TABLE) return numbers(reader.unsigned() + 1);
  if (operation === 0x43) return at + 5;
  if (operation === 0x44) return at + 9;
  // Saturating conversions, memory.copy and memory.fill.
  if (operation === 0xfc) return { 10: at + 4, 11: at + 3 }[body[at + 1]] ?? (body[at + 1] < 8 ? at + 2 : undefined);
  return undefined;
}

export const unsignedOf = (instruction) => new Reader(instruction, 1).unsigned();
/** A constant. It is exact below 2⁵³. */
export const signedOf = (instruction) => new Reader(instruction, 1).signed();
export const is = (instruction, ...bytes) => bytes.every((byte, i) => instruction?.[i] === byte);

/** Whether local variable 1 is the stack pointer, which a function copies from global 0 at its start. */
export const keepsStackPointer = (list) => is(list[0], GLOBAL_GET, 0) && is(list[1], LOCAL_SET, 1);
