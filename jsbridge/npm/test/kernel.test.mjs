// The kernel in the engine: it is there, and without it the engine works too. (That both compute the same is
// TestTwinsAgree.)
import assert from "node:assert/strict";
import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { load } from "../index.js";
import { digestOf, folderFor } from "./tools.mjs";
import { moduleOf, sectionsOf } from "../../../wasm/finish/binary.mjs";
import { compilerOf, finished, isKnown } from "../../../wasm/finish/finished.mjs";

const file = fileURLToPath(new URL("../dist/engine.wasm", import.meta.url));
const isKernel = ({ id, content }) => id === 0 && content.includes("privadapt.kernel");

const table = (rows, columns, shift) => {
  let seed = 5;
  const next = () => ((seed = (seed * 48271) % 2147483647) / 2147483647 - 0.5) * 3.4 + shift;
  const lines = Array.from({ length: rows }, () => columns.map(() => next().toFixed(3)).join(","));
  return new Blob([`${columns.join(",")}\n${lines.join("\n")}\n`]);
};

/** Weights for the rows of a sample, by a mechanism; the private side differs from it by more than noise explains. */
async function weights(load, options) {
  const engine = await load({ ledger: false, worker: false });
  try {
    const source = await engine.loadSource(table(203, ["a", "b", "c", "y"], 0), { label: "y" });
    const target = await engine.loadTarget(table(4000, ["a", "b", "c"], 0.4));
    const release = await engine.adapt({ source, target, delta: 1e-6, release: "weights", ...options });
    return release.toJSON();
  } finally {
    engine.dispose();
  }
}

test("the engine carries the kernel, and imports it", async () => {
  const module = await WebAssembly.compile(await readFile(file));
  const [bytes] = WebAssembly.Module.customSections(module, "privadapt.kernel");
  assert.ok(WebAssembly.validate(bytes));
  const names = WebAssembly.Module.exports(await WebAssembly.compile(bytes)).map(({ name }) => name);
  const imported = WebAssembly.Module.imports(module)
    .filter(({ module }) => module === "kernel")
    .map(({ name }) => name);
  assert.deepEqual(imported.filter((name) => name !== "available").sort(), names.sort());
});

test("names and lines are out of the binary, and out for good", async (t) => {
  const wasm = await readFile(file);
  const compiler = compilerOf(wasm);
  if (!isKnown(compiler)) return t.skip(`the engine is as ${compiler} left it`);
  assert.ok(!wasm.includes("privadapt/core/adapt.(*Target).Adapt"));
  assert.ok(finished(wasm).wasm.equals(wasm));
});

/** The package with another engine, and with its digest: it starts no other. */
async function packageWith(engine, folder) {
  const ours = fileURLToPath(new URL("..", import.meta.url));
  const wanted =
    /^(?:\w[\w-]*(?:\.gen)?\.js|(?:ledger|reading|runtime|terms).*|figures(?:\/numbers\.js)?|package\.json|dist|dist\/(?:engine|wasm_exec)\.js|)$/;
  await cp(ours, folder, { recursive: true, filter: (from) => wanted.test(path.relative(ours, from)) });
  await writeFile(path.join(folder, "dist/engine.wasm"), engine);
  const digest = digestOf(engine);
  const description = await readFile(path.join(folder, "dist/engine.js"), "utf8");
  await writeFile(
    path.join(folder, "dist/engine.js"),
    description.replace(/engineSHA256 = "\w+"/, `engineSHA256 = "${digest}"`),
  );
  return import(pathToFileURL(path.join(folder, "index.js")));
}

test("without its kernel, as where there is no SIMD, the engine makes releases as well", async (t) => {
  const folder = await folderFor(t);
  const bare = moduleOf(sectionsOf(await readFile(file)).filter((section) => !isKernel(section)));
  const portable = await packageWith(bare, folder);
  for (const mechanism of ["selection", "moment"]) {
    for (const { load: start } of [portable, { load }]) {
      const release = await weights(start, { mechanism, epsilon: 1 });
      const sum = release.values.weights.reduce((a, b) => a + b);
      assert.ok(Math.abs(sum - 1) < 1e-9, `${mechanism}: weights sum to ${sum}`);
    }
  }
});
