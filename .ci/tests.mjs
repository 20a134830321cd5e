// Runs parts of the tests: node tests.mjs PART… A part that fails does not end the others. The last lines have the ten slowest
// files and packages, the time of each part, what failed, and the counts.
//
// A test file whose first line is "// tier: 2" is left out of make test, and so is a Go test that skips where testing.Short()
// is. These are other engines, widths, runtimes and databases, ways out of the vault, hostile pages and files, faults of
// storage, races of tabs, and all beside the main way through a page or a command. A file marked "// tier: 2, alone" has no
// neighbours while it runs.
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const counts = { pass: 0, fail: 0, skipped: 0 };
const times = []; // [seconds, file or package]
const failed = [];

/** A file that hangs is ended and named after this time. */
const MOST = 15 * 60_000;

/** These take longest and come first, so that none runs alone at the end. */
const LONGEST = ["transcripts", "snapshots", "ways", "refusals", "embed", "exfiltration"].map(
  (name) => `${name}.test.mjs`,
);

/** Runs those test files of a folder whose first line says `tier`. */
async function nodeTests(folder, tier, concurrency) {
  const place = path.join(root, folder, "test");
  const ofTier = (name) => (/^\/\/ (tier: .*)/.exec(readFileSync(path.join(place, name), "utf8"))?.[1] ?? "") === tier;
  const files = readdirSync(place).filter((name) => name.endsWith(".test.mjs") && ofTier(name));
  files.sort((a, b) => Number(LONGEST.includes(b)) - Number(LONGEST.includes(a)));
  await nodeFiles(
    path.join(root, folder),
    files.map((name) => `test/${name}`),
    concurrency,
  );
}

async function nodeFiles(folder, names, concurrency) {
  process.chdir(folder);
  const tests = run({ files: names.map((name) => path.resolve(name)), concurrency, timeout: MOST });
  const seconds = new Map();
  const end = (how) => (data) => {
    if (data.details.type === "suite") return;
    const name = path.relative(root, data.file ?? folder);
    counts[data.skip !== undefined || data.todo !== undefined ? "skipped" : how]++;
    if (how === "fail") failed.push(`${name}: ${data.name}`);
    if (data.nesting === 0) seconds.set(name, (seconds.get(name) ?? 0) + data.details.duration_ms / 1000);
  };
  tests.on("test:pass", end("pass")).on("test:fail", end("fail"));
  for await (const text of tests.compose(spec)) process.stdout.write(text);
  times.push(...[...seconds].map(([name, taken]) => [taken, name]));
}

/** Runs `go test` and shows a line for each package, and what a failing test printed. */
async function goTests(args, env = {}) {
  process.chdir(root);
  const go = spawn("go", ["test", "-json", "-timeout", "20m", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const printed = new Map();
  for await (const line of createInterface({ input: go.stdout })) {
    if (!line.startsWith("{")) {
      console.log(line);
      continue;
    }
    const { Action: action, Package: of, Test: test, Output: output, Elapsed: elapsed } = JSON.parse(line);
    const key = `${of} ${test}`;
    if (output !== undefined) {
      if (test === undefined) {
        if (!/^(PASS|FAIL)\n$|^\?.*\[no test files\]\n$/.test(output)) process.stdout.write(output);
      } else printed.set(key, (printed.get(key) ?? "") + output);
    } else if (["pass", "fail", "skip"].includes(action)) {
      if (test === undefined) times.push([elapsed, of]);
      else counts[action === "skip" ? "skipped" : action]++;
      if (action === "fail") failed.push(test === undefined ? of : key);
      if (action === "fail" && test !== undefined) process.stdout.write(printed.get(key) ?? "");
      printed.delete(key);
    }
  }
  const code = go.exitCode ?? (await new Promise((resolve) => go.on("close", resolve)));
  if (code !== 0 && !failed.some((name) => name.startsWith("privadapt"))) failed.push(`go test ${args.join(" ")}`);
}

const goEnv = (name) => execFileSync("go", ["env", name], { encoding: "utf8" }).trim();

/** Go's tests compiled to wasm, as Go leaves the program or finished as the engine is. */
async function wasmTests(finished, ...args) {
  const exec = finished
    ? `node ${root}wasm/kernel/go-test-exec.mjs`
    : // It refuses long environments.
      `env -i PATH=${process.env.PATH} HOME=${process.env.HOME} ${goEnv("GOROOT")}/lib/wasm/go_js_wasm_exec`;
  await goTests(["-exec", exec, ...args], { GOOS: "js", GOARCH: "wasm" });
}

/** The packages with a test that is left out under -short. */
const shortened = () =>
  execFileSync("git", ["grep", "-l", "testing.Short()", "--", "core", "jsbridge", "wasm"], {
    encoding: "utf8",
    cwd: root,
  })
    .trim()
    .split("\n")
    .map((file) => `./${path.dirname(file)}`);

const hotLoops =
  "Twins|EachIsExp|Forms|Product|Gram|Weigh|Hyperbolic|Estimates|ScoreErrorBounds|Rough|Plain|Multiples|Cholesky|SameBytes";

/**
 * Runs the tests of the Python package, which make python builds, in a folder of packages of its own. Where Python is not there
 * or cannot get them it says so, and nothing fails.
 */
async function pythonTests() {
  const place = path.join(root, "wasm/python");
  const of = (folder, file) => path.join(folder, process.platform === "win32" ? "Scripts" : "bin", file);
  const venv = path.join(place, "dist/venv");
  const quietly = (command, ...args) => execFileSync(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  try {
    quietly("python3", "-m", "venv", "--clear", venv);
    const beside = ["pandas", "polars", "pyarrow", "openpyxl", "scikit-learn"];
    quietly(of(venv, "pip"), "install", "--quiet", "wasmtime", ...beside);
  } catch (error) {
    console.log(`The tests of the Python package were NOT run: ${String(error.stderr || error.message).trim()}`);
    counts.skipped++;
    return;
  }
  try {
    execFileSync("make", ["--silent", "python"], { cwd: root, stdio: "inherit" });
    const wheel = readdirSync(path.join(place, "dist")).find((name) => name.endsWith(".whl"));
    quietly(of(venv, "pip"), "install", "--quiet", "--no-deps", path.join(place, "dist", wheel));
    const args = ["-m", "unittest", "discover", "--start-directory", path.join(place, "test"), "--verbose"];
    const tests = (...only) => execFileSync(of(venv, "python"), [...args, ...only], { cwd: place, stdio: "inherit" });
    tests();
    quietly(of(venv, "pip"), "install", "--quiet", "pandas<3");
    tests("-k", "Cells", "-k", "Hostile");
    counts.pass++;
  } catch (error) {
    counts.fail++;
    failed.push(`wasm/python: ${error.message}`);
  }
}

const parts = {
  // The two packages that take longest come first, so that neither runs alone at the end.
  go: () => goTests(["-short", "./core/warehouse", "./core/lab/audit", "./..."]),
  kernel: () => nodeFiles(path.join(root, "wasm/kernel"), ["count.test.mjs", "../finish/finished.test.mjs"], 2),
  node: () => nodeTests("jsbridge/npm", "", 2),
  // Three at a time, because they often wait for a page.
  browser: () => nodeTests("site", "", 3),
  edge: () => nodeTests("wasm/edge", "", 2),
  "go-rest": () => goTests([...new Set(shortened())]),
  // What draws noise, makes releases or is written for JavaScript, and the hot loops with the kernel.
  wasm: async () => {
    const finished = ["./core/adapt", "./core/noise/sampler", "./core/internal/private/moment", "./core/release"];
    await wasmTests(true, ...finished, "./jsbridge/...");
    await wasmTests(false, "./core/kernel", "./core/internal/private/moment", "./core/release");
    const looping = ["./core/kernel", "./core/solve/...", "./core/internal/private/mechanism", "./core/data/dataset"];
    await wasmTests(true, "-tags", "simd", "-run", hotLoops, ...looping, "./core/model/...");
  },
  "node-rest": () => nodeTests("jsbridge/npm", "tier: 2", 2),
  "browser-rest": async () => {
    await nodeTests("site", "tier: 2", 3);
    await nodeTests("site", "tier: 2, alone", 1);
  },
  python: pythonTests,
  "edge-rest": () => nodeTests("wasm/edge", "tier: 2", 2),
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined)
  throw new Error(`there is no part ${unknown}; the parts are ${Object.keys(parts).join(" ")}`);
const took = [];
for (const name of wanted) {
  if (process.env.BROWSERS === "none" && name.startsWith("browser")) {
    console.log(`The tests of ${name} were NOT run (BROWSERS=none).`);
    continue;
  }
  console.log(`\n${name}`);
  const start = Date.now();
  await parts[name]();
  took.push(`${name} ${Math.round((Date.now() - start) / 1000)} s`);
}
console.log("\nThe ten slowest:");
for (const [seconds, name] of times.sort(([a], [b]) => b - a).slice(0, 10))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
console.log(took.join(", "));
for (const name of failed) console.log(`FAILED ${name}`);
const all = counts.pass + counts.fail + counts.skipped;
console.log(`# tests ${all}\n# pass ${counts.pass}\n# fail ${counts.fail}\n# skipped ${counts.skipped}`);
process.exitCode = failed.length > 0 ? 1 : 0;
