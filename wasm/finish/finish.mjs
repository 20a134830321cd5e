// Finishes the binaries of a build: node finish.mjs FILE… takes out what nobody sees (slim.mjs), shortens jumps (jumps.mjs) and
// puts the kernel in, as a section of its own: one file to fetch and one digest pin both. A file that is finished already stays as it is: go build
// leaves what it finds up to date, so that a second build finishes the first one's file once more.
import { readFile, writeFile } from "node:fs/promises";
import { assemble } from "../kernel/assemble.mjs";
import { CUSTOM, custom, moduleOf, sectionsOf } from "./binary.mjs";
import { shorten } from "./jumps.mjs";
import { slim } from "./slim.mjs";

const NAME = "privadapt.kernel";
const kernel = custom(NAME, await assemble());
const isKernel = ({ id, content }) => id === CUSTOM && content[0] === NAME.length && content.toString("latin1", 1, 1 + NAME.length) === NAME;
for (const file of process.argv.slice(2)) {
  const { wasm, found } = slim(await readFile(file));
  if (!found) console.warn(`finish: this Go lays its tables out in another way; ${file} is larger than it could be`);
  await writeFile(file, moduleOf([...sectionsOf(shorten(wasm)).filter((section) => !isKernel(section)), kernel]));
}
