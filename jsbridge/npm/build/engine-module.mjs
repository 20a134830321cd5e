// Writes dist/engine.js: the engine's address, its digest, and the text of its worker. It is one module instead of
// several fetched files, because all bundlers follow imports, but not all follow addresses.
//
//   node build/engine-module.mjs [engine.wasm | engine.wasm.xz]
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { workerScript } from "./worker-script.mjs";

const at = (name) => new URL(`../${name}`, import.meta.url);

export async function writeEngineModule(file = "engine.wasm") {
  const engine = await readFile(at("dist/engine.wasm"));
  const lines = [
    "// Made by the build.",
    "/** The digest, in hexadecimal, of the only engine that this package starts, unpacked. */",
    `export const engineSHA256 = "${createHash("sha256").update(engine).digest("hex")}";`,
    `export const engineURL = () => new URL("./${file}", import.meta.url).href;`,
    "/** The program of the engine's thread, with Go's support code, as one classic script. */",
    `export const workerScript = ${JSON.stringify(await workerScript())};`,
  ];
  await writeFile(at("dist/engine.js"), `${lines.join("\n")}\n`);
}

if (process.argv[1] === new URL(import.meta.url).pathname) await writeEngineModule(process.argv[2]);
