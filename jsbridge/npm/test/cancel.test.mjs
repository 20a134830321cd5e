// How a run is cancelled, and the messages about a run that did not happen.
import assert from "node:assert/strict";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openLedger } from "../index.js";
import { folderFor, ready, sourceCSV, targetCSV } from "./support.mjs";

/** Rounds that would take minutes: the call must be cut short, not be finished. */
const endless = { epsilon: 1, delta: 1e-6, mechanism: "selection", iterations: 1_000_000 };
/**
 * Not a measurement (those are diagnostics): a call that cannot be cancelled takes minutes, and a busy machine takes
 * seconds.
 */
const LIMIT = 10_000; // milliseconds

/** A promise and the function that resolves it. */
function signalled() {
  let resolve;
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
}

/** Aborts `call(signal)` once `moment` resolves and returns how long the rejection took from there. */
async function abortAt(moment, call) {
  const controller = new AbortController();
  let aborted;
  moment.then(() => {
    aborted = performance.now();
    controller.abort();
  });
  await assert.rejects(call(controller.signal), (error) => error.code === "cancelled" && error.name === "AbortError");
  return performance.now() - aborted;
}

for (const worker of [true, false]) {
  const where = worker ? "worker" : "calling thread";

  test(`a running engine is cancelled and is gone, ${where}`, async (t) => {
    const { engine, source, target } = await ready(t, { worker });
    let last = 0;
    const solving = signalled();
    const onProgress = ({ stage }) => {
      if (stage !== "solve") return;
      last = performance.now();
      solving.resolve();
    };
    const took = await abortAt(solving.promise, (signal) =>
      engine.adapt({ source, target, ...endless, signal, onProgress }),
    );
    t.diagnostic(`rejected after ${took.toFixed(1)} ms`);
    assert.ok(took < LIMIT, `${took} ms`);
    // Go itself has stopped as well: it answers the next call at once, with nothing else to do.
    const start = performance.now();
    await assert.rejects(engine.verify("{}"), { code: "bad-release" });
    const answered = performance.now() - start;
    t.diagnostic(`the next call was answered after ${answered.toFixed(1)} ms`);
    assert.ok(answered < LIMIT, `${answered} ms`);
    const heard = last;
    await sleep(200);
    assert.equal(last, heard, "the cancelled engine still reports progress");
  });

  test(`a signal that has aborted already starts nothing, ${where}`, async (t) => {
    const { engine, source, target } = await ready(t, { worker });
    const signal = AbortSignal.abort();
    await assert.rejects(engine.adapt({ source, target, epsilon: 1, delta: 1e-6, signal }), { code: "cancelled" });
    await assert.rejects(engine.loadSource(new Blob([sourceCSV]), { label: "y", signal }), { code: "cancelled" });
    await assert.rejects(engine.loadTarget(new Blob([targetCSV]), { signal }), { code: "cancelled" });
    await assert.rejects(engine.predict("{}", [], { signal }), { code: "cancelled" });
  });

  const line = new TextEncoder().encode("20.5,3.25,red\n".repeat(5000));
  const header = new TextEncoder().encode("temp,wind,colour\n");
  const streams = {
    "without end": (controller) => sleep(1).then(() => controller.enqueue(line)),
    "that falls silent": () => new Promise(() => {}),
  };
  for (const [name, more] of Object.entries(streams)) {
    test(`reading a private stream ${name} is cancelled, ${where}`, { timeout: 60_000 }, async (t) => {
      const { engine, source } = await ready(t, { worker });
      // A call that is cancelled before it has begun to read leaves the stream to the caller. More than the header is
      // asked for when the header has been read.
      const reading = signalled();
      const letGo = signalled();
      const pull = (controller) => {
        reading.resolve();
        return more(controller);
      };
      const stream = new ReadableStream({
        start: (controller) => controller.enqueue(header),
        pull,
        cancel: () => letGo.resolve(),
      });
      const target = await engine.loadTarget(stream);
      const took = await abortAt(reading.promise, (signal) =>
        engine.adapt({ source, target, epsilon: 1, delta: 1e-6, signal }),
      );
      assert.ok(took < LIMIT, `${took} ms`);
      await letGo.promise; // a stream that is still held has the test time out
    });
  }
}

test("the calling thread gets its turn all the time", async (t) => {
  const { engine, source, target } = await ready(t, { worker: false });
  const tasks = [];
  let before = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    tasks.push(now - before);
    before = now;
  }, 1);
  t.after(() => clearInterval(timer));
  await abortAt(sleep(1500), (signal) => engine.adapt({ source, target, ...endless, signal }));
  // Not the longest one: a busy machine may interrupt the process.
  const long = tasks.filter((task) => task > 10).sort((a, b) => a - b);
  const typical = long[Math.floor(0.8 * long.length)];
  t.diagnostic(`tasks: four in five up to ${typical.toFixed(1)} ms, the longest ${long.at(-1).toFixed(1)} ms`);
  assert.ok(typical < LIMIT, `${typical} ms`);
});

test("a cancelled run says whether it was charged", async (t) => {
  process.env.XDG_STATE_HOME = await folderFor(t, { quick: true });
  const ledger = await openLedger();
  const { engine, source, target } = await ready(t, { ledger: {} });
  const cancelledAt = async (stage) => {
    const controller = new AbortController();
    const onProgress = (progress) => progress.stage === stage && controller.abort();
    const settings = { source, target, epsilon: 0.5, delta: 1e-6, mechanism: "selection", iterations: 1_000_000 };
    const error = await engine.adapt({ ...settings, signal: controller.signal, onProgress }).catch((error) => error);
    assert.deepEqual([error.code, error.name], ["cancelled", "AbortError"]);
    return [error.charged, error.message, (await ledger.account()).spent.runs];
  };
  assert.deepEqual(await cancelledAt("target"), [
    false,
    "the run was cancelled before it was charged: nothing was released and nothing was spent",
    0,
  ]);
  assert.deepEqual(await cancelledAt("solve"), [
    true,
    "the run was cancelled after it was charged: nothing was released, and what it was charged stays spent",
    1,
  ]);
});

for (const worker of [true, false])
  test(`an exception in onProgress does not lose a release that was paid for, worker: ${worker}`, async (t) => {
    let charges = 0;
    const { engine, source, target } = await ready(t, { worker, onCharge: () => void charges++ });
    let heard = 0;
    const onProgress = () => {
      if (charges === 0) return;
      heard++;
      throw new RangeError("mine 42");
    };
    const release = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6, base: "linear", onProgress });
    assert.deepEqual([charges, heard, release.kind], [1, 1, "model"]);
    assert.equal(release.warnings.length, 1);
    assert.match(release.warnings[0], /^onProgress threw an error after the charge/);
    assert.ok(!release.warnings[0].includes("42"));
    assert.ok((await engine.verify(release)).ok);
  });

test("if a charge is being recorded when the run is cancelled, it is awaited", async (t) => {
  process.env.XDG_STATE_HOME = await folderFor(t, { quick: true });
  const ledger = await openLedger();
  const controller = new AbortController();
  // After the caller has agreed the ledger is asked; the cancel comes while it writes.
  const onCharge = () => void queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => controller.abort())));
  const { engine, source, target } = await ready(t, { ledger: {}, onCharge });
  const error = await engine
    .adapt({ source, target, epsilon: 0.5, delta: 1e-6, signal: controller.signal })
    .catch((error) => error);
  assert.equal(error.code, "cancelled");
  assert.equal(error.charged, (await ledger.account()).spent.runs === 1);
});
