// Finishes a binary of Go's compiler: without the parts that only stack traces use (slim.mjs), and with shorter jumps
// (jumps.mjs). What these know of Go's layout was looked up for the versions below; a binary of any other stays as Go
// leaves it: larger, and never broken.
import { CUSTOM, Reader, sectionsOf } from "./binary.mjs";
import { rewritten } from "./jumps.mjs";
import { slim } from "./slim.mjs";

/**
 * A version whose runtime/symtab.go, internal/abi/symtab.go and cmd/internal/obj/wasm were compared with what is
 * written here.
 */
const KNOWN = /^go1\.26(\.\d+)?$/;

export const isKnown = (version) => KNOWN.test(version);

/** The version of Go by the section "producers", such as "go1.26.8"; "unknown" if it does not say. */
export function compilerOf(wasm) {
  for (const { id, content } of sectionsOf(wasm)) {
    const reader = new Reader(content);
    const text = () => reader.take(reader.unsigned()).toString("latin1");
    if (id !== CUSTOM || text() !== "producers") continue;
    for (let fields = reader.unsigned(); fields > 0; fields--) {
      const field = text();
      for (let values = reader.unsigned(); values > 0; values--) {
        const [name, version] = [text(), text()];
        if (field === "language" && name === "Go") return version;
      }
    }
  }
  return "unknown";
}

/** {wasm, kept}: the module, and why it is as Go left it, if it is. A module that is finished stays as it is. */
export function finished(wasm) {
  const version = compilerOf(wasm);
  if (!isKnown(version))
    return { wasm, kept: `its Go is ${version}, whose layout nobody has looked at (wasm/finish/finished.mjs)` };
  const without = slim(wasm);
  if (!without) return { wasm, kept: `its tables are not laid out as by ${version}` };
  return { wasm: rewritten(without) };
}
