// Runs before npm pack. Compresses the engine.
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compress } from "./compress.mjs";
import { writeDocs } from "./docs.mjs";
import { writeEngineModule } from "./engine-module.mjs";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));

const licence = fileURLToPath(new URL("../../../LICENSE", import.meta.url));

/**
 * The types for programs that TypeScript treats as CommonJS modules: the same texts under the names that it expects
 * there. What they import are types alone, which CommonJS may take from a module.
 */
async function writeCommonTypes() {
  for (const name of ["index", "element"]) {
    const text = await readFile(`${dist}../${name}.d.ts`, "utf8");
    const common = text
      .replace(/(from "\.\/[a-z-]+)\.js"/g, '$1.cjs"')
      .replace(/from "\.\/dist(\/[a-z-]+\.js)"/g, 'from ".$1" with { "resolution-mode": "import" }')
      .replace(/from "\.(\/types\/[a-z.-]+\.js)"/g, 'from "..$1" with { "resolution-mode": "import" }');
    await writeFile(`${dist}${name}.d.cts`, common);
  }
}

await Promise.all([
  writeCommonTypes(),
  copyFile(licence, `${dist}../LICENSE`),
  compress("engine.wasm", dist),
  writeDocs(),
  writeEngineModule("engine.wasm.xz"),
]);
