// The ledger behind load(): every release is charged before its noise is drawn, or there is none.
import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { load, openLedger } from "../index.js";
import { folderFor, ready, sourceCSV, targetCSV } from "./support.mjs";

const privacy = { epsilon: 1, delta: 1e-6 };
// What these tests are about does not depend on the kind of model, and a linear one is fitted at once.
const base = "linear";

/** An engine with its samples, and a ledger of the test's own. */
async function engineFor(t, options) {
  process.env.XDG_STATE_HOME = await folderFor(t, { quick: true });
  const { engine, source, target } = await ready(t, options);
  const adapt = (settings) => engine.adapt({ source, target, ...privacy, base, ...settings });
  return { adapt, source, ledger: await openLedger() };
}

for (const worker of [true, false]) {
  test(`a release is charged, ${worker ? "worker" : "calling thread"}`, async (t) => {
    const { adapt, source, ledger } = await engineFor(t, { worker });
    const { certificate } = await adapt({ release: "weights" });
    const { spent, history } = await ledger.account();
    assert.equal(spent.rho, certificate.rho);
    const { epsilon, delta, rho, about } = history[0];
    assert.deepEqual({ epsilon, delta, rho }, { ...privacy, rho: certificate.rho });
    assert.deepEqual(about, { mechanism: "moment", release: "weights", source: source.digest });
  });

  test(`beyond the cap there is no release, ${worker ? "worker" : "calling thread"}`, async (t) => {
    const { adapt, ledger } = await engineFor(t, { worker });
    await ledger.setCap(privacy);
    await adapt(); // exactly the cap
    await assert.rejects(adapt({ epsilon: 0.01 }), { code: "budget-exhausted", message: /in 1 run .*cap is ε = 1 / });
    assert.equal((await ledger.account()).spent.runs, 1);
    await ledger.setCap({ epsilon: 2, delta: 1e-6 });
    await adapt(); // the engine goes on after a refusal
  });
}

// Rounds of `selection` and `gradient` are certified with ρ rounded up: exactly the cap has to fit with them as well.
for (const mechanism of ["moment", "selection", "gradient"]) {
  test(`one run of ${mechanism} at exactly the cap is admitted`, async (t) => {
    const { adapt, ledger } = await engineFor(t);
    for (const [epsilon, delta] of [
      [1, 1e-6],
      [0.3, 1e-9],
    ]) {
      await ledger.setCap({ epsilon, delta });
      await adapt({ mechanism, epsilon, delta });
      await ledger.reset({ reason: "a test" });
    }
  });
}

test("two engines share the budget", async (t) => {
  const { adapt, ledger } = await engineFor(t);
  const other = await load();
  t.after(() => other.dispose());
  const source = await other.loadSource(new Blob([sourceCSV]), { label: "y" });
  const target = await other.loadTarget(new Blob([targetCSV]));
  await ledger.setCap(privacy);
  const results = await Promise.allSettled([adapt(), other.adapt({ source, target, ...privacy, base }), adapt()]);
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
  for (const { reason } of results.filter(({ status }) => status === "rejected"))
    assert.equal(reason.code, "budget-exhausted");
});

test("another account; and the caller's own", async (t) => {
  const { adapt, ledger } = await engineFor(t, { ledger: { account: "school" } });
  const onReport = () => assert.fail("the private file was read");
  await assert.rejects(adapt({ onReport }), { code: "ledger-account" });
  await ledger.open({ name: "school", statement: "other-people" });
  await adapt();
  assert.deepEqual(
    (await ledger.state()).accounts.map(({ spent }) => spent.runs),
    [0, 1],
  );

  const own = await engineFor(t, { ledger: false });
  await own.adapt();
  assert.equal((await own.ledger.account()).spent.runs, 0);
  for (const wrong of [true, null, "school"]) await assert.rejects(load({ ledger: wrong }), { code: "bad-option" });
  await assert.rejects(load({ ledger: { acount: "school" } }), { code: "unknown-option" });
  await assert.rejects(openLedger({ acount: "school" }), { code: "unknown-option" });
});

test("onCharge is asked before the ledger: what it refuses costs nothing", async (t) => {
  const asked = [];
  const answers = [true, false, new Error("not today")];
  const { adapt, ledger } = await engineFor(t, {
    async onCharge(cost) {
      asked.push([cost, (await ledger.account()).spent.runs]);
      const answer = answers[asked.length - 1];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  await adapt();
  await assert.rejects(adapt(), { code: "not-charged" });
  await assert.rejects(adapt(), { code: "not-charged", message: /not today/ });
  assert.deepEqual(
    asked.map(([, runs]) => runs),
    [0, 1, 1],
  );
  assert.equal((await ledger.account()).spent.runs, 1);
});

test("a ledger that fails: no release, and none of the private file is read if it shows before", async (t) => {
  const { adapt, ledger } = await engineFor(t);
  const folder = join(process.env.XDG_STATE_HOME, "privadapt", "ledger");
  const onReport = () => assert.fail("the private file was read");
  await mkdir(join(folder, ".."));
  await writeFile(folder, "");
  await assert.rejects(adapt({ onReport }), { code: "ledger-unavailable" });
  await rm(folder);
  await ledger.setCap(privacy);
  // In the middle of the run.
  const damage = () => writeFile(join(folder, "000001.json"), "{}");
  await assert.rejects(adapt({ onReport: () => damage() }), { code: "ledger-corrupt" });
});
