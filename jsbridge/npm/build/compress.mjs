// Compresses programs by xz, which is a quarter smaller than gzip: node build/compress.mjs makes dist/engine.wasm.xz.
// By a library and not by the command xz: make run needs Go and Node alone, and every machine gets the same bytes.
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { initModule, LZMA_CHECK_CRC32, xzAsync } from "node-liblzma/wasm";
import createLZMA from "node-liblzma/wasm/liblzma.js";
import { unpacked } from "../runtime/program.js";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
// Its dictionary of 16 MiB is larger than any program here, so presets 8 and 9 compress no better.
const PRESET_7_EXTREME = 0x80000007;

/** Compression is slow, so the last result is reused if the input is the same. */
export async function compress(name, folder) {
  const content = await readFile(`${dist}${name}`).catch(() => {
    throw new Error(`dist/${name} is missing: run "make build"`);
  });
  const file = `${folder}${name}.xz`;
  const last = await readFile(file)
    .then((packed) => unpacked(new Uint8Array(packed).buffer))
    .catch(() => null);
  if (last && content.equals(Buffer.from(last))) return;
  await initModule(liblzma);
  // CRC32, because the small decoder knows no other check. Integrity rests on the SHA-256 of the unpacked bytes.
  await writeFile(file, await xzAsync(content, { preset: PRESET_7_EXTREME, check: LZMA_CHECK_CRC32 }));
}

/** The library would fetch its module, and Node fetches no files. */
async function liblzma() {
  const module = createRequire(import.meta.url).resolve("node-liblzma/wasm/liblzma.wasm");
  return createLZMA({ wasmBinary: await readFile(module) });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await compress("engine.wasm", dist);
