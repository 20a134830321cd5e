// tier: 2
// A release that was paid for does not vanish: where it cannot be written it is kept beside the ledger, whenever the
// program dies.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { keptReleases, reserve } from "../ledger/kept-node.js";
import { callsIn } from "./cli-calls.mjs";
import {
  cli,
  csv,
  files,
  folderFor,
  privacy,
  randomFrom,
  run as runCLI,
  setUp,
  sourceRows,
  targetRows,
} from "./support.mjs";

/** A folder with small samples and a ledger of its own with much room. */
async function ownerOf(t) {
  const { cwd, names, read } = await setUp(t, {
    source: csv(sourceRows.slice(0, 200)),
    target: csv(targetRows.slice(0, 100), ["temp", "wind", "colour"]),
  });
  const env = { XDG_STATE_HOME: await folderFor(t, { quick: true }) };
  const call = callsIn(cwd);
  const privadapt = (...args) => call(args, env);
  assert.equal((await privadapt("ledger", "cap", "1e6", "1e-6", "--reason", "a test", "--yes")).status, 0);
  const releases = async () => JSON.parse((await privadapt("ledger", "releases", "--json")).stdout).releases;
  const charges = async () => JSON.parse((await privadapt("ledger", "--json")).stdout).accounts[0].spent.runs;
  return { cwd, env, names, read, privadapt, releases, charges };
}

const adapt = ["adapt", ...files, ...privacy, "--quiet"];

/** A run in a process of its own, with its output for a `reader` if there is one. `ended` resolves with {status, stdout, stderr}. */
function started(args, { cwd, env }, reader) {
  const command = [process.execPath, cli, ...adapt, ...args];
  const piped = `${command.map((word) => `'${word}'`).join(" ")} | ${reader}; exit \${PIPESTATUS[0]}`;
  const [program, ...rest] = reader ? ["bash", "-c", piped] : command;
  const child = spawn(program, rest, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].on("data", (part) => (said[name] += part));
  return { child, ended: new Promise((resolve) => child.on("close", (status) => resolve({ status, ...said }))) };
}
const linux = process.platform === "linux";

test("out of disk: the release is kept, the message and the JSON say where, and it is written from there", {
  skip: !linux,
}, async (t) => {
  const { env, names, read, privadapt, releases, charges } = await ownerOf(t);
  for (const kind of ["model", "weights"]) {
    const failed = await privadapt(...adapt, "--release", kind, "--out", "/dev/full", "--json");
    assert.equal(failed.status, 1);
    const { code, charged, kept, message } = JSON.parse(failed.stdout).error;
    assert.deepEqual([code, charged], ["no-output", true]);
    assert.match(
      message,
      /no space left[\s\S]*is charged, and its release is kept in .*privadapt ledger releases write/,
    );
    assert.equal(JSON.parse(await readFile(kept, "utf8")).kind, kind);
    assert.equal((await stat(kept)).mode & 0o777, 0o600);
    assert.ok(kept.startsWith(env.XDG_STATE_HOME));
    const text = await readFile(kept, "utf8");
    const { run, state } = (await releases()).at(-1);
    assert.equal(state, "kept");
    assert.match((await privadapt("ledger", "releases")).stdout, new RegExp(`${run.slice(0, 8)}.*kept here in`));
    const written = await privadapt("ledger", "releases", "write", run.slice(0, 8), "--out", `${kind}.json`);
    assert.equal(written.status, 0, written.stderr);
    assert.equal(await read(`${kind}.json`), text);
    assert.equal((await privadapt("verify", `${kind}.json`)).status, 0);
    assert.equal((await releases()).at(-1).state, "written");
  }
  assert.deepEqual(await names(), ["model.json", "source.csv", "target.csv", "weights.csv", "weights.json"]);
  assert.equal(await charges(), 2);
});

test("a file or a folder that takes the name while the run computes costs no release", async (t) => {
  const { cwd, env, read, privadapt, releases, charges } = await ownerOf(t);
  const ledger = join(env.XDG_STATE_HOME, "privadapt", "ledger");
  const { ended } = started([], { cwd, env });
  // The place is reserved after the private file was read and before the charge.
  await new Promise((resolve) => {
    const watcher = watch(ledger, async () => {
      watcher.close();
      await writeFile(join(cwd, "release.json"), "mine");
      resolve();
    });
  });
  const { status, stderr } = await ended;
  if (status === 0) return t.skip("the run was faster than this test");
  assert.match(stderr, /release\.json has been made meanwhile.*is kept in/);
  assert.equal(await read("release.json"), "mine");
  assert.deepEqual(
    (await releases()).map(({ state }) => state),
    ["kept"],
  );
  assert.equal(await charges(), 1);
  assert.equal((await privadapt("ledger", "releases")).status, 0);
});

test("--out - is standard output; a reader that has gone costs no release", { skip: !linux }, async (t) => {
  const { cwd, env, privadapt, releases } = await ownerOf(t);
  const printed = await runCLI([...adapt, "--out", "-"], { cwd, env });
  assert.equal(printed.status, 0, printed.stderr);
  assert.equal(JSON.parse(printed.stdout).kind, "model");
  const gone = await started(["--out", "-"], { cwd, env }, "true").ended;
  assert.equal(gone.status, 1);
  assert.match(gone.stderr, /EPIPE.*is charged, and its release is kept in/);
  // What went into a pipe may not have arrived, so a copy stays until it is dropped.
  const list = await releases();
  assert.deepEqual(
    list.map(({ state }) => state),
    ["kept", "kept"],
  );
  for (const { run } of list) assert.equal((await privadapt("ledger", "releases", "drop", run)).status, 0);
  assert.deepEqual(
    (await releases()).map(({ state }) => state),
    ["written", "written"],
  );
  assert.equal((await privadapt(...adapt, "--out", "/dev/null")).status, 0);
});

test("an answer that nobody reads costs no release: the message and the list say where it is", {
  skip: !linux,
}, async (t) => {
  const { cwd, env, read, releases, privadapt, charges } = await ownerOf(t);
  const into = (reader, ...more) => started(["--json", ...more], { cwd, env }, reader).ended;
  for (const kind of ["model", "weights"]) {
    const gone = await into("true", "--release", kind, "--out", `${kind}.json`);
    assert.equal(gone.status, 1);
    assert.match(gone.stderr, new RegExp(`closed before.*is charged, and its release is written to .*${kind}\\.json`));
    assert.equal(JSON.parse(await read(`${kind}.json`)).kind, kind);
    const { run, state, files } = (await releases()).at(-1);
    assert.deepEqual([state, files.at(-1)], ["written", join(cwd, `${kind}.json`)]);
    assert.match((await privadapt("ledger", "releases")).stdout, new RegExp(`${run.slice(0, 8)}.*${kind}\\.json`));
  }
  // A reader of one byte has taken the whole answer out of the program's hands, or has gone.
  const first = await into("head -c 1", "--out", "first.json");
  assert.deepEqual([first.stdout, [0, 1].includes(first.status)], ["{", true]);
  assert.equal((await privadapt("verify", "first.json")).status, 0);
  assert.equal((await releases()).at(-1).files[0], join(cwd, "first.json"));
  // And one whose release cannot be written either is told where it is kept.
  const full = await into("true", "--out", "/dev/full");
  assert.equal(full.status, 1);
  assert.match(full.stderr, /no space left.*is charged, and its release is kept in/);
  assert.equal((await releases()).at(-1).state, "kept");
  assert.equal(await charges(), 4);
});

test("a list that is made while a run ends takes no release from it", async (t) => {
  process.env.XDG_STATE_HOME = await folderFor(t, { quick: true });
  const room = await reserve({ run: "one", account: "mine", kind: "model", files: ["-"], count: 1, rows: 0 });
  let ends = async () => {
    await room.keep(["the release"]);
    await room.written({ keep: true });
  };
  const ledger = {
    async state() {
      await ends();
      ends = async () => {};
      return { accounts: [] };
    },
  };
  const [{ state, kept }] = await keptReleases(ledger);
  assert.deepEqual([state, await readFile(kept[0], "utf8")], ["kept", "the release"]);
});

test("no room for the release: refused before the charge", async (t) => {
  const { env, privadapt, charges } = await ownerOf(t);
  await writeFile(join(env.XDG_STATE_HOME, "privadapt", "releases"), "a file where a folder is needed");
  const { status, stderr } = await privadapt(...adapt);
  assert.deepEqual(
    [status, /a file where a folder is needed.*nothing is released.*\[ledger-unavailable\]/.test(stderr)],
    [1, true],
    stderr,
  );
  assert.equal(await charges(), 0);
});

test("a ledger folder that cannot be made, or a relative one, ends at once with a sentence", {
  skip: !linux,
}, async (t) => {
  const { cwd, names } = await setUp(t);
  const call = callsIn(cwd);
  for (const [XDG_STATE_HOME, words] of [
    ["/proc", /folder cannot be made/],
    ["/dev/null", /a file where a folder is needed/],
    ["state", /"state", which depends on the folder.*absolute path/],
  ]) {
    for (const args of [["ledger", "cap", "1", "1e-6"], adapt]) {
      const { status, stderr } = await call(args, { XDG_STATE_HOME });
      assert.deepEqual([status, words.test(stderr)], [1, true], stderr);
    }
  }
  assert.deepEqual(await names(), ["source.csv", "target.csv"]);
});

// make audit has 200.
const KILLS = process.env.PRIVADAPT_CAMPAIGN === "1" ? 200 : 10;

test(`killed ${KILLS} times between charge and write: each charged run has its release, or it is known that none was made`, async (t) => {
  const { cwd, env, releases, charges } = await ownerOf(t);
  const random = randomFrom(23);
  const ledger = join(env.XDG_STATE_HOME, "privadapt", "ledger");
  const kept = join(ledger, "..", "releases");
  await mkdir(join(cwd, "out"));
  await mkdir(kept, { recursive: true, mode: 0o700 });
  for (let kill = 0; kill < KILLS; kill++) {
    const { child, ended } = started(["--out", `out/${kill}.json`], { cwd, env });
    // Killed at random: at one of the changes that a run makes to its folders from the charge on, or a little later.
    const at = 1 + Math.floor(10 * random());
    const later = 20 * Math.max(0, random() - 0.5);
    const reached = new Promise((resolve) => {
      let changes = 0;
      const watchers = [ledger, kept, join(cwd, "out")].map((folder) =>
        watch(folder, () => {
          if (folder === ledger || changes > 0) ++changes === at && setTimeout(resolve, later);
        }),
      );
      ended.then(resolve).then(() => watchers.forEach((watcher) => watcher.close()));
    });
    await reached;
    child.kill("SIGKILL");
    await ended;
  }
  const list = await releases();
  for (const one of ["kept", "written", "none", "unpaid"])
    t.diagnostic(`${one} ${list.filter(({ state }) => state === one).length}`);
  assert.equal(list.filter(({ state }) => state !== "unpaid").length, await charges());
  for (const { state, kept, files } of list) {
    assert.ok(["kept", "written", "none", "unpaid"].includes(state), state);
    const place = kept?.at(-1) ?? (state === "written" ? files[0] : undefined);
    if (place) assert.equal(JSON.parse(await readFile(place, "utf8")).kind, "model");
  }
  const rooms = (await readdir(kept)).filter((name) => name.endsWith(".room"));
  assert.deepEqual(rooms, [], "what the dead left is removed");
});
