// Finishes a binary of Go's compiler: without the parts that only stack traces use (slim.mjs), and with its functions
// rewritten (code.mjs).
import { rewritten } from "./code.mjs";
import { compilerOf, isKnown } from "./compiler.mjs";
import { slim } from "./slim.mjs";

/** {wasm, kept}: the module, and why it is as Go left it, if it is. A module that is finished stays as it is. */
export function finished(wasm) {
  const version = compilerOf(wasm);
  if (!isKnown(version))
    return { wasm, kept: `its Go is ${version}, whose layout nobody has looked at (wasm/finish/compiler.mjs)` };
  const without = slim(wasm);
  if (!without) return { wasm, kept: `its tables are not laid out as by ${version}` };
  return { wasm: rewritten(without) };
}
