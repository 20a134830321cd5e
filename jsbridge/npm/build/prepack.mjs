// Runs before npm pack. Compresses the engine and the lab by xz, which is a quarter smaller than npm's gzip, and makes its
// decoder one module. It needs the command xz; the same inputs and the same xz give the same bytes.
import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { writeEngineModule } from "./engine-module.mjs";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const lab = fileURLToPath(new URL("../lab/", import.meta.url));

async function xz(...args) {
  const options = { encoding: "buffer", maxBuffer: 2 ** 30 };
  const { stdout } = await promisify(execFile)("xz", args, options).catch((error) => {
    if (error.code !== "ENOENT") throw error;
    throw new Error("packing needs the command xz: install it (Debian and Ubuntu: apt-get install xz-utils)");
  });
  return stdout;
}

/** Compression is slow, so the last result is reused if the input is the same. */
async function compress(name, folder) {
  const file = dist + name;
  const content = await readFile(file).catch(() => {
    throw new Error(`dist/${name} is missing: run "make build"`);
  });
  const packed = `${folder}${name}.xz`;
  const there = await stat(packed).catch(() => null);
  if (there && (await xz("--decompress", "--stdout", packed).catch(() => null))?.equals(content)) return;
  // CRC32, because the small decoder knows no other check. Integrity rests on the SHA-256 of the unpacked bytes.
  await writeFile(packed, await xz("--format=xz", "--check=crc32", "-9e", "--threads=1", "--stdout", file));
}

/**
 * The decoder's package has the wrapper of a universal module, which imports a module of Node by `require` and by `define`. Some
 * bundlers follow both and find nothing. Without the wrapper it is a module that uses the global streams.
 */
const withoutWrapper = {
  name: "without-wrapper",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]xz-decompress\.js$/ }, async ({ path }) => {
      const parts =
        /^(\/\*![\s\S]*?\*\/\n)\(function webpackUniversalModuleDefinition\([\s\S]*?\n\}\)\(this, ([\s\S]*)\);\s*$/.exec(
          await readFile(path, "utf8"),
        );
      if (!parts) throw new Error("xz-decompress has another wrapper than the one that this build removes");
      const [, licence, factory] = parts;
      return { contents: `${licence}export const { XzReadableStream } = (${factory})(globalThis);` };
    }),
};

async function bundleDecoder() {
  await build({
    stdin: {
      contents: 'export { XzReadableStream } from "xz-decompress";',
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    legalComments: "inline",
    banner: { js: "/*! xz-decompress, (c) Tim Perry and others, MIT licence; see below for what it contains. */" },
    plugins: [withoutWrapper],
    outfile: `${dist}xz.js`,
  });
}

const licence = fileURLToPath(new URL("../../../LICENSE", import.meta.url));

/** The reference, from the types. */
async function writeDocs() {
  const typedoc = fileURLToPath(new URL("../node_modules/typedoc/bin/typedoc", import.meta.url));
  await promisify(execFile)(process.execPath, [
    typedoc,
    "--options",
    fileURLToPath(new URL("typedoc.json", import.meta.url)),
  ]);
}

/** The types for programs that TypeScript treats as CommonJS modules: the same texts under the names that it expects there. */
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
  bundleDecoder(),
  writeDocs(),
  writeEngineModule("engine.wasm.xz"),
]);
