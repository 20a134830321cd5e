// Rewrites the jumps of Go's compiler, so that they are fewer and compress better. The behaviour of a function does not
// change.
//
// A function of Go may be left and entered again at every call, so its basic blocks are in one loop: a jump stores the
// number of a block and goes back to the loop's start, where a table branches to the block. A forward jump can go there
// directly: it leaves the block that ends where the basic block begins. This takes fewer bytes and is faster.
//
// After every call a function checks whether the goroutine is being suspended, and if so jumps to its own end, which is
// at a different depth each time. Returning directly takes more bytes, but always the same ones, so they compress
// better together with their surroundings.
//
// The shapes are from cmd/internal/obj/wasm. A function of any other shape is not changed.
import { CODE, Reader, moduleOf, sectionsOf, unsigned } from "./binary.mjs";

const [BLOCK, LOOP, IF, END, BR, BR_IF, BR_TABLE, RETURN] = [0x02, 0x03, 0x04, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f];
const [CALL, LOCAL_GET, LOCAL_SET, GLOBAL_GET, I32_CONST, I64_CONST] = [0x10, 0x20, 0x21, 0x23, 0x41, 0x42];
const VOID = 0x40; // the type of a block without results
const RETURN_1_IF = [[IF, VOID], [I32_CONST, 1], [RETURN], [END]].map((bytes) => Buffer.from(bytes));

/** Returns the module with shorter jumps. One that has been through this is returned as it is. */
export function rewritten(wasm) {
  const sections = sectionsOf(wasm);
  const code = sections.find(({ id }) => id === CODE);
  const reader = new Reader(code.content);
  const count = reader.unsigned();
  const functions = [];
  for (let i = 0; i < count; i++) functions.push(body(reader.take(reader.unsigned())));
  code.content = Buffer.concat([unsigned(count), ...functions.flatMap((body) => [unsigned(body.length), body])]);
  return moduleOf(sections);
}

/** The body of a function, rewritten. One that has an instruction which Go's compiler does not use stays as it is. */
function body(bytes) {
  const head = new Reader(bytes);
  // Its local variables: a number of them and a type, several times.
  for (let kinds = head.unsigned(); kinds > 0; kinds--) head.unsigned(), head.take(1);
  const list = instructions(bytes, head.at);
  return list ? Buffer.concat([bytes.subarray(0, head.at), ...shortened(list)]) : bytes;
}

/** The instructions of a function with fewer and shorter jumps. */
function shortened(list) {
  const shape = shapeOf(list);
  return shape ? walk(list, shape) : list;
}

/**
 * Finds the parts of a function, as indices of instructions: the table, the loop around it, and the block whose end
 * returns 1; a missing part is undefined. Returns undefined if the number of a basic block, which is parameter 0, is
 * read in an unknown place, because a forward jump no longer stores it.
 */
function shapeOf(list) {
  const start = keepsStackPointer(list) ? 2 : 0;
  const table = 1 + list.findIndex(([operation], i) => i >= start && operation !== BLOCK && operation !== LOOP);
  if (!is(list[table - 1], LOCAL_GET, 0) || !is(list[table], BR_TABLE)) return undefined;
  const scratch = (i) => is(list[i - 1], I32_CONST, 0) && is(list[i - 2], LOCAL_SET, 0); // for calls through a table
  if (list.some((instruction, i) => is(instruction, LOCAL_GET, 0) && i !== table - 1 && !scratch(i))) return undefined;
  const loop = list.findIndex((instruction) => instruction[0] === LOOP);
  if (loop > table) return undefined;

  const last = list.length - 1;
  const returns1 = is(list[last], END) && is(list[last - 1], I32_CONST, 1) && is(list[last - 2], END);
  const outermost = list.findIndex((instruction) => instruction[0] === BLOCK);
  const ends = returns1 && closing(list, outermost) === last - 2;
  return { table, loop: loop < 0 ? undefined : loop, exit: ends ? outermost : undefined };
}

/** The index of the end of the block that begins at `start`. */
function closing(list, start) {
  for (let i = start, depth = 0; ; i++) {
    if (list[i][0] >= BLOCK && list[i][0] <= IF) depth++;
    if (list[i][0] === END && --depth === 0) return i;
  }
}

function walk(list, { table, loop, exit }) {
  const out = [];
  const open = []; // blocks, each by the index of its start
  const blocks = []; // by the number of the basic block that begins at their end
  const branch = (operation, block) =>
    out.push(Buffer.concat([Buffer.from([operation]), unsigned(open.length - 1 - open.indexOf(block))]));
  const target = (i) => open.at(-1 - unsignedOf(list[i]));
  // The block to leave for a jump that begins at i; undefined if it is not a jump, or a backward jump.
  const ahead = (i) => {
    const jump =
      is(list[i], I32_CONST) &&
      is(list[i + 1], LOCAL_SET, 0) &&
      is(list[i + 2], BR) &&
      loop !== undefined &&
      target(i + 2) === loop;
    const block = jump ? blocks[signedOf(list[i])] : undefined;
    return open.includes(block) ? block : undefined;
  };
  for (let i = 0; i < list.length; i++) {
    const operation = list[i][0];
    if (operation >= BLOCK && operation <= IF) open.push(i);
    if (i === table) {
      const reader = new Reader(list[i], 1);
      for (let left = reader.unsigned(); left >= 0; left--) blocks.push(open.at(-1 - reader.unsigned()));
    }
    const conditional = operation === IF && is(list[i + 4], END) ? ahead(i + 1) : undefined;
    const block = ahead(i);
    if (conditional !== undefined) {
      open.pop();
      branch(BR_IF, conditional);
      i += 4;
    } else if (block !== undefined) {
      branch(BR, block);
      i += 2;
    } else if (operation === BR_IF && exit !== undefined && target(i) === exit) {
      out.push(...RETURN_1_IF);
    } else {
      out.push(list[i]);
      if (operation === END) open.pop();
    }
  }
  return out;
}

/** The instructions from `at` on; undefined if one of them is not used by Go's compiler. */
function instructions(body, at) {
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
  if (within(0x45, 0xc4) || [0x00, 0x01, 0x05, END, RETURN, 0x1a, 0x1b].includes(operation)) return at + 1;
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

const unsignedOf = (instruction) => new Reader(instruction, 1).unsigned();
/** A constant. It is exact below 2⁵³. */
const signedOf = (instruction) => new Reader(instruction, 1).signed();
const is = (instruction, ...bytes) => bytes.every((byte, i) => instruction?.[i] === byte);

/** Whether local variable 1 is the stack pointer, which a function copies from global 0 at its start. */
const keepsStackPointer = (list) => is(list[0], GLOBAL_GET, 0) && is(list[1], LOCAL_SET, 1);
