// Runs before npm pack. Compresses the engine and the lab.
import { copyFile, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compress } from "./compress.mjs";
import { writeDocs } from "./docs.mjs";
import { writeEngineModule } from "./engine-module.mjs";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const lab = fileURLToPath(new URL("../lab/", import.meta.url));

const licence = fileURLToPath(new URL("../../../LICENSE", import.meta.url));

/**
 * The types for programs that TypeScript treats as CommonJS modules: the same texts under the names that it expects
 * there.
 */
async function writeCommonTypes() {
  await mkdir(`${dist}types`, { recursive: true });
  const concepts = (await readdir(`${dist}../types`)).map((file) => `types/${file.slice(0, -".d.ts".length)}`);
  for (const name of ["index", "element", ...concepts]) {
    const text = await readFile(`${dist}../${name}.d.ts`, "utf8");
    await writeFile(`${dist}${name}.d.cts`, text.replace(/(from "\.\/[a-z/-]+)\.js"/g, '$1.cjs"'));
  }
}

await Promise.all([
  writeCommonTypes(),
  copyFile(licence, `${dist}../LICENSE`),
  copyFile(licence, `${lab}LICENSE`),
  compress("engine.wasm", dist),
  compress("lab.wasm", lab),
  writeDocs(),
  writeEngineModule("engine.wasm.xz"),
]);
