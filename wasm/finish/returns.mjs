// Shortens the addresses to which calls return. Go stores one before every call: the function's number in the upper
// bits and a basic block's in the lower 16. A function that stores several keeps its own number in one more local
// variable and adds the block's, so that all functions have the same few constants. A compressor finds these again,
// and a compiler computes the sums once.
import { signed, unsigned } from "./binary.mjs";
import { I64_CONST, LOCAL_GET, LOCAL_SET, is, keepsStackPointer, signedOf } from "./instructions.mjs";

const FIRST = 4096; // cmd/link/internal/wasm: the number of the first function that is not imported
const BLOCKS = 2 ** 16;
const [I64, I64_ADD] = [0x7e, 0x7c];

/** {locals, list} of a function: its local variables, each a count and a type, and its instructions. */
export function sharingReturns(locals, list, number) {
  const own = (FIRST + number) * BLOCKS;
  const isOwn = (instruction) =>
    is(instruction, I64_CONST) && signedOf(instruction) >= own && signedOf(instruction) < own + BLOCKS;
  if (!keepsStackPointer(list) || list.filter(isOwn).length < 2) return { locals, list };
  const variable = unsigned(1 + locals.reduce((sum, [count]) => sum + count, 0)); // parameter 0 comes before them
  const number64 = (value) => Buffer.concat([Buffer.from([I64_CONST]), signed(value)]);
  const get = Buffer.concat([Buffer.from([LOCAL_GET]), variable]);
  const address = (block) => [get, number64(block), Buffer.from([I64_ADD])];
  const [head, rest] = [list.slice(0, 2), list.slice(2)];
  const set = [number64(own), Buffer.concat([Buffer.from([LOCAL_SET]), variable])];
  return {
    locals: [...locals, [1, I64]],
    list: [...head, ...set, ...rest.flatMap((one) => (isOwn(one) ? address(signedOf(one) - own) : [one]))],
  };
}
