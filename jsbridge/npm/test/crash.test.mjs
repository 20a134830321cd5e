// tier: 2
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import test from "node:test";
import threads from "node:worker_threads";
import { digestOf, folderFor } from "./tools.mjs";
import { engineFor, ready, sourceCSV, targetCSV } from "./support.mjs";

// The engine hides its thread; a test that really terminates it has to see it being made.
const made = [];
const Worker = threads.Worker;
threads.Worker = class extends Worker {
  constructor(...args) {
    super(...args);
    made.push(this);
  }
};
syncBuiltinESMExports();
const { load } = await import("../index.js");
const { Connection } = await import("../runtime/client.js");
const { host } = await import("../host-node.js");

// What these tests are about does not depend on the kind of model, and a linear one is fitted at once.
const privacy = { epsilon: 1, delta: 1e-6, base: "linear" };
const samples = async (engine) => ({
  source: await engine.loadSource(new Blob([sourceCSV]), { label: "y" }),
  target: await engine.loadTarget(new Blob([targetCSV])),
});

test("a thread that dies rejects all its calls; the next call gets a fresh one", async (t) => {
  const { engine, source, target } = await ready(t);
  const release = await engine.adapt({ source, target, ...privacy });

  const slow = () => engine.adapt({ source, target, ...privacy, mechanism: "selection", iterations: 1_000_000 });
  const pending = [slow(), slow()].map((promise) => assert.rejects(promise, { code: "crashed" }));
  const thread = made.at(-1);
  setTimeout(() => thread.terminate(), 0);
  await Promise.all(pending);

  const before = made.length;
  // The old source is gone with its instance, and the advice is to load it again.
  await assert.rejects(engine.adapt({ source, target, ...privacy }), { code: "stale-handle", message: /loadSource/ });
  assert.equal(made.length, before + 1, "one fresh thread");
  const again = await engine.loadSource(new Blob([sourceCSV]), { label: "y" });
  const second = await engine.adapt({ source: again, target, ...privacy });
  assert.equal(second.kind, "model");
  assert.equal((await release.predict([{ temp: 20, wind: 2, colour: "red" }])).length, 1);
});

test("a thread that dies while idle goes unnoticed", async (t) => {
  const engine = await engineFor(t);
  await made.at(-1).terminate();
  const { source, target } = await samples(engine);
  assert.equal((await engine.adapt({ source, target, ...privacy })).kind, "model");
});

test("Go that is poisoned by an exception through its frames is given up", async (t) => {
  const engine = await engineFor(t, { worker: false });
  // An exception while Go asks for the kind of an object unwinds Go's stack, which no Go code survives.
  const poison = new Proxy(new Blob([sourceCSV]), {
    getPrototypeOf(blob) {
      if (new Error().stack.includes("valueInstanceOf")) throw new Error("poison");
      return Reflect.getPrototypeOf(blob);
    },
    get(blob, name) {
      const value = Reflect.get(blob, name);
      return typeof value === "function" ? value.bind(blob) : value;
    },
  });
  const error = t.mock.method(console, "error", () => {});
  const { source, target } = await samples(engine);
  const other = assert.rejects(
    engine.adapt({ source, target, ...privacy, mechanism: "selection", iterations: 1_000_000 }),
    { code: "crashed" },
  );
  await assert.rejects(engine.loadSource(poison, { label: "y" }), { code: "crashed" });
  await other;
  assert.match(String(error.mock.calls[0].arguments[0]), /poison/);
  const fresh = await samples(engine);
  assert.equal((await engine.adapt({ ...fresh, ...privacy })).kind, "model");
});

// The binary holds no names of functions any more (wasm/finish): Go's way from a panic to where it is recovered needs
// none.
test("a panic in Go ends its call, by a code and without its text, and no other", async (t) => {
  const engine = await engineFor(t, { worker: false });
  // Go calls this when it opens a file.
  class Unsized extends Blob {
    get size() {
      throw new Error("secret 42");
    }
  }
  for (let again = 0; again < 3; again++) {
    await assert.rejects(engine.loadSource(new Unsized([sourceCSV]), { label: "y" }), (error) => {
      assert.equal(error.code, "internal");
      assert.doesNotMatch(`${error.message}${error.cause ?? ""}`, /secret|42/);
      return true;
    });
  }
  await assert.rejects(engine.verify("{}"), { code: "bad-release" });
});

test("an engine that cannot start rejects load", async (t) => {
  t.mock.method(console, "error", () => {});
  const wasmURL = `${await folderFor(t)}/empty.wasm`; // a valid module without imports that is not a Go program
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  await writeFile(wasmURL, empty);
  for (const worker of [true, false]) {
    await assert.rejects(load({ worker, wasmURL }), { code: "wrong-engine", message: /SHA-256/ });
    const engineSHA256 = digestOf(empty);
    const start = host({ worker, wasmURL, engineSHA256 });
    await assert.rejects(Connection.open(start, { onClose: () => {} }), { code: "crashed" });
  }
});
