// What the published package has beside its sources, before npm pack; with the word "site" what the site takes of that:
// the packed engine and the reference.
//
//   node build/prepack.mjs [site]
import { execFile } from "node:child_process";
import { copyFile, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { initModule, LZMA_CHECK_CRC32, xzAsync } from "node-liblzma/wasm";
import createLZMA from "node-liblzma/wasm/liblzma.js";
import { unpacked } from "../runtime/program.js";
import { writeEngineModule } from "./engine-module.mjs";

const at = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const dist = at("dist/");

// Its dictionary of 16 MiB is larger than any program here, so presets 8 and 9 compress no better.
const PRESET_7_EXTREME = 0x80000007;

/**
 * Compresses the engine by xz, which is a quarter smaller than gzip: by a library and not by the command xz, because
 * make run needs Go and Node alone, and every machine gets the same bytes. It is slow, so the last result is reused if
 * the input is the same.
 */
async function compress() {
  const content = await readFile(`${dist}engine.wasm`).catch(() => {
    throw new Error('dist/engine.wasm is missing: run "make build"');
  });
  const file = `${dist}engine.wasm.xz`;
  const last = await readFile(file)
    .then(unpacked)
    .catch(() => null);
  if (last && content.equals(last)) return;
  await initModule(liblzma);
  // CRC32, because the small decoder knows no other check. Integrity rests on the SHA-256 of the unpacked bytes.
  await writeFile(file, await xzAsync(content, { preset: PRESET_7_EXTREME, check: LZMA_CHECK_CRC32 }));
}

/** The library would fetch its module, and Node fetches no files. */
async function liblzma() {
  const module = createRequire(import.meta.url).resolve("node-liblzma/wasm/liblzma.wasm");
  return createLZMA({ wasmBinary: await readFile(module) });
}

/** Nothing is done where it is newer than all it is made from. */
async function writeDocs() {
  const types = (await readdir(at("types"))).map((name) => `types/${name}`);
  const inputs = [
    ...types,
    "index.d.ts",
    "element.d.ts",
    "release.schema.json",
    "build/release-types.mjs",
    "build/typedoc.json",
    "build/prepack.mjs",
    "../../.ci/package-lock.json",
  ];
  const times = await Promise.all(inputs.map(async (name) => (await stat(at(name))).mtimeMs));
  const made = await stat(at("dist/docs/privadapt.md")).catch(() => undefined);
  if (made && made.mtimeMs > Math.max(...times)) return;
  const typedoc = at("../../node_modules/typedoc/bin/typedoc");
  await promisify(execFile)(process.execPath, [typedoc, "--options", at("build/typedoc.json")]);
}

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

const ofPackage = () =>
  Promise.all([writeCommonTypes(), copyFile(at("../../LICENSE"), at("LICENSE")), writeEngineModule("engine.wasm.xz")]);
await Promise.all([compress(), writeDocs(), process.argv[2] === "site" || ofPackage()]);
