// Finishes the binaries of a build: node finish.mjs FOLDER FILE… makes them smaller (finished.mjs) and adds the kernel
// as a section, so that both are fetched and pinned as one file. It writes them into a folder of its own, because go
// build keeps a file that is up to date.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { assemble } from "../kernel/assemble.mjs";
import { custom, moduleOf, sectionsOf } from "./binary.mjs";
import { finished } from "./finished.mjs";

const kernel = custom("privadapt.kernel", await assemble());
const [, , folder, ...files] = process.argv;
for (const file of files) {
  const { wasm, kept } = finished(await readFile(file));
  if (kept) console.warn(`finish: ${file} works, and is larger than it could be: ${kept}`);
  await writeFile(path.join(folder, path.basename(file)), moduleOf([...sectionsOf(wasm), kernel]));
}
