// The ledger on disk: which of two writers wins, when an entry is on the disk, and what happens when the disk fails.
import assert from "node:assert/strict";
import fs from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { epsilonOf, rhoOf } from "../ledger/budget.js";
import { Ledger } from "../ledger/ledger.js";
import { folderStore } from "../ledger/store-node.js";
import { watchDisk } from "./ledger-disk.mjs";
import { startWriter } from "./ledger-writers.mjs";
import { folderFor } from "./support.mjs";

const run = { epsilon: 1, delta: 1e-6, rho: rhoOf(1, 1e-6) };
const capFor = (runs) => ({ epsilon: epsilonOf(runs * run.rho * (1 + 1e-12), 1e-6), delta: 1e-6 });

async function ledgerFor(t, options) {
  const folder = join(await folderFor(t, options), "ledger");
  return { folder, ledger: new Ledger(folderStore(folder)) };
}

test("two processes race for the rest of the budget: exactly what fits is granted", async (t) => {
  const writers = await Promise.all([startWriter(), startWriter()]);
  t.after(() => writers.forEach((writer) => writer.kill()));
  let close = 0;
  for (let round = 0; round < 100; round++) {
    const { folder, ledger } = await ledgerFor(t, { quick: true });
    const fits = 1 + (round % 3);
    await ledger.setCap(capFor(fits));
    const orders = writers.map((writer) => writer.order({ folder, from: "a race", run }));
    const results = await Promise.all(orders);
    assert.equal(results[0].released + results[1].released, fits);
    for (const { end } of results) assert.equal(end, "budget-exhausted");
    const { history, spent } = await ledger.account();
    assert.equal(spent.runs, fits);
    assert.equal(history.length, fits + 1);
    if (results.every(({ released }) => released > 0)) close++;
  }
  t.diagnostic(`both writers got a share in ${close} of 66 races for two runs or three`);
});

test("twenty charges at once in one process: exactly what fits is granted", async (t) => {
  const { folder, ledger } = await ledgerFor(t, { quick: true });
  await ledger.setCap(capFor(7));
  const others = Array.from({ length: 20 }, () => new Ledger(folderStore(folder)));
  const results = await Promise.allSettled(others.map((other) => other.charge(run)));
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 7);
  for (const { reason } of results.filter(({ status }) => status === "rejected"))
    assert.equal(reason.code, "budget-exhausted");
  assert.equal((await ledger.account()).spent.runs, 7);
});

test("files are the owner's alone; strangers among them are ignored, a gap is not", async (t) => {
  const { folder, ledger } = await ledgerFor(t);
  assert.equal((await ledger.account()).spent.runs, 0);
  await assert.rejects(fs.stat(folder), { code: "ENOENT" }, "reading makes nothing");
  for (let i = 0; i < 3; i++) await ledger.charge(run);
  assert.deepEqual((await fs.readdir(folder)).sort(), ["000001.json", "000002.json", "000003.json"]);
  if (process.platform !== "win32") {
    assert.equal((await fs.stat(folder)).mode & 0o777, 0o700);
    assert.equal((await fs.stat(join(folder, "000001.json"))).mode & 0o777, 0o600);
  }
  for (const name of [
    ".x.partial",
    "notes.txt",
    "4.json",
    "0000004.json",
    "000004.json.bak",
    "-00001.json",
    "000000.json",
  ]) {
    await fs.writeFile(join(folder, name), "");
  }
  assert.equal((await ledger.account()).spent.runs, 3);
  await fs.rm(join(folder, "000002.json"));
  await assert.rejects(ledger.charge(run), { code: "ledger-corrupt", message: /entry 2 .*missing.*000002\.json/ });
  assert.ok(!(await fs.readdir(folder)).includes("000004.json"));
});

test("what was charged by one is seen by all, and the export is the journal", async (t) => {
  const { folder, ledger } = await ledgerFor(t);
  const other = new Ledger(folderStore(folder), { account: "school" });
  const charged = await ledger.charge({ ...run, about: { from: "a test" } });
  assert.deepEqual(charged, await ledger.account());
  await assert.rejects(other.charge(run), { code: "ledger-account" });
  await assert.rejects(ledger.open({ name: "school" }), { code: "ledger-account" });
  await ledger.open({ name: "school", statement: "other-people" });
  await other.charge(run);
  await other.rename({ name: "kindergarten" });
  await ledger.reset({ account: "kindergarten", reason: "a test" });
  await ledger.setCap({ epsilon: 2, delta: 1e-6 });

  const { accounts } = await ledger.state();
  assert.deepEqual(
    accounts.map(({ id, name, spent }) => [id, name, spent.runs]),
    [
      ["default", "default", 1],
      ["account-2", "kindergarten", 0],
    ],
  );
  const text = await ledger.export();
  const entries = text.match(/.*\n/g);
  assert.equal(entries.length, 6);
  const copy = new Ledger({ read: async () => entries });
  assert.deepEqual(await copy.state(), await ledger.state());
});

/** Records the steps, in order; `fail` names one that meets an error. */
function recordSteps(t, { fail, code = "EIO" } = {}) {
  const steps = [];
  const stop = watchDisk(async (name, work) => {
    steps.push(name);
    if (name === fail) throw Object.assign(new Error(`${code}: a failing disk`), { code });
    return work();
  });
  t.after(stop);
  return { steps, stop };
}

// kill -9 does not affect the system's cache, so it cannot show that a power failure does no harm; the order of the
// steps does.
test("an entry is on the disk before it has its number, and its number before the charge is recorded", async (t) => {
  const { ledger } = await ledgerFor(t);
  await ledger.charge(run);
  const { steps, stop } = recordSteps(t);
  await ledger.charge(run);
  stop();
  assert.deepEqual(steps, order);
});

const order = [
  "open entry",
  "write entry",
  "sync entry",
  "link",
  "remove temporary name",
  "open folder",
  "sync folder",
];
for (const fail of order) {
  test(`a disk that fails at "${fail}" records nothing silently`, async (t) => {
    const { ledger } = await ledgerFor(t);
    await ledger.charge(run);
    const { steps, stop } = recordSteps(t, { fail });
    await assert.rejects(ledger.charge(run), { code: "ledger-unavailable", message: /disk reports an error/ });
    stop();
    assert.ok(steps.includes(fail));
    // Once the entry has its number, the run counts although it was refused: too much and never too little.
    assert.equal((await ledger.account()).spent.runs, order.indexOf(fail) > order.indexOf("link") ? 2 : 1);
  });
}

test("the error says where the ledger is, why it cannot be used and what to do", async (t) => {
  const { folder, ledger } = await ledgerFor(t);
  const reasons = {
    ENOSPC: /full/,
    EDQUOT: /quota/,
    EROFS: /read-only/,
    EACCES: /permi/,
    EPERM: /hard links/,
    EMFILE: /failing disk/,
  };
  for (const [code, reason] of Object.entries(reasons)) {
    await t.test(code, async (t) => {
      recordSteps(t, { fail: "open entry", code });
      await assert.rejects(ledger.charge(run), (error) => {
        assert.equal(error.code, "ledger-unavailable");
        assert.match(error.message, reason);
        assert.ok(error.message.includes(folder) && error.message.includes("XDG_STATE_HOME"));
        return true;
      });
    });
  }
});
