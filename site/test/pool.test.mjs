// tier: 2
// A run that is worth more threads than one has them inside the vault, made by its document.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { openEarly } from "./support/early.mjs";
import { owner } from "./support/owner.mjs";

const columns = Array.from({ length: 89 }, (_, i) => `c${i}`);

function table(rows, names, seed, shift) {
  let state = seed;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const lines = Array.from({ length: rows }, () => names.map(() => (4 * random() + shift).toFixed(2)).join(","));
  return `${names.join(",")}\n${lines.join("\n")}\n`;
}

/**
 * A run of many rounds on enough rows (core/adapt/share.go), as on a machine of three cores, up to the press of Run.
 */
async function longRun(t, rounds) {
  const me = await owner(t, { files: { "large.csv": table(11_000, [...columns, "y"], 5, 0) } });
  await me.page.addInitScript(() => {
    if (window === window.top) return;
    window.threads = [];
    Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => 3 });
    const { Worker } = window;
    window.Worker = class extends Worker {
      constructor(address, options) {
        super(address, options);
        window.threads.push(this);
        this.called = options.name;
      }
      terminate() {
        this.ended = true;
        super.terminate();
      }
    };
  });
  const threads = () =>
    me.frame().evaluate(() => window.threads.map(({ called, ended }) => `${called}${ended ? ", ended" : ""}`));
  // Else the vault has made its thread unseen. It counts the cores then, too.
  await openEarly(
    me,
    () => me.load(`${me.elsewhere.url}large.csv`, "y"),
    () => window.threads?.length > 0,
  );
  await me.details();
  await me.vault.getByLabel("Mechanism").selectOption("gradient");
  await me.vault.getByLabel("Rounds").fill(String(rounds));
  await me.fix("moderate", /^Weights/);
  await me.pick(await me.write("private.csv", table(2000, columns, 7, 0.4)));
  await me.preview();
  return { ...me, threads };
}

test("a long run has two more threads in the vault, and they end with it", { skip }, async (t) => {
  const me = await longRun(t, 60);
  assert.deepEqual(await me.threads(), ["privadapt engine"]);
  await me.run();
  assert.deepEqual(await me.threads(), ["privadapt engine", "privadapt shard, ended", "privadapt shard, ended"]);
  assert.deepEqual(me.errors, []);
});

test("cancelling a run ends its threads", { skip }, async (t) => {
  const me = await longRun(t, 1_000_000);
  await me.press("Make the result");
  await me.vault.getByText(/Computing: round/).waitFor();
  await me.press("Cancel");
  await me.vault.getByText("the privacy for this run has already been recorded").waitFor();
  assert.deepEqual(await me.threads(), ["privadapt engine", "privadapt shard, ended", "privadapt shard, ended"]);
});

test("a thread that dies ends the run, which does not hang", { skip }, async (t) => {
  const me = await longRun(t, 1_000_000);
  await me.press("Make the result");
  await me.vault.getByText(/Computing: round/).waitFor();
  await me.page
    .workers()
    .at(-1)
    .evaluate(
      () =>
        void setTimeout(() => {
          throw new Error("killed by the test");
        }),
    );
  await me.vault.getByText(/stopped unexpectedly/).waitFor();
  assert.deepEqual((await me.threads()).slice(0, 3), [
    "privadapt engine, ended",
    "privadapt shard, ended",
    "privadapt shard, ended",
  ]);
});
