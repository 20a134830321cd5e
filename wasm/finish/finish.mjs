// Finishes the binaries of a build: node finish.mjs FILE… removes the parts that only stack traces use (slim.mjs), rewrites the
// functions (code.mjs) and adds the kernel as a section, so that both are fetched and pinned as one file. It does not change a finished
// file: go build keeps a file that is up to date, so a second build passes the same file again.
import { readFile, writeFile } from "node:fs/promises";
import { assemble } from "../kernel/assemble.mjs";
import { CUSTOM, custom, moduleOf, sectionsOf } from "./binary.mjs";
import { rewritten } from "./code.mjs";
import { slim } from "./slim.mjs";

const NAME = "privadapt.kernel";
const kernel = custom(NAME, await assemble());
const isKernel = ({ id, content }) => id === CUSTOM && content[0] === NAME.length && content.toString("latin1", 1, 1 + NAME.length) === NAME;
for (const file of process.argv.slice(2)) {
  const { wasm, found } = await slim(await readFile(file));
  if (!found) console.warn(`finish: this Go lays its tables out in another way; ${file} is larger than it could be`);
  await writeFile(file, moduleOf([...sectionsOf(rewritten(wasm)).filter((section) => !isKernel(section)), kernel]));
}
