// The engine below this package's own host, by its messages: another host may answer differently.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { host } from "../host-node.js";
import { sourceCSV, targetCSV } from "./support.mjs";

// The audit plants faults in the engine: it names another one.
const wasmURL = process.env.PRIVADAPT_TEST_ENGINE;
const engineSHA256 = wasmURL && createHash("sha256").update(await readFile(wasmURL)).digest("hex");

/** Starts an engine and returns post(message) and next(type), which waits for the next message of a type. */
async function rawEngine() {
  const received = [];
  let wake = () => {};
  const thread = await host({ worker: true, wasmURL, engineSHA256 })({
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
  const options = { epsilon: 1, delta: 1e-6 };
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
