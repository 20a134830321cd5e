// The engine below this package's own host, by its messages: another host may answer differently.
import assert from "node:assert/strict";
import test from "node:test";
import { host } from "../host-node.js";
import { sourceCSV, targetCSV } from "./support.mjs";

/** Starts an engine and returns post(message) and next(type), which waits for the next message of a type. */
async function rawEngine() {
  const received = [];
  let wake = () => {};
  const thread = await host({ worker: true })({
    onMessage: (message) => {
      received.push(message);
      wake();
    },
    onDeath: () => {},
  });
  thread.hold(true);
  const next = async (...types) => {
    for (;;) {
      const at = received.findIndex(({ type }) => types.includes(type));
      if (at >= 0) return received.splice(at, 1)[0];
      await new Promise((resolve) => (wake = resolve));
    }
  };
  const post = async ({ data, files = [], ...message }) => {
    if (data) message.data = (await thread.pack(data)).item;
    if (files.length) message.files = await Promise.all(files.map(async (file) => (await thread.pack(file)).item));
    thread.post(message, []);
  };
  return { post, next, stop: () => thread.end() };
}

test("the engine releases nothing unless the charge is granted", { timeout: 120_000 }, async (t) => {
  const engine = await rawEngine();
  t.after(engine.stop);
  const answer = async (message) => {
    await engine.post(message);
    return engine.next("result", "failed");
  };
  const options = { epsilon: 1, delta: 1e-6, base: "linear" };
  const source = await answer({
    id: 1,
    type: "loadSource",
    data: new Blob([sourceCSV]),
    options: { label: "y" },
  });
  for (const [id, reply] of [{ ok: true }, { ok: false, message: "spent" }, {}, { ok: 0 }, { ok: null }].entries()) {
    const target = await answer({
      id: 10 + id,
      type: "readTarget",
      source: source.value.source,
      files: [new Blob([targetCSV])],
      options,
    });
    assert.equal(target.type, "result", JSON.stringify(target.error));
    await engine.post({ id: 20 + id, type: "adapt", target: target.value.target });
    const charge = await engine.next("charge", "result", "failed");
    assert.equal(charge.type, "charge", "the engine asks before anything else");
    await engine.post({ type: "charged", call: 20 + id, ...reply });
    const { type, error } = await engine.next("result", "failed");
    if (reply.ok === true) assert.equal(type, "result");
    else assert.equal(error?.code, "not-charged", JSON.stringify(reply));
  }
});

test("a grant that comes before the engine asks is none", { timeout: 120_000 }, async (t) => {
  const engine = await rawEngine();
  t.after(engine.stop);
  await engine.post({ id: 1, type: "loadSource", data: new Blob([sourceCSV]), options: { label: "y" } });
  const { source } = (await engine.next("result")).value;
  const options = { epsilon: 1, delta: 1e-6, release: "weights", solver: "mirror-descent" };
  await engine.post({ id: 2, type: "readTarget", source, files: [new Blob([targetCSV])], options });
  const { target } = (await engine.next("result")).value;
  await engine.post({ type: "charged", call: 3, ok: true });
  await engine.post({ id: 3, type: "adapt", target });
  await engine.next("charge");
  await engine.post({ type: "charged", call: 3, ok: false });
  let answer;
  do answer = await engine.next("progress", "result", "failed");
  while (answer.id !== 3); // the reading had progress too
  const { type, error } = answer;
  assert.deepEqual([type, error?.code], ["failed", "not-charged"]);
});

test("the public fits are made once for a sample, begun before a run or in it, and not for another sample", {
  timeout: 120_000,
}, async (t) => {
  const engine = await rawEngine();
  t.after(engine.stop);
  let id = 0;
  /**
   * Resolves with the answer to a request and how far its progress says that the public fits are; grants what is to be
   * charged.
   */
  const answer = async (message, { cancelled = false } = {}) => {
    await engine.post({ ...message, id: ++id });
    if (cancelled) await engine.post({ type: "cancel", call: id });
    const steps = [];
    for (;;) {
      const got = await engine.next("progress", "charge", "result", "failed");
      assert.equal(got.id, id);
      if (got.type === "charge") await engine.post({ type: "charged", call: id, ok: true });
      else if (got.type !== "progress") return { ...got, steps };
      else if (got.stage === "prepare") steps.push(got.done / got.total);
    }
  };
  const sample = sourceCSV.split("\n").slice(0, 301).join("\n");
  const load = async () =>
    (await answer({ type: "loadSource", data: new Blob([sample]), options: { label: "y" } })).value.source;
  const read = async (source) =>
    (await answer({ type: "readTarget", source, files: [new Blob([targetCSV])], options: { epsilon: 1, delta: 1e-6 } }))
      .value.target;
  /** Whether a run makes public fits. */
  const fits = async (target) => {
    const { type, steps } = await answer({ type: "adapt", target });
    assert.equal(type, "result");
    return steps.length > 0;
  };
  const run = async (source) => fits(await read(source));
  const source = await load();
  const { error } = await answer({ type: "prepare", source, options: {} }, { cancelled: true });
  assert.equal(error?.code, "cancelled", "a cancel is received while the fits are made");
  const { type, steps } = await answer({ type: "prepare", source, options: {} });
  assert.equal(type, "result");
  assert.ok(steps.length > 0 && steps.at(-1) === 1, `${steps}`);
  for (const each of ["the first run", "the second"])
    assert.equal(await run(source), false, `${each} has the fits that were prepared`);
  const other = await load();
  assert.equal(await run(other), true, "another sample has fits of its own");
  assert.equal(await run(other), false, "which the next run shares, without a preparation");
  assert.equal(await run(source), true, "and the first sample's are kept no longer");
  const target = await read(source);
  await engine.post({ type: "dispose", id: ++id, handle: source });
  await engine.next("result");
  assert.equal(await fits(target), true, "nor the fits of a sample that was closed");
});
