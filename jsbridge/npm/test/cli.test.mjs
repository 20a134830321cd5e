// tier: 2
// The command line as a program: processes, pipes, signals, terminals and disks. What each command says is in transcripts/.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, rm, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Ledger } from "../ledger/ledger.js";
import { folderStore } from "../ledger/store-node.js";
import { Outputs } from "../terminal/output.js";
import { callsIn } from "./cli-calls.mjs";
import { cli, files, privacy, setUp, sourceCSV, targetCSV, targetRows } from "./support.mjs";
import { noTerminal, talk } from "./terminal.mjs";

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

test("- stands for any one file and is read as it arrives", async (t) => {
  const { cwd, names, read, privadapt } = await setUp(t);
  const from = (source, ...targets) => [
    ...["adapt", "--source", source, ...privacy, "--force"],
    ...targets.flatMap((target) => ["--target", target]),
  ];
  for (const [args, text] of [
    [from("source.csv", "-"), targetCSV],
    [from("-", "target.csv"), sourceCSV],
  ]) {
    const { status, stderr } = await piped(cwd, args, inPieces(text));
    assert.equal(status, 0, stderr);
    assert.equal(JSON.parse(await read("release.json")).certificate.n, targetRows.length);
  }
  const predicted = await piped(cwd, ["predict", "--model", "release.json", "--data", "-"], inPieces(targetCSV));
  const { stdout } = await privadapt("predict", "--model", "release.json", "--data", "target.csv");
  assert.equal(predicted.stdout, stdout);
  assert.match((await piped(cwd, ["verify", "-"], [await read("release.json")])).stdout, /^-: the certificate holds/);
  await rm(join(cwd, "release.json"));
  for (const [args, status, words] of [
    [from("-", "-"), 2, /standard input/],
    [from("source.csv", "-", "-"), 2, /standard input/],
    [from("source.csv", "target.csv", "-"), 1, /only --target/],
  ]) {
    const refused = await piped(cwd, args, [args.includes("source.csv") ? targetCSV : sourceCSV]);
    assert.deepEqual([refused.status, words.test(refused.stderr)], [status, true], refused.stderr);
  }
  assert.deepEqual(await names(), ["source.csv", "target.csv"]);
  // Through a shell, because Node itself connects a socket to a child's standard input, and a socket has no path.
  const pipe = `cat target.csv | "${process.execPath}" "${cli}" ${from("source.csv", "/dev/stdin").join(" ")}`;
  execFileSync("sh", ["-c", pipe], { cwd, stdio: "ignore" });
  assert.equal(JSON.parse(await read("release.json")).certificate.n, targetRows.length);
});

test("on a terminal the owner is asked after the file is read, and nothing is spent without a yes", {
  skip: noTerminal,
}, async (t) => {
  const { cwd, names, privadapt } = await setUp(t);
  assert.equal((await privadapt("ledger", "open", "asked", "--other-people")).status, 0);
  const spent = async () =>
    JSON.parse((await privadapt("ledger", "--json")).stdout).accounts.find(({ name }) => name === "asked").spent.runs;
  const args = ["adapt", ...files, ...privacy, "--account", "asked"];
  const answered = (answer, ...more) => talk([...args, ...more], [{ question: 'Type "yes"', answer }], { cwd });
  for (const answer of ["no", "\x03"]) {
    const refused = await answered(answer);
    assert.equal(refused.status, 130, refused.said);
    assert.match(
      refused.said,
      /1,200 rows read[\s\S]*would cost[\s\S]*Type "yes" to spend this and write release\.json/,
    );
    assert.equal(await spent(), 0);
    assert.deepEqual(await names(), ["source.csv", "target.csv"]);
  }
  const made = await answered("yes");
  assert.equal(made.status, 0, made.said);
  assert.equal(await spent(), 1);
  assert.deepEqual(await names(), ["release.json", "source.csv", "target.csv"]);
  const unasked = await answered("", "--yes", "--out", "two.json");
  assert.equal(unasked.status, 0, unasked.said);
  assert.doesNotMatch(unasked.said, /Type "yes"/);
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
    child.kill(signal);
    assert.equal(await new Promise((resolve) => child.on("exit", resolve)), 130);
    assert.match(stderr, /privadapt: .*cancelled.*\n$/);
    assert.deepEqual(await names(), ["source.csv", "target.csv"]);
  });
}

test("a full, locked or vanished place for results leaves nothing half-written", async (t) => {
  const { cwd, names, privadapt } = await setUp(t);
  const paths = [join(cwd, "w.csv"), join(cwd, "w.json")];
  const outputs = new Outputs();
  await outputs.add(paths, []);
  const unwritable = 7n; // stands for a full disk
  await assert.rejects(outputs.commit(["weights", unwritable]), { code: "no-output" });
  assert.deepEqual(await names(), ["source.csv", "target.csv"]);
  // The second name is taken by a folder between opening and naming: the first must not stay behind alone.
  const again = new Outputs();
  await again.add(paths, []);
  await mkdir(join(cwd, "w.json"));
  await assert.rejects(again.commit(["weights", "release"]), { code: "no-output" });
  assert.deepEqual(await names(), ["source.csv", "target.csv", "w.json"]);
  await mkdir(join(cwd, "locked"));
  await chmod(join(cwd, "locked"), 0o500);
  for (const out of ["w.json", ...(process.getuid?.() === 0 ? [] : ["locked/r.json"])])
    assert.match((await privadapt("adapt", ...files, ...privacy, "--out", out)).stderr, /\[no-output\]\n$/);
});

/** A small file system of its own, where the test may make one. */
async function mounted(t) {
  const folder = await mkdtemp(join(tmpdir(), "privadapt-test-"));
  const mount = (...args) => execFileSync("mount", [...args, folder], { stdio: "pipe" });
  try {
    mount("-t", "tmpfs", "-o", "size=16m", "privadapt-test");
  } catch {
    await rmdir(folder);
    t.skip("this user or system may not mount a file system");
    return null;
  }
  t.after(async () => {
    execFileSync("umount", [folder]);
    await rmdir(folder);
  });
  return { home: folder, makeReadOnly: () => mount("-o", "remount,ro") };
}

/** Runs adapt with the ledger in a folder of its own; refused(words) is a run that must fail and leave no result. */
async function onDisk(t, home) {
  const { cwd, names } = await setUp(t);
  const call = callsIn(cwd);
  const adapt = () => call(["adapt", ...files, ...privacy, "--quiet", "--json"], { XDG_STATE_HOME: home });
  const folder = join(home, "privadapt", "ledger");
  const refused = async (words) => {
    const { stdout, stderr } = await adapt();
    assert.equal(JSON.parse(stdout).error.code, "ledger-unavailable", stderr);
    assert.match(stderr, words);
    assert.deepEqual(await names(), ["source.csv", "target.csv"]);
  };
  return { adapt, refused, folder, ledger: new Ledger(folderStore(folder)) };
}

test("a ledger on a read-only file system: no result, before it was made and after", async (t) => {
  for (const made of [false, true]) {
    const disk = await mounted(t);
    if (!disk) return;
    const { ledger, refused } = await onDisk(t, disk.home);
    if (made) await ledger.setCap({ epsilon: 2, delta: 1e-6 });
    disk.makeReadOnly();
    await refused(/read-only file system|file system is read-only/);
  }
});

test("a ledger on a full disk: no result while it is full, and no harm to the ledger", async (t) => {
  const disk = await mounted(t);
  if (!disk) return;
  const { adapt, folder, ledger, refused } = await onDisk(t, disk.home);
  await ledger.setCap({ epsilon: 2, delta: 1e-6 });
  const ballast = join(disk.home, "ballast");
  await assert.rejects(writeFile(ballast, Buffer.alloc(1 << 25)), { code: "ENOSPC" });
  await refused(/the disk is full; make room/);
  assert.deepEqual(await readdir(folder), ["000001.json"]);
  await rm(ballast);
  assert.equal(JSON.parse((await adapt()).stdout).account.spent.runs, 1);
});
