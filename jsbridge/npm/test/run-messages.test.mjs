// The messages about a run that did not happen, or that gives almost no protection.
import assert from "node:assert/strict";
import test from "node:test";
import { load, openLedger } from "../index.js";
import { files, folderFor, privacy, setUp, sourceCSV, targetCSV, words } from "./support.mjs";

async function prepared(t, options = {}) {
  const engine = await load({ ledger: false, ...options });
  t.after(() => engine.dispose());
  const source = await engine.loadSource(new Blob([sourceCSV]), { label: "y" });
  return { engine, source, target: await engine.loadTarget(new Blob([targetCSV])) };
}

test("a missing ε or δ is said to be missing, before anything is read", async (t) => {
  const { engine, source, target } = await prepared(t);
  const onReport = () => assert.fail("the private file was read");
  for (const [settings, code, says] of [
    [{ delta: 1e-6 }, "bad-epsilon", /"epsilon" is missing: .* no default/],
    [{ epsilon: undefined, delta: 1e-6 }, "bad-epsilon", /"epsilon" is missing/],
    [{ epsilon: 1 }, "bad-delta", /"delta" is missing: at most 0\.001 ÷ /],
  ]) {
    await assert.rejects(engine.adapt({ source, target, ...settings, onReport }), { code, message: says });
    await assert.rejects(engine.forecast({ source, rows: 100, ...settings }), { code, message: says });
  }
  await assert.rejects(engine.adapt({ source, target, epsilon: 0, delta: 1e-6 }), {
    code: "bad-epsilon",
    message: /epsilon is 0/,
  });
});

test("an ε above 10 is warned of", async (t) => {
  const { engine, source, target } = await prepared(t);
  const warnings = async (epsilon) =>
    (await engine.adapt({ source, target, epsilon, delta: 1e-6, base: "linear" })).warnings;
  assert.deepEqual(await warnings(10), []);
  const [said, ...others] = await warnings(10.5);
  assert.match(said, /^epsilon = 10\.5 is above 10: the guarantee then says next to nothing/);
  assert.deepEqual(others, []);
});

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

test("a run that failed for another reason says so, too, also on the command line", async (t) => {
  const { engine, source, target } = await prepared(t, { onCharge: () => false });
  const refused = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6 }).catch((error) => error);
  assert.deepEqual([refused.code, refused.charged], ["not-charged", false]);
  const { privadapt } = await setUp(t);
  const { stdout } = await privadapt("adapt", ...files, ...privacy, ...words("--radius 0.0001 --json"));
  assert.equal(JSON.parse(stdout).error.charged, false, stdout);
});
