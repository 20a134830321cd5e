// tier: 2
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { compilerOf, isKnown } from "../../../wasm/finish/finished.mjs";
import { openLedger, version } from "../index.js";
import { folderFor, ready, words } from "./support.mjs";
import { digestOf } from "./tools.mjs";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const run = promisify(execFile);

/** What the TypeScript compiler says. */
async function compile(args) {
  const tsc = at("../../node_modules/typescript/bin/tsc");
  assert.ok(existsSync(tsc), 'the TypeScript compiler is missing: run "make build"');
  const { stdout } = await run(process.execPath, [tsc, ...args]).catch((error) => error);
  return stdout;
}

test("index.d.ts accepts right usage and refuses wrong usage", async () => {
  assert.equal(await compile(["--project", at("test/types")]), "");
});

test("what a module names beside itself is a file, as bundlers demand", async () => {
  const { files } = JSON.parse(await readFile(at("package.json"), "utf8"));
  const folders = files.filter((name) => name.endsWith("/") && !name.startsWith("dist/"));
  const shipped = ["", ...folders].map(async (folder) => {
    const names = await readdir(at(folder), { recursive: folder !== "" });
    return names.filter((name) => /\.m?js$/.test(name)).map((name) => join(folder, name));
  });
  const named = [];
  for (const module of (await Promise.all(shipped)).flat()) {
    const text = await readFile(at(module), "utf8");
    for (const [, name] of text.matchAll(/new URL\(\s*"(\.\.?\/[^"]*)",\s*import\.meta\.url/g)) {
      named.push(name);
      assert.ok((await stat(new URL(name, pathToFileURL(at(module))))).isFile(), `${module}: ${name}`);
    }
  }
  assert.ok(named.includes("./dist/engine.js"), named.join());
});

test("the types fit real values", async (t) => {
  const { engine, source, target } = await ready(t);
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
    assert.equal(release.toJSON().provenance.engineVersion, version, "the engine is of the package's version");
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
  const declared = [
    ...(await readFile(at("index.d.ts"), "utf8")).matchAll(/^export (?:function|class|const) (\w+)/gm),
  ].map(([, name]) => name);
  assert.deepEqual(declared.sort(), Object.keys(await import("../index.js")).sort());
});

test("the lock file names versions and digests, no download addresses", async () => {
  const lock = JSON.parse(await readFile(at("../../.ci/package-lock.json"), "utf8"));
  const { devDependencies, dependencies } = JSON.parse(await readFile(at("../../.ci/package.json"), "utf8"));
  const { sharp, ...tools } = devDependencies;
  assert.equal(sharp, "file:no-images", "a folder beside the lock file, in the place of a package");
  for (const [name, version] of Object.entries({ ...dependencies, ...tools }))
    assert.match(version, /^\d+\.\d+\.\d+(-r\.\d+)?$/, name);
  const own = JSON.parse(await readFile(at("package.json"), "utf8"));
  assert.deepEqual([own.dependencies, own.version], [undefined, version], "nothing at run time");
  const { "no-images": _, "node_modules/sharp": __, ...packages } = lock.packages;
  for (const [path, entry] of Object.entries(packages)) {
    assert.equal(entry.resolved, undefined, path);
    if (path !== "") assert.match(entry.integrity, /^sha512-/, path);
  }
});

test("the types name every code that there is, and no others", async () => {
  const texts = async (folder, pattern) => {
    const names = (await readdir(at(folder))).filter((name) => pattern.test(name) && !name.endsWith("_test.go"));
    return Promise.all(names.map((name) => readFile(at(`${folder}/${name}`), "utf8")));
  };
  const go = (
    await Promise.all(
      ["data/dataset", "adapt", "adapt/draw", "adapt/plan", "model/trees", "release", "warehouse"]
        .map((name) => `../../core/${name}`)
        .concat("..")
        .map((folder) => texts(folder, /\.go$/)),
    )
  ).flat();
  const js = (
    await Promise.all(
      [".", "figures", "ledger", "portable", "reading", "runtime"].map((folder) => texts(folder, /\.js$/)),
    )
  ).flat();
  const used = new Set(["bad-epsilon", "bad-delta", "bad-iterations"]); // made of "bad-" and the option's name
  const collect = (files, pattern) =>
    files.forEach((text) => [...text.matchAll(pattern)].forEach(([, code]) => used.add(code)));
  collect(go, /(?:\bCode[A-Za-z]*\s*[:=]\s*|[Rr]efuse\(\s*)"([a-z-]+)"/g);
  const sentences = await readFile(at("../../core/words/en.json"), "utf8");
  for (const [, code] of sentences.matchAll(/"input\.([a-z-]+)"/g)) {
    const format = code.replace(/^bad-/, ""); // or a code of its own
    assert.ok(
      js.some((text) => text.includes(`"${format}"`)),
      `no script says ${code}`,
    );
    used.add(code);
  }
  collect(js, /(?:PrivadaptError|LedgerError)\(\s*"([a-z-]+)"/g);
  const lists = await Promise.all(["error-codes", "formats.gen"].map((of) => readFile(at(`types/${of}.d.ts`), "utf8")));
  const declared = [...lists.join("").matchAll(/"([a-z-]+)"(?=[ ;\n])/g)].map(([, code]) => code);
  assert.deepEqual([...new Set(declared)].filter((code) => code !== "AbortError").sort(), [...used].sort());
});

const tarball = at("dist/privadapt-0.1.0.tgz");

test("the packed package holds what it needs to run, of this build, and nothing else", async (t) => {
  assert.ok(existsSync(tarball), 'dist/privadapt-0.1.0.tgz is missing: run "make package"');
  const folder = await folderFor(t);
  await run("tar", ["-xzf", tarball, "-C", folder]);
  const files = (await readdir(join(folder, "package"), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "package/").length));
  const kinds = files.map((name) =>
    name
      .replace(/^(cli|figures|kit|ledger|portable|reading|runtime|terminal|terms)\/[a-z-]+(\.gen)?\.js$/, "$1/")
      .replace(/^(examples\/).*/, "$1")
      .replace(/^(types\/)[a-z-]+(\.gen)?\.d\.ts$/, "$1")
      .replace(/^(dist\/)?[a-z-]+(\.d\.cts)$/, "$1$2")
      .replace(/^[a-z-]+(?:\.gen)?(\.d\.ts|\.js)$/, "$1"),
  );
  const expected = words(`
    .d.ts .js CHANGELOG.md LICENSE README.md cli.mjs cli/ dist/.d.cts dist/docs/README.md dist/docs/privadapt.md
    dist/docs/privadapt/element.md dist/engine.js dist/engine.wasm.xz dist/gzip.js dist/kit/shell.txt
    dist/kit/vault.html dist/parquet.js dist/release.d.ts dist/wasm_exec.js dist/xlsx.js dist/xz.js examples/ figures/ kit/ ledger/
    package.json portable/ reading/ release.schema.json runtime/ terminal/ terms/ types/`);
  assert.deepEqual([...new Set(kinds)].sort(), expected);
  for (const name of files.filter((name) => !name.startsWith("dist/") && name !== "LICENSE")) {
    assert.equal(await readFile(join(folder, "package", name), "utf8"), await readFile(at(name), "utf8"), name);
  }
  const { engineSHA256, engineURL } = await import(pathToFileURL(join(folder, "package/dist/engine.js")));
  assert.equal(engineSHA256, digestOf(await readFile(at("dist/engine.wasm"))));
  assert.match(engineURL(), /package\/dist\/engine\.wasm\.xz$/);
  const { load: loadPacked } = await import(pathToFileURL(join(folder, "package/index.js")));
  await (await loadPacked()).dispose();
  // Cut short, it does not start.
  const packed = await readFile(join(folder, "package/dist/engine.wasm.xz"));
  await writeFile(join(folder, "short.xz"), packed.subarray(0, -100_000));
  await assert.rejects(loadPacked({ wasmURL: join(folder, "short.xz") }), { code: "wrong-engine" });
});

test("the packed types resolve in every kind of module, and Node takes the package by require, too", async (t) => {
  const folder = await folderFor(t);
  await mkdir(join(folder, "node_modules/privadapt"), { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", join(folder, "node_modules/privadapt"), "--strip-components=1"]);
  const program = `import { PrivadaptError, load } from "privadapt";
    import type { PrivateAdaptElement } from "privadapt/element";
    export const element = (found: PrivateAdaptElement): string => found.value;
    export const version = async (): Promise<string> => (await (await load()).loadSource("a.csv", { label: "y" })).digest;
    // @ts-expect-error no such option
    export const wrong = () => load({ workers: true });
    console.log(typeof load, new PrivadaptError("cancelled", "").name);`;
  for (const extension of ["cts", "mts"]) await writeFile(join(folder, `program.${extension}`), program);
  const options = ["--strict", "--target", "es2022", "--lib", "es2023,dom"];
  for (const module of ["node16", "node18", "nodenext"]) {
    assert.equal(
      await compile([
        "--noEmit",
        ...options,
        "--module",
        module,
        join(folder, "program.cts"),
        join(folder, "program.mts"),
      ]),
      "",
      module,
    );
  }
  await compile([...options, "--module", "node16", join(folder, "program.cts")]);
  const requires = process.features.require_module;
  if (!requires) t.diagnostic("this Node cannot require modules: the program was compiled alone");
  else assert.equal((await run(process.execPath, [join(folder, "program.cjs")])).stdout, "function AbortError\n");
});

test("the packed size", async (t) => {
  // The bytes of a build are counted, not measured.
  const { size } = await stat(tarball);
  t.diagnostic(`${size} bytes`);
  // What an unknown compiler has written stays as large as it is.
  if (isKnown(compilerOf(await readFile(at("dist/engine.wasm"))))) assert.ok(size <= 1_650_000, `${size} bytes`);
});
