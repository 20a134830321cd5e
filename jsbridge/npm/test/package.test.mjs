import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { load, openLedger } from "../index.js";
import { folderFor, sourceCSV, targetCSV } from "./support.mjs";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const run = promisify(execFile);

/** What the TypeScript compiler says. */
async function compile(args) {
  const tsc = at("node_modules/typescript/bin/tsc");
  assert.ok(existsSync(tsc), 'the TypeScript compiler is missing: run "npm ci" in jsbridge/npm');
  const { stdout } = await run(process.execPath, [tsc, ...args]).catch((error) => error);
  return stdout;
}

test("index.d.ts accepts right usage and refuses wrong usage", async () => {
  assert.equal(await compile(["--project", at("test/types")]), "");
});

test("the types are those of real values", async (t) => {
  const engine = await load();
  t.after(() => engine.dispose());
  const source = await engine.loadSource(new Blob([sourceCSV]), { label: "y" });
  const target = await engine.loadTarget(new Blob([targetCSV]));
  let report;
  const onReport = (seen) => (report = seen);
  const lines = [];
  const declare = (type, value) => lines.push(`export const v${lines.length}: ${type} = ${JSON.stringify(value)};`);
  for (const settings of [
    { release: "model" },
    { release: "weights" },
    { release: "moments" },
    { mechanism: "selection" },
  ]) {
    const release = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6, ...settings, onReport });
    declare(`api.ReleaseJSON<"${release.kind}">`, release);
    declare("api.Verification", await engine.verify(release));
  }
  declare("api.PrivateReport", report);
  const ledger = await openLedger();
  await ledger.open({ name: "other", statement: "other-people" });
  await ledger.rename({ name: "mine" });
  await ledger.reset({ reason: "made-up data" });
  for (const account of (await ledger.state()).accounts) declare("api.LedgerAccount", account);
  declare('Omit<api.Source, "dispose">', source);
  // Literals have to fit exactly: a field that is missing, surplus or null shows.
  const file = join(await folderFor(t), "values.ts");
  await writeFile(file, `import type * as api from ${JSON.stringify(at("index.js"))};\n${lines.join("\n")}\n`);
  const options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2023,dom", "--module", "nodenext"];
  assert.equal(await compile([...options, file]), "");
});

test("index.d.ts and index.js export the same", async () => {
  const declared = [...(await readFile(at("index.d.ts"), "utf8")).matchAll(/^export (?:function|class) (\w+)/gm)].map(
    ([, name]) => name,
  );
  assert.deepEqual(declared.sort(), Object.keys(await import("../index.js")).sort());
});

test("the lock file names versions and digests, no download addresses", async () => {
  const lock = JSON.parse(await readFile(at("package-lock.json"), "utf8"));
  const { devDependencies, dependencies } = JSON.parse(await readFile(at("package.json"), "utf8"));
  assert.equal(dependencies, undefined, "nothing at run time");
  for (const [name, version] of Object.entries(devDependencies)) assert.match(version, /^\d+\.\d+\.\d+$/, name);
  for (const [path, entry] of Object.entries(lock.packages)) {
    assert.equal(entry.resolved, undefined, path);
    if (path !== "") assert.match(entry.integrity, /^sha512-/, path);
  }
});

test("the package holds what it needs to run, and no tests", async () => {
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json"], {
    cwd: at("."),
    shell: process.platform === "win32",
  });
  const files = JSON.parse(stdout)[0].files.map(({ path }) => path);
  for (const path of [
    "index.js",
    "index.d.ts",
    "input.js",
    "worker.js",
    "worker-node.js",
    "host-browser.js",
    "cli.mjs",
    "cli/adapt.js",
    "ledger/store-node.js",
    "dist/engine.wasm",
    "dist/wasm_exec.js",
    "dist/parquet.js",
  ]) {
    assert.ok(files.includes(path), path);
  }
  assert.deepEqual(
    files.filter((path) => path.startsWith("test/")),
    [],
  );
});
