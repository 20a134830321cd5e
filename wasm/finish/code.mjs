// Rewrites the functions of a module: their jumps, their small detours, and the addresses to which calls return. What a
// function does remains the same. One that has an instruction which Go's compiler does not use is left as it is.
import { CODE, Reader, moduleOf, sectionsOf, unsigned } from "./binary.mjs";
import { withoutDetours } from "./detours.mjs";
import { instructions } from "./instructions.mjs";
import { shortened } from "./jumps.mjs";
import { sharingReturns } from "./returns.mjs";

/** Returns the module with its functions rewritten. One that has been through this is returned as it is. */
export function rewritten(wasm) {
  const sections = sectionsOf(wasm);
  const code = sections.find(({ id }) => id === CODE);
  const reader = new Reader(code.content);
  const count = reader.unsigned();
  const functions = [];
  for (let i = 0; i < count; i++) functions.push(body(reader.take(reader.unsigned()), i));
  code.content = Buffer.concat([unsigned(count), ...functions.flatMap((body) => [unsigned(body.length), body])]);
  return moduleOf(sections);
}

/** The body of the module's function with this number, rewritten. Its imports are not counted. */
function body(bytes, number) {
  const head = new Reader(bytes);
  // Its local variables: a number of them and a type, several times.
  const locals = Array.from({ length: head.unsigned() }, () => [head.unsigned(), head.take(1)[0]]);
  const list = instructions(bytes, head.at);
  if (!list) return bytes;
  const changed = sharingReturns(locals, withoutDetours(shortened(list)), number);
  return Buffer.concat([
    unsigned(changed.locals.length),
    ...changed.locals.flatMap(([count, type]) => [unsigned(count), Buffer.from([type])]),
    ...changed.list,
  ]);
}
