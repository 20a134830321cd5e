// Compresses programs by xz, which is a quarter smaller than gzip: node build/compress.mjs makes dist/engine.wasm.xz.
// It needs the command xz; the same inputs and the same xz give the same bytes.
import { execFile } from "node:child_process";
import { readFile, stat, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));

async function xz(...args) {
  const options = { encoding: "buffer", maxBuffer: 2 ** 30 };
  const { stdout } = await promisify(execFile)("xz", args, options).catch((error) => {
    if (error.code !== "ENOENT") throw error;
    throw new Error("packing needs the command xz: install it (Debian and Ubuntu: apt-get install xz-utils)");
  });
  return stdout;
}

/** Compression is slow, so the last result is reused if the input is the same. */
export async function compress(name, folder) {
  const file = `${dist}${name}`;
  const content = await readFile(file).catch(() => {
    throw new Error(`dist/${name} is missing: run "make build"`);
  });
  const packed = `${folder}${name}.xz`;
  const there = await stat(packed).catch(() => null);
  if (there && (await xz("--decompress", "--stdout", packed).catch(() => null))?.equals(content)) return;
  // CRC32, because the small decoder knows no other check. Integrity rests on the SHA-256 of the unpacked bytes.
  await writeFile(packed, await xz("--format=xz", "--check=crc32", "-9e", "--threads=1", "--stdout", file));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await compress("engine.wasm", dist);
