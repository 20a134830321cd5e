// tier: 2
// Hostile callbacks and arguments: the ledger records exactly the engine's charge for every run that was released,
// once, and nothing else.
import assert from "node:assert/strict";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openLedger } from "../index.js";
import { folderFor, randomFrom, ready } from "./support.mjs";

const privacy = { epsilon: 1, delta: 1e-6 };
// What these tests are about does not depend on the kind of model, and a linear one is fitted at once.
const base = "linear";
const PRICE = ["epsilon", "delta", "rho"];
const never = new Promise(() => {});

/** An engine whose onCharge is `callback.now`, with a ledger of the test's own. */
async function engineFor(t, { worker = true, ...options } = {}) {
  process.env.XDG_STATE_HOME = await folderFor(t, { quick: true });
  const callback = {};
  const { engine, source, target } = await ready(t, {
    worker,
    onCharge: (...given) => callback.now?.(...given),
    ...options,
  });
  const ledger = await openLedger();
  await ledger.setCap({ epsilon: 1e6, delta: 1e-6 });
  const adapt = (settings) => engine.adapt({ source, target, ...privacy, base, ...settings });
  const booked = async (account) =>
    (await ledger.account(account)).history.filter(({ kind }) => kind === "charge").map(priceOf);
  return { engine, source, adapt, ledger, booked, callback };
}

const priceOf = (run) => Object.fromEntries(PRICE.map((name) => [name, run[name]]));

const changes = {
  assigns: (cost, name, value) => (cost[name] = value),
  "assigns where that fails silently": (cost, name, value) => Reflect.set(cost, name, value),
  deletes: (cost, name) => Reflect.deleteProperty(cost, name),
  "defines a getter": (cost, name, value) => Reflect.defineProperty(cost, name, { get: () => value }),
  "gives it another prototype": (cost, name, value) =>
    Reflect.setPrototypeOf(cost, { [name]: value, toJSON: () => ({}) }),
  "adds an account and what it is about": (cost) =>
    Object.assign(cost, { account: "account-1", about: { mechanism: "none" } }),
};

const answers = {
  nothing: () => undefined,
  "a promise": async () => true,
  "a late promise": () => sleep(3),
  "an object that lists itself": () => [{}, new Proxy([], {})],
};

const unreadable = new Proxy(Object.create(null), {
  get() {
    throw new Error("looked at");
  },
});
const refusals = {
  false: () => false,
  "a promise of false": async () => false,
  "an error, late": () => sleep(3).then(() => Promise.reject(new Error("late"))),
  "an error whose message throws": () => {
    throw Object.defineProperty(new Error(), "message", { get: () => unreadable.x });
  },
  "an error that cannot be a text": () => Promise.reject(Object.create(null)),
  "a proxy as the error": () => Promise.reject(unreadable),
  "a symbol as the error": () => Promise.reject(Symbol("secret")),
  "an answer whose then throws": () => unreadable,
};

for (const worker of [true, false]) {
  const where = worker ? "worker" : "calling thread";

  test(`whatever a callback does with the price, the ledger records the engine's charge, ${where}`, async (t) => {
    const { adapt, booked, callback } = await engineFor(t, { worker });
    const random = randomFrom(7);
    const pick = (from) => Object.entries(from)[Math.floor(random() * Object.keys(from).length)];
    const released = [];
    for (const [how, change] of Object.entries(changes)) {
      for (const name of PRICE) {
        const [kind, answer] = pick(answers);
        const value = [0, 1e-30, NaN, -1, 1e30, "0", {}][Math.floor(random() * 7)];
        callback.now = (cost) => {
          try {
            change(cost, name, value);
          } catch {
            // Like a carelessly written callback.
          }
          return answer();
        };
        const epsilon = 0.5 + random(); // no two runs cost the same
        const { certificate } = await adapt({ epsilon });
        released.push(priceOf(certificate));
        assert.deepEqual(await booked(), released, `a callback that ${how} ${name} and answers by ${kind}`);
      }
    }
  });

  test(`whatever a callback throws or answers, a refusal is one, ${where}`, async (t) => {
    const { adapt, booked, callback } = await engineFor(t, { worker });
    for (const [what, refusal] of Object.entries(refusals)) {
      callback.now = refusal;
      await assert.rejects(adapt(), { code: "not-charged" }, what);
      assert.deepEqual(await booked(), [], what);
    }
    callback.now = undefined;
    await adapt(); // the engine goes on
    assert.equal((await booked()).length, 1);
  });

  test(`a callback that runs the engine itself: each run is recorded at its own price, ${where}`, async (t) => {
    const { adapt, booked, ledger, callback } = await engineFor(t, { worker });
    const inner = [];
    callback.now = async (cost) => {
      if (inner.length === 3) return;
      inner.push(cost);
      inner.push((await adapt({ epsilon: 0.25 / inner.length })).certificate); // which asks here again
      Reflect.set(cost, "rho", 0);
    };
    const outer = await adapt();
    const certificates = inner
      .filter((one) => "mechanism" in one)
      .concat(outer.certificate)
      .map(priceOf);
    assert.ok(certificates.length >= 3);
    assert.deepEqual(await booked(), certificates); // the innermost is done first

    await ledger.reset({ reason: "a test" });
    await ledger.setCap(privacy);
    let result;
    callback.now = () => {
      callback.now = undefined;
      result = adapt();
      return result;
    };
    await assert.rejects(adapt(), { code: "budget-exhausted" }, "the inner run had the last of the budget");
    assert.deepEqual((await ledger.account()).spent.rho, (await result).certificate.rho);
  });

  for (const [end, how] of Object.entries({
    aborts: (_, controller) => controller.abort(),
    "disposes of the engine": (engine) => engine.dispose(),
  })) {
    test(`a callback that never answers, where the owner ${end}: no release, and a late yes records nothing, ${where}`, async (t) => {
      const { engine, adapt, booked, callback, ledger } = await engineFor(t, { worker });
      const controller = new AbortController();
      let answer;
      const asked = new Promise((heard) => {
        callback.now = () => {
          heard();
          return new Promise((resolve) => (answer = resolve));
        };
      });
      const run = adapt({ signal: controller.signal });
      run.catch(() => {});
      await asked;
      await how(engine, controller);
      await assert.rejects(run, ({ code }) => code === "cancelled" || code === "disposed");
      answer(true);
      // A charge under way would compete with these entries, and be among them.
      for (let i = 0; i < 5; i++) await ledger.setCap(privacy);
      assert.deepEqual(await booked(), []);
    });
  }
}

test("a callback that never answers holds up no other run", async (t) => {
  const { adapt, booked, callback } = await engineFor(t);
  const controller = new AbortController();
  // The second run begins only when the first has asked; otherwise the second might be the one that is never answered.
  let first;
  await new Promise((asked) => {
    callback.now = () => {
      callback.now = undefined;
      asked();
      return never;
    };
    first = adapt({ signal: controller.signal });
  });
  const { certificate } = await adapt({ epsilon: 0.7 });
  controller.abort();
  await assert.rejects(first, { code: "cancelled" });
  assert.deepEqual(await booked(), [priceOf(certificate)]);
});

test("the account is the one that the engine was loaded with, whatever becomes of the options", async (t) => {
  const options = { account: "default" };
  const { adapt, booked, ledger } = await engineFor(t, { ledger: options });
  await ledger.open({ name: "other", statement: "other-people" });
  options.account = "other";
  await adapt();
  assert.equal((await booked()).length, 1);
  assert.deepEqual(await booked("other"), []);
});

test("what is handed to callers cannot be changed for others, or for the release", async (t) => {
  const { adapt, source, callback } = await engineFor(t);
  const given = [];
  callback.now = (cost) => void given.push(cost);
  const release = await adapt({ onProgress: (progress) => given.push(progress) });
  given.push(
    release,
    release.certificate,
    release.certificate.noise,
    release.warnings,
    source,
    source.columns,
    source.columns[0],
  );
  for (const one of given) assert.ok(Object.isFrozen(one), JSON.stringify(one));
  Reflect.set(release.certificate, "epsilon", 0.01);
  assert.equal(release.toJSON().certificate.epsilon, privacy.epsilon);
});

const run = { ...privacy, rho: 0.0243 };

test("the ledger writes what it was asked when it was asked", async (t) => {
  const { ledger } = await engineFor(t);
  const last = async () => (await ledger.account()).history.at(-1);
  const asked = { ...run, about: { mechanism: "moment", release: "model" } };
  const charged = ledger.charge(asked);
  Object.assign(asked, { epsilon: 0.1, rho: 0, account: "account-9" });
  Object.assign(asked.about, { mechanism: "none", release: "weights", from: "nowhere" });
  await charged;
  const { about, ...entry } = await last();
  assert.deepEqual([priceOf(entry), about], [run, { mechanism: "moment", release: "model" }]);

  // Each field is read once, and the value that was read is checked and written.
  const reads = { rho: 0, mechanism: 0 };
  await ledger.charge({
    ...privacy,
    get rho() {
      return reads.rho++ ? 0 : run.rho;
    },
    about: {
      get mechanism() {
        return reads.mechanism++ ? { a: "secret" } : "moment";
      },
    },
  });
  assert.deepEqual(reads, { rho: 1, mechanism: 1 });
  assert.equal((await last()).rho, run.rho);

  class Written {
    mechanism = "moment";
    toJSON() {
      return { mechanism: "selection" };
    }
  }
  await ledger.charge({ ...run, about: new Written() });
  assert.deepEqual((await last()).about, { mechanism: "moment" });

  const cap = { epsilon: 5, delta: 1e-6 };
  const set = ledger.setCap(cap);
  cap.epsilon = 1e9;
  assert.equal((await set).cap.epsilon, 5);
});

test("the ledger refuses what is no plain value, and stays whole", async (t) => {
  const { ledger } = await engineFor(t);
  const before = await ledger.export();
  const strange = [
    new Proxy({ ...run }, {}),
    { ...run, about: { toJSON: () => "secret" } },
    { ...run, about: new Proxy({}, {}) },
    { ...run, about: { mechanism: () => "moment" } },
    { ...run, about: { mechanism: Object("moment") } },
    { ...run, rho: { valueOf: () => 0 } },
    { ...run, rho: 0n },
    { ...run, about: new Map([["mechanism", "moment"]]) },
    {
      ...run,
      get about() {
        throw new Error("looked at");
      },
    },
  ];
  for (const asked of strange) await assert.rejects(ledger.charge(asked), { code: "bad-option" });
  for (const rho of [Object(0), "0", -0.1, NaN])
    await assert.rejects(ledger.charge({ ...run, rho }), { code: "bad-rho" });
  await assert.rejects(ledger.charge(), { code: "bad-epsilon" });
  assert.equal(await ledger.export(), before);
});
