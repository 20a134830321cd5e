// A program of Go does the same after it was finished, and one of a compiler that nobody has looked at is left alone.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after as atTheEnd, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { CUSTOM, custom, moduleOf, sectionsOf, unsigned } from "./binary.mjs";
import { compilerOf, finished, isKnown } from "./finished.mjs";
import { slim } from "./slim.mjs";

const run = promisify(execFile);
const folder = await mkdtemp(path.join(tmpdir(), "privadapt-finish-"));
atTheEnd(() => rm(folder, { recursive: true }));

/**
 * What works only while Go finds its tables: growing stacks, the garbage collector, deferred calls, panics that are
 * recovered.
 */
const program = fileURLToPath(new URL("testdata/program.go", import.meta.url));
const wasm = { cwd: path.dirname(program), env: { ...process.env, GOOS: "js", GOARCH: "wasm" } };
await run("go", ["build", "-trimpath", "-ldflags=-s -w", "-o", path.join(folder, "program.wasm"), program], wasm);
const built = await readFile(path.join(folder, "program.wasm"));
const root = (await run("go", ["env", "GOROOT"])).stdout.trim();
const RUN = `require("node:fs"); globalThis.require = require; globalThis.fs = require("node:fs"); globalThis.path = require("node:path");
  require(${JSON.stringify(`${root}/lib/wasm/wasm_exec.js`)});
  const go = new Go();
  go.exit = process.exit; // a timer of Go's that is still set would wake a program that has ended
  WebAssembly.instantiate(fs.readFileSync(process.argv[1]), go.importObject).then(({ instance }) => go.run(instance));`;

/** What a module prints. */
async function printed(wasm) {
  const file = path.join(folder, "run.wasm");
  await writeFile(file, wasm);
  return (await run(process.execPath, ["-e", RUN, file])).stdout;
}

/** The module as if another version of Go had written it. */
function by(version) {
  const text = (words) => Buffer.concat([unsigned(words.length), Buffer.from(words)]);
  const producers = Buffer.concat([unsigned(1), text("language"), unsigned(1), text("Go"), text(version)]);
  const others = sectionsOf(built).filter(({ id, content }) => id !== CUSTOM || !content.includes("producers"));
  return moduleOf([...others, ...(version ? [custom("producers", producers)] : [])]);
}

test("a finished program prints the same, is smaller, and is finished once", {
  skip: !isKnown(compilerOf(built)) && `no known Go: ${compilerOf(built)}`,
}, async () => {
  const { wasm, kept } = finished(built);
  assert.equal(kept, undefined);
  const [before, after] = [built, wasm].map((bytes) => gzipSync(bytes).length);
  assert.ok(after < 0.8 * before, `${after} of ${before} bytes, packed`);
  const expected = await printed(built);
  assert.match(expected, /^recovered: index out of range.*\ndepth 5000\nsum 499500\ndeferred 2 1 0\n$/);
  assert.equal(await printed(wasm), expected);
  assert.deepEqual(finished(wasm).wasm, wasm);
});

for (const version of [
  "go1.27.0",
  "go1.260.1",
  "go1.26rc1",
  "go1.26.1 X:nosuchexperiment",
  "devel go1.28-0123456",
  "",
]) {
  test(`a program of ${version || "a compiler without a name"} stays as it is, and works`, async () => {
    const wasm = by(version);
    assert.equal(compilerOf(wasm), version || "unknown");
    const { wasm: same, kept } = finished(wasm);
    assert.ok(same.equals(wasm));
    assert.match(kept, version ? new RegExp(`^its Go is ${version},`) : /^its Go is unknown,/);
    assert.equal(await printed(same), await printed(built));
  });
}

test("tables that are laid out in another way are left alone", () => {
  const magic = Buffer.from([0xf1, 255, 255, 255, 0, 0, 1, 8]);
  const changed = Buffer.from(built);
  changed[changed.indexOf(magic)]++;
  assert.equal(slim(changed), undefined);
  const { wasm, kept } = finished(changed);
  assert.ok(wasm.equals(changed));
  if (isKnown(compilerOf(built))) assert.match(kept, /^its tables are not laid out as by go1\.26/);
});
