// The messages about a run that did not happen, or that gives almost no protection.
import assert from "node:assert/strict";
import test from "node:test";
import { load, openLedger } from "../index.js";
import { folderFor, sourceCSV, targetCSV } from "./support.mjs";

async function prepared(t, options = {}) {
  const engine = await load({ ledger: false, ...options });
  t.after(() => engine.dispose());
  const source = await engine.loadSource(new Blob([sourceCSV]), { label: "y" });
  return { engine, source, target: await engine.loadTarget(new Blob([targetCSV])) };
}

test("a cancelled run says whether it was charged", async (t) => {
  process.env.XDG_STATE_HOME = await folderFor(t, { quick: true });
  const ledger = await openLedger();
  const { engine, source, target } = await prepared(t, { ledger: {} });
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
    const { engine, source, target } = await prepared(t, { worker, onCharge: () => void charges++ });
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
  const { engine, source, target } = await prepared(t, { ledger: {}, onCharge });
  const error = await engine
    .adapt({ source, target, epsilon: 0.5, delta: 1e-6, signal: controller.signal })
    .catch((error) => error);
  assert.equal(error.code, "cancelled");
  assert.equal(error.charged, (await ledger.account()).spent.runs === 1);
});
