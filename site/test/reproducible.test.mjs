// tier: 2
// Two clean builds in two folders give the same engine; it is the one whose digest the site shows and releases name.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, readFile, symlink } from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { load } from "../../jsbridge/npm/index.js";
import { digestOf, folderFor } from "../../jsbridge/npm/test/tools.mjs";
import { makeSample } from "../owner/sample-houses.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/**
 * Builds the engine from a copy of the sources elsewhere, by the Makefile's own commands; only Go's cache is shared.
 */
async function cleanBuild(t, name) {
  const folder = path.join(await folderFor(t), name);
  const source = (file) => !/(^|\/)(node_modules|dist|output|testdata)(\/|$)/.test(path.relative(root, file));
  for (const part of [".ci", "go.mod", "go.sum", "Makefile", "core", "jsbridge", "wasm"]) {
    await cp(path.join(root, part), path.join(folder, part), { recursive: true, filter: source });
  }
  // npm's part of it, which a lock file pins by digests.
  for (const packages of ["node_modules", ".ci/node_modules"])
    await symlink(path.join(root, ".ci/node_modules"), path.join(folder, packages));
  await mkdir(path.join(folder, "jsbridge/npm/dist"), { recursive: true });
  // The tests run inside make, whose settings are not for this one.
  const { MAKEFLAGS, MAKELEVEL, ...env } = process.env;
  const options = { cwd: folder, env: { ...env, GOFLAGS: "" } };
  const { stdout: recipe } = await run("make", ["-n", "build"], options);
  const compile = recipe.split("\n").find((line) => line.endsWith("./wasm/engine"));
  const finish = recipe.split("\n").find((line) => line.includes("finish.mjs"));
  assert.match(compile, /-trimpath/);
  const build = async () => {
    for (const line of [compile, finish.replace(/\S*lab\.wasm/, "")]) await run("sh", ["-c", line], options);
    return digestOf(await readFile(path.join(folder, "jsbridge/npm/dist/engine.wasm")));
  };
  const clean = await build();
  assert.equal(await build(), clean, "built again on top of it");
  return clean;
}

test("two clean builds give the engine that the footer shows and a release names", async (t) => {
  const first = await cleanBuild(t, "one");
  assert.equal(await cleanBuild(t, "another-one"), first);
  assert.equal(digestOf(await readFile(path.join(root, "jsbridge/npm/dist/engine.wasm"))), first);
  const index = await readFile(path.join(root, "site/dist/index.html"), "utf8");
  assert.equal(/<code id="engine-digest">(\w+)<\/code>/.exec(index)[1], first);

  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const files = makeSample();
  const source = await engine.loadSource(new Blob([files["source.csv"]]), { label: "price" });
  const target = await engine.loadTarget(new Blob([files["target.csv"]]));
  const release = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6 });
  assert.equal(release.toJSON().provenance.wasmSHA256, first);
});
