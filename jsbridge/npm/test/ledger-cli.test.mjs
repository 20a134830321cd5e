// The ledger through the command line: what adapt reports about it, and that there is no result if the ledger fails.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { Ledger } from "../ledger/ledger.js";
import { folderStore } from "../ledger/store-node.js";
import { callsIn } from "./cli-calls.mjs";
import { files, privacy, setUp } from "./support.mjs";

/** The two samples, and a ledger of the test's own. */
async function setUpLedger(t, state) {
  const { cwd, names } = await setUp(t);
  const home = state ?? join(cwd, "state");
  const call = callsIn(cwd);
  const privadapt = (...args) => call(args, { XDG_STATE_HOME: home });
  const adapt = (...args) => privadapt("adapt", ...files, ...privacy, "--quiet", ...args);
  const folder = join(home, "privadapt", "ledger");
  return { cwd, names, privadapt, adapt, home, folder, ledger: new Ledger(folderStore(folder)) };
}

/** Runs adapt, which must fail with this code and leave no result. */
async function refused({ adapt, names }, code, message, ...args) {
  const { status, stdout, stderr } = await adapt(...args, "--json");
  assert.equal(status, 1, stderr);
  assert.equal(JSON.parse(stdout).error.code, code, stderr);
  assert.match(stderr, message);
  assert.match(stderr, new RegExp(`^privadapt: [^\\n]+ \\[${code}\\]\\n$`));
  assert.deepEqual(
    (await names()).filter((name) => !["source.csv", "target.csv", "state"].includes(name)),
    [],
  );
}

test("adapt charges, says what is left, and stops at the cap", async (t) => {
  const at = await setUpLedger(t);
  const { privadapt, adapt, names } = at;
  assert.equal((await privadapt("ledger", "cap", "1.5", "1e-6")).status, 0);
  const first = await adapt("--release", "moments");
  assert.equal(first.status, 0, first.stderr);
  assert.match(
    first.stdout,
    /account "default": ε = 1 in 1 run spent of the cap ε = 1\.5 at δ = 0\.000001; one more run of up to ε = 1\.0\d+ at/,
  );
  const second = JSON.parse((await adapt("--json")).stdout);
  assert.deepEqual([second.account.id, second.account.spent.runs], ["default", 2]);
  await rm(join(at.cwd, "moments.json"));
  await rm(join(at.cwd, "release.json"));
  await refused(
    at,
    "budget-exhausted",
    /ε = 1\.4\d+ at δ = 0\.000001 in 2 runs.*cap is ε = 1\.5 .*this run costs ε = 1 /,
  );

  const { stdout } = await privadapt("ledger");
  const lines = stdout.trimEnd().split("\n");
  assert.match(lines[0], /^"default": ε = 1\.4\d+ in 2 runs spent/);
  assert.match(lines[1], / cap ε = 1\.5 at δ = 0\.000001$/);
  assert.match(lines[2], / ε = 1 at δ = 0\.000001, moments, moment$/);
  assert.equal(lines.length, 4);

  // A run of the reported size fits, and after that no further run does.
  const { left } = JSON.parse((await privadapt("ledger", "--json")).stdout).accounts[0];
  const printed = /up to ε = ([\d.]+)/.exec(lines[0])[1];
  assert.ok(Number(printed) <= left.epsilon && Number(printed) > 0.999 * left.epsilon);
  assert.equal((await adapt("--epsilon", printed)).status, 0);
  assert.ok((await names()).includes("release.json"));
});

test("accounts: opened by the statement, charged by name, renamed without a reset", async (t) => {
  const at = await setUpLedger(t);
  const { privadapt, adapt } = at;
  await refused(at, "ledger-account", /no account "school"; it has "default"/, "--account", "school");
  const opened = await privadapt("ledger", "open", "school");
  assert.equal(opened.status, 1);
  assert.match(opened.stderr, /other people.*\[ledger-account\]/);
  assert.equal((await privadapt("ledger", "open", "school", "--other-people")).status, 0);
  const charged = JSON.parse((await adapt("--account", "school", "--json")).stdout).account;
  assert.deepEqual([charged.name, charged.spent.runs], ["school", 1]);
  assert.equal((await privadapt("ledger", "rename", "school", "academy")).status, 0);
  const { accounts } = await at.ledger.state();
  assert.deepEqual(
    accounts.map(({ name, statement, spent }) => [name, statement, spent.runs]),
    [
      ["default", null, 0],
      ["academy", "other-people", 1],
    ],
  );
});

test("a reset warns, needs a reason and a yes, and stays in the history", async (t) => {
  const { privadapt, ledger } = await setUpLedger(t);
  await ledger.charge({ epsilon: 1, delta: 1e-6, rho: 0.02435 });
  assert.equal((await privadapt("ledger", "reset", "--yes")).status, 2);
  const unasked = await privadapt("ledger", "reset", "--reason", "a test");
  assert.equal(unasked.status, 2);
  assert.match(unasked.stderr, /ε = 0\.88\d* in 1 run spent.*\nwarning: a reset restores no privacy.*\n.*--yes/);
  const runs = async () => (await ledger.account()).spent.runs;
  assert.equal(await runs(), 1);
  const reset = await privadapt("ledger", "reset", "--reason", "a test", "--yes");
  assert.equal(reset.status, 0);
  assert.match(reset.stderr, /warning: a reset/);
  assert.equal(await runs(), 0);
  assert.match((await privadapt("ledger")).stdout, / ε = 1 at δ = 0\.000001\n.*reset: a test\n$/);
});

test("the export is the journal, and read back it is the same ledger", async (t) => {
  const { privadapt, ledger, folder } = await setUpLedger(t);
  await ledger.setCap({ epsilon: 2, delta: 1e-6 });
  await ledger.charge({ epsilon: 1, delta: 1e-6, rho: 0.02435, about: { from: "a test" } });
  await ledger.open({ name: "school", statement: "other-people" });
  const { stdout } = await privadapt("ledger", "export");
  const texts = await Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name), "utf8")));
  assert.equal(stdout, texts.join(""));
  assert.deepEqual(JSON.parse((await privadapt("ledger", "export", "--json")).stdout).entries, texts.map(JSON.parse));

  const copy = await setUpLedger(t);
  await mkdir(copy.folder, { recursive: true });
  for (const [i, line] of stdout.match(/.*\n/g).entries()) {
    await writeFile(join(copy.folder, `${String(i + 1).padStart(6, "0")}.json`), line);
  }
  assert.deepEqual(await copy.ledger.state(), await ledger.state());
});

test("called wrongly", async (t) => {
  const { privadapt, home, names } = await setUpLedger(t);
  for (const args of [
    ["constructor"],
    ["show", "more"],
    ["cap", "1"],
    ["cap", "one", "1e-6"],
    ["rename", "default"],
    ["reset", "--reason"],
    ["export", "file"],
    ["--account", "x"],
  ]) {
    const { status, stderr } = await privadapt("ledger", ...args);
    assert.equal(status, 2, args.join(" "));
    assert.match(stderr, /^privadapt: [^\n]+ \(see "privadapt --help"\)\n$/);
  }
  for (const [args, code] of [
    [["cap", "0", "1e-6"], "bad-epsilon"],
    [["cap", "1", "1"], "bad-delta"],
    [["rename", "nobody", "somebody"], "ledger-account"],
    [["open", "default", "--other-people"], "ledger-account"],
  ]) {
    const { status, stderr } = await privadapt("ledger", ...args);
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`\\[${code}\\]\\n$`));
  }
  assert.match((await privadapt("ledger", "reset", "--help")).stdout, /^privadapt ledger/);
  assert.ok(!(await names()).includes(home), "nothing was written");
});

test("damaged entries: an error that names the entry, and no result", async (t) => {
  const good = await setUpLedger(t);
  for (let i = 0; i < 3; i++) await good.ledger.setCap({ epsilon: 2 + i, delta: 1e-6 });
  const elsewhere = await setUpLedger(t);
  for (let i = 0; i < 2; i++) await elsewhere.ledger.setCap({ epsilon: 1 + i, delta: 1e-6 });
  const change = (name, f) => async (folder) => {
    const path = join(folder, name);
    await writeFile(path, f(await readFile(path, "utf8")));
  };
  const damages = {
    "a changed digit": [change("000003.json", (text) => text.replace('"epsilon":4', '"epsilon":9')), 3],
    "a truncated entry": [change("000003.json", (text) => text.slice(0, 100)), 3],
    "an empty entry": [change("000001.json", () => ""), 1],
    "a missing entry": [(folder) => rm(join(folder, "000002.json")), 2],
    "an entry of another ledger": [
      (folder) => cp(join(elsewhere.folder, "000002.json"), join(folder, "000002.json")),
      2,
    ],
    "no entry at all": [(folder) => writeFile(join(folder, "000004.json"), "{}\n"), 4],
  };
  for (const [what, [damage, number]] of Object.entries(damages)) {
    const at = await setUpLedger(t);
    await cp(good.folder, at.folder, { recursive: true });
    await damage(at.folder);
    await refused(at, "ledger-corrupt", new RegExp(`entry ${number} .*restore`));
    t.diagnostic(`${what}: refused`);
  }
});

test("a file where the ledger's folder should be", async (t) => {
  const at = await setUpLedger(t);
  await writeFile(at.home, "");
  await refused(at, "ledger-unavailable", /there is a file where a folder is needed.*XDG_STATE_HOME/);
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

test("a read-only file system, before the ledger was made and after", async (t) => {
  for (const made of [false, true]) {
    const disk = await mounted(t);
    if (!disk) return;
    const at = await setUpLedger(t, disk.home);
    if (made) await at.ledger.setCap({ epsilon: 2, delta: 1e-6 });
    disk.makeReadOnly();
    await refused(at, "ledger-unavailable", /read-only file system|file system is read-only/);
  }
});

test("a full disk: no result while it is full, and no harm to the ledger", async (t) => {
  const disk = await mounted(t);
  if (!disk) return;
  const { home } = disk;
  const at = await setUpLedger(t, home);
  await at.ledger.setCap({ epsilon: 2, delta: 1e-6 });
  const ballast = join(home, "ballast");
  await assert.rejects(writeFile(ballast, Buffer.alloc(1 << 25)), { code: "ENOSPC" });
  await refused(at, "ledger-unavailable", /the disk is full; make room/);
  assert.deepEqual(await readdir(at.folder), ["000001.json"]);
  await rm(ballast);
  assert.equal(JSON.parse((await at.adapt("--json")).stdout).account.spent.runs, 1);
});
