// Runs a Go test binary, finished like the engine, with the kernel on its memory: for
// GOOS=js GOARCH=wasm go test -tags simd -exec 'node …/go-test-exec.mjs'
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { finished } from "../finish/finished.mjs";
import { assemble } from "./assemble.mjs";

const require = createRequire(import.meta.url);
const root = execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim();
for (const name of ["fs", "path", "performance"]) globalThis[name] ??= require(name);
require(`${root}/lib/wasm/wasm_exec.js`);

const [, , file, ...args] = process.argv;
const go = new Go();
go.argv = [file, ...args];
go.env = { TMPDIR: tmpdir(), HOME: process.env.HOME ?? "/" };
go.exit = (code) => process.exit(code);
const bytes = await assemble();
const kernel = await WebAssembly.compile(bytes);
let loops;
go.importObject.kernel = { available: () => 1 };
for (const { name } of WebAssembly.Module.exports(kernel))
  go.importObject.kernel[name] = (...values) => loops[name](...values);
const { instance } = await WebAssembly.instantiate(finished(await readFile(file)).wasm, go.importObject);
loops = (await WebAssembly.instantiate(kernel, { go: instance.exports })).exports;
process.on("exit", (code) => {
  if (code === 0 && !go.exited) {
    console.error("deadlock: the test ended without an exit");
    process.exitCode = 2;
  }
});
await go.run(instance);
