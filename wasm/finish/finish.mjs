// Finishes the binaries of a build: node finish.mjs FILE… takes out what nobody sees (slim.mjs) and puts the kernel in, as a
// section of its own: one file to fetch and one digest pin both.
import { readFile, writeFile } from "node:fs/promises";
import { assemble } from "../kernel/assemble.mjs";
import { custom, moduleOf, sectionsOf } from "./binary.mjs";
import { slim } from "./slim.mjs";

const kernel = custom("privadapt.kernel", await assemble());
for (const file of process.argv.slice(2)) {
  const { wasm, found } = slim(await readFile(file));
  if (!found) console.warn(`finish: this Go lays its tables out in another way; ${file} is larger than it could be`);
  await writeFile(file, moduleOf([...sectionsOf(wasm), kernel]));
}
