// Which compiler has written a binary. What slim.mjs and code.mjs know of Go's layout was looked up for the versions
// below; with any other a binary stays as Go leaves it: larger, and never broken.
import { CUSTOM, Reader, sectionsOf } from "./binary.mjs";

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
