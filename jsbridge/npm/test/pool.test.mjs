// Runs that are worth more threads than one. (That they compute the same is TestWorkersChangeNoBit of
// core/solve/discrepancy and TestWorkersChangeNoWeight of core/solve/projectedgradient.)
import assert from "node:assert/strict";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import threads from "node:worker_threads";
import { randomFrom } from "./support.mjs";

// The threads are hidden; and three cores there are on every machine of this test.
const made = [];
const Worker = threads.Worker;
threads.Worker = class extends Worker {
  constructor(...args) {
    super(...args);
    this.boots = [];
    this.once("exit", () => (this.ended = true));
    made.push(this);
  }
  postMessage(message, transfer) {
    this.boots.push(message.role ?? message.type);
    super.postMessage(message, transfer);
  }
};
os.availableParallelism = () => 3;
syncBuiltinESMExports();
const { load } = await import("../index.js");

const columns = Array.from({ length: 89 }, (_, i) => `c${i}`);
const table = (rows, names, seed, shift) => {
  const random = randomFrom(seed);
  const lines = Array.from({ length: rows }, () => names.map(() => (4 * random() + shift).toFixed(2)).join(","));
  return new Blob([`${names.join(",")}\n${lines.join("\n")}\n`]);
};
const sample = table(11_000, [...columns, "y"], 1, 0);
const people = table(2000, columns, 2, 0.4);

/** Enough rounds of enough rows: sharers in core/adapt/share.go. */
const long = { epsilon: 1, delta: 1e-6, mechanism: "gradient", release: "weights", iterations: 60 };

/** The default mechanism: its duality gap ends it sooner. */
const byDefault = { mechanism: "moment", lambda: 1e-3 };

async function start(t, options = {}) {
  made.length = 0;
  const engine = await load({ ledger: false, ...options });
  t.after(() => engine.dispose());
  const source = await engine.loadSource(sample, { label: "y" });
  const target = await engine.loadTarget(people);
  return { engine, run: (more) => engine.adapt({ source, target, ...long, ...more }) };
}

/** Threads that are ended are gone soon, and nothing keeps the program alive until then. */
async function allGone() {
  for (const end = Date.now() + 10_000; !shards().every(({ ended }) => ended); await sleep(20))
    assert.ok(Date.now() < end, "a thread lives on");
}

const shards = () => made.filter(({ boots }) => boots[0] === "shard");

test("a long run has two more threads, which end with it; a short one has none", async (t) => {
  const { run } = await start(t);
  const release = await run();
  assert.equal(shards().length, 2);
  const { weights } = release.toJSON().values;
  assert.equal(weights.length, 11_000);
  assert.ok(Math.abs(weights.reduce((a, b) => a + b) - 1) < 1e-9);
  await allGone();
  await run({ iterations: 2 });
  assert.equal(shards().length, 2);
});

test("where there may be no worker there are no threads", async (t) => {
  const { run } = await start(t, { worker: false });
  await run(byDefault);
  assert.equal(made.length, 0);
});

test("a thread that dies ends the run, which does not hang", async (t) => {
  const { run } = await start(t);
  await assert.rejects(
    run({ onProgress: ({ stage, done }) => stage === "solve" && done > 10 && shards()[1].terminate() }),
    { code: "crashed" },
  );
  const again = await start(t);
  assert.equal((await again.run({ iterations: 2 })).kind, "weights");
});

test("a run with threads is cancelled, and they are ended", async (t) => {
  const { run } = await start(t);
  const controller = new AbortController();
  const onProgress = ({ stage, done }) => stage === "solve" && done > 10 && controller.abort();
  await assert.rejects(run({ onProgress, signal: controller.signal, iterations: 2000 }), { code: "cancelled" });
  assert.equal(shards().length, 2);
  await allGone();
  assert.equal((await run({ iterations: 2 })).kind, "weights");
});

test("the default mechanism has threads, too", async (t) => {
  const { run } = await start(t);
  const release = await run(byDefault);
  assert.equal(shards().length, 2);
  assert.ok(release.certificate.gap >= 0);
});
