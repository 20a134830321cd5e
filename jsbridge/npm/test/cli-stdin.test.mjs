// Standard input in place of a file, and the exit status of every way to end.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { overview } from "../terminal/help.js";
import { cli, files, privacy, setUp, sourceCSV, targetCSV, targetRows } from "./support.mjs";

/** Runs the command line with `pieces` on its standard input, a moment between them. */
async function piped(cwd, args, pieces) {
  const child = spawn(process.execPath, [cli, ...args], { cwd });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].on("data", (data) => (said[name] += data));
  child.stdin.on("error", () => {}); // a command that fails does not read to the end
  const exit = new Promise((resolve) => child.on("exit", resolve));
  for (const piece of pieces) {
    child.stdin.write(piece);
    await sleep(20);
  }
  child.stdin.end();
  return { status: await exit, ...said };
}

const inPieces = (text, size = 5000) => text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g"));

test("--target - reads the private file from standard input as it arrives", async (t) => {
  const { cwd, read } = await setUp(t);
  const args = ["adapt", "--source", "source.csv", "--target", "-", ...privacy, "--json"];
  const { status, stdout, stderr } = await piped(cwd, args, inPieces(targetCSV));
  assert.equal(status, 0, stderr);
  assert.equal(JSON.parse(stdout).certificate.n, targetRows.length);
  assert.equal(JSON.parse(await read("release.json")).certificate.n, targetRows.length);
});

test("- stands for the source, for the data to predict and for a release as well", async (t) => {
  const { cwd, read, privadapt } = await setUp(t);
  const adapted = await piped(
    cwd,
    ["adapt", "--source", "-", "--target", "target.csv", ...privacy],
    inPieces(sourceCSV),
  );
  assert.equal(adapted.status, 0, adapted.stderr);
  const predicted = await piped(cwd, ["predict", "--model", "release.json", "--data", "-"], inPieces(targetCSV));
  assert.equal(
    predicted.stdout,
    (await privadapt("predict", "--model", "release.json", "--data", "target.csv")).stdout,
  );
  const release = await read("release.json");
  assert.match((await piped(cwd, ["verify", "-"], [release])).stdout, /^-: the certificate holds/);
  const again = await piped(cwd, ["predict", "--model", "-", "--data", "target.csv"], [release]);
  assert.equal(again.stdout, predicted.stdout);
});

test("standard input is one file only, and a broken one harms nothing", async (t) => {
  const { cwd, names } = await setUp(t);
  for (const args of [
    ["--source", "-", "--target", "-"],
    ["--source", "source.csv", "--target", "-", "--target", "-"],
  ]) {
    const { status, stderr } = await piped(cwd, ["adapt", ...args, ...privacy], [sourceCSV]);
    assert.deepEqual([status, /standard input/.test(stderr)], [2, true], stderr);
  }
  const mixed = await piped(
    cwd,
    ["adapt", "--source", "source.csv", "--target", "target.csv", "--target", "-", ...privacy],
    [targetCSV],
  );
  assert.deepEqual([mixed.status, /only --target/.test(mixed.stderr)], [1, true], mixed.stderr);
  assert.deepEqual(await names(), ["source.csv", "target.csv"]);
});

test("each exit status is as the help says", async (t) => {
  const { cwd, read, privadapt, started } = await setUp(t);
  await privadapt("adapt", ...files, ...privacy);
  const claim = JSON.parse(await read("release.json"));
  claim.certificate.epsilon /= 2;
  await writeFile(join(cwd, "claim.json"), JSON.stringify(claim));
  const expected = [
    [0, ["--help"]],
    [0, ["--version"]],
    [0, ["verify", "release.json"]],
    [0, ["forecast", "--source", "source.csv", "--label", "y", "--rows", "1000", "--epsilon", "1", "--delta", "1e-6"]],
    [0, ["ledger"]],
    [1, ["verify", "claim.json"]],
    [1, ["verify", "source.csv"]],
    [1, ["predict", "--model", "none.json", "--data", "target.csv"]],
    [1, ["adapt", ...files, "--label", "z", "--epsilon", "1", "--delta", "1e-6"]],
    [1, ["ledger", "cap", "0", "1e-6"]],
    [2, []],
    [2, ["adapt"]],
    [2, ["verify"]],
    [2, ["forecast", "--rows", "many"]],
  ];
  for (const [status, args] of expected) assert.equal((await privadapt(...args)).status, status, args.join(" "));
  for (const [status, args] of [0, 1, 2].map((one) => expected.findLast(([status]) => status === one)))
    assert.equal((await started(...args)).status, status, "of the program");
  // 130 is in cli-output.test.mjs.
  assert.deepEqual(
    [...overview.matchAll(/^ {2}(\d+) {2,}/gm)].map(([, status]) => Number(status)),
    [0, 1, 2, 130],
  );
});

test("--json is one document, also of a failure", async (t) => {
  const { privadapt } = await setUp(t);
  for (const args of [
    ["adapt"],
    ["verify", "none.json"],
    ["forecast", "--rows", "1"],
    ["ledger", "rename"],
    ["nothing"],
  ]) {
    const { stdout } = await privadapt(...args, "--json");
    const { ok, error } = JSON.parse(stdout);
    assert.equal(ok, false);
    assert.deepEqual(
      Object.keys(error).filter((key) => !["code", "message", "line", "column"].includes(key)),
      [],
    );
    assert.match(error.message, /\w/);
  }
});
