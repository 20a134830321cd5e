// Whole results or none: what the command line leaves in the folder when something goes wrong.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmod, mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { Outputs } from "../terminal/output.js";
import { cli, files, privacy, setUp, sourceCSV } from "./support.mjs";

test("what cannot be read or written is found before the private file is opened", async (t) => {
  const { cwd, names, privadapt } = await setUp(t);
  await mkdir(join(cwd, "folder"));
  await mkdir(join(cwd, "locked"));
  await chmod(join(cwd, "locked"), 0o500);
  const failures = [
    [["--source", "none.csv", "--target", "target.csv"], "no-file"],
    [["--source", "source.csv", "--target", "none.csv"], "no-file"],
    [["--source", "folder", "--target", "target.csv"], "no-file"],
    [[...files, "--out", "folder"], "no-output"],
    [[...files, "--out", "nowhere/r.json"], "no-output"],
    [[...files, "--out", "target.csv"], "no-output"],
    [[...files, "--out", "./folder/../source.csv"], "no-output"],
    [["--source", "source.csv", "--target", "source.csv", "--out", "source.json", "--release", "weights"], "no-output"],
  ];
  if (process.getuid?.() !== 0) failures.push([[...files, "--out", "locked/r.json"], "no-output"]);
  for (const [args, code] of failures) {
    const { status, stdout, stderr } = await privadapt("adapt", ...args, ...privacy);
    assert.equal(status, 1, args.join(" "));
    assert.match(stderr, new RegExp(`^privadapt: .+ \\[${code}\\]\\n$`), args.join(" "));
    assert.equal(stdout, "");
  }
  assert.deepEqual(await names(), ["folder", "locked", "source.csv", "target.csv"]);
  assert.equal(await readFile(join(cwd, "source.csv"), "utf8"), sourceCSV);
  assert.ok((await stat("/dev/null")).isCharacterDevice());
});

test("an earlier result stays whole when a later run fails", async (t) => {
  const { names, read, privadapt } = await setUp(t);
  await privadapt("adapt", ...files, ...privacy);
  const before = await read("release.json");
  assert.equal(
    (await privadapt("adapt", ...files, "--force", "--label", "y", "--epsilon", "-1", "--delta", "1e-6")).status,
    1,
  );
  assert.equal(await read("release.json"), before);
  assert.deepEqual(await names(), ["release.json", "source.csv", "target.csv"]);
  assert.equal((await privadapt("adapt", ...files, ...privacy, "--force")).status, 0);
  assert.notEqual(await read("release.json"), before);
});

test("a result on standard output is alone there", async (t) => {
  const { read, privadapt } = await setUp(t);
  assert.equal((await privadapt("adapt", ...files, ...privacy)).status, 0);
  for (const args of [
    ["export", "release.json", "--to", "sql", "--dialect", "duckdb", "--table", "t"],
    ["show", "release.json"],
    ["predict", "--model", "release.json", "--data", "target.csv"],
  ]) {
    const printed = await privadapt(...args, "--out", "-");
    assert.equal(printed.status, 0, printed.stderr);
    await privadapt(...args, "--out", "written");
    assert.equal(printed.stdout, await read("written"), args[0]);
    assert.match(printed.stderr, /^wrote -/m);
  }
  // With --json there would be two documents.
  for (const args of [
    ["export", "release.json", "--to", "onnx"],
    ["show", "release.json"],
    ["predict", "--model", "release.json", "--data", "target.csv"],
    ["combine", "release.json", "--release", "moments"],
    ["kit", "--source", "source.csv", "--label", "y"],
    ["adapt", ...files, ...privacy],
  ]) {
    const { status, stdout } = await privadapt(...args, "--out", "-", "--json");
    assert.equal(status, 2, args[0]);
    assert.match(JSON.parse(stdout).error.message, /^--out - and --json both are standard output/);
  }
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  test(`${signal} cancels and leaves no file`, async (t) => {
    const { cwd, names } = await setUp(t);
    const long = ["--mechanism", "selection", "--iterations", "1000000"];
    const child = spawn(process.execPath, [cli, "adapt", ...files, ...privacy, ...long], {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stderr = "";
    // The report appears when the private file has been read: the computation runs from here on.
    await new Promise((resolve) =>
      child.stderr.on("data", (data) => {
        stderr += data;
        if (stderr.includes("rows read")) resolve();
      }),
    );
    assert.equal((await names()).filter((name) => name.endsWith(".partial")).length, 1);
    const start = performance.now();
    child.kill(signal);
    const status = await new Promise((resolve) => child.on("exit", resolve));
    t.diagnostic(`ended after ${(performance.now() - start).toFixed(0)} ms`);
    assert.equal(status, 130);
    assert.match(stderr, /privadapt: .*cancelled.*\n$/);
    assert.deepEqual(await names(), ["source.csv", "target.csv"]);
  });
}

test("a full or vanished disk leaves nothing half-written", async (t) => {
  const { cwd, names } = await setUp(t);
  const outputs = await Outputs.open([join(cwd, "w.csv"), join(cwd, "w.json")], []);
  const unwritable = 7n; // stands for a full disk
  await assert.rejects(outputs.commit(["weights", unwritable]), { code: "no-output" });
  assert.deepEqual(await names(), ["source.csv", "target.csv"]);
  // The second name is taken by a folder between opening and naming: the first must not stay behind alone.
  const again = await Outputs.open([join(cwd, "w.csv"), join(cwd, "w.json")], []);
  await mkdir(join(cwd, "w.json"));
  await assert.rejects(again.commit(["weights", "release"]), { code: "no-output" });
  assert.deepEqual(await names(), ["source.csv", "target.csv", "w.json"]);
});
