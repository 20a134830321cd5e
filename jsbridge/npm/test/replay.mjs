// Runs the engine with random bits that can be repeated, and records all its messages.
//
// The engine has no hook for this. It runs in this thread, where its random numbers come from globalThis.crypto, its
// clock is performance.now, and its messages pass the bridge with which it is started: these three are replaced while
// it runs.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load, openLedger } from "../index.js";

/** Random bytes that are drawn once and repeated after each rewind(); more are drawn if a run needs more. */
export class Tape {
  #bytes = Buffer.alloc(0);
  #at = 0;
  #draw = crypto.getRandomValues.bind(crypto);

  rewind() {
    this.#at = 0;
  }

  /** Replaces crypto.getRandomValues. */
  fill(view) {
    const wanted = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    const missing = this.#at + wanted.length - this.#bytes.length;
    if (missing > 0) this.#bytes = Buffer.concat([this.#bytes, this.#draw(new Uint8Array(missing))]);
    wanted.set(this.#bytes.subarray(this.#at, (this.#at += wanted.length)));
    return view;
  }
}

/** Each reading of the clock is this much later than the one before, so that all possible progress is reported. */
const TICK = 50; // milliseconds

/**
 * One run from the start of the engine to its end. Returns everything that can be observed: {messages: the engine's, as
 * they cross to the host; console; callbacks; outcome: the release's parts or the error's; journal: the ledger's text}.
 */
export async function observe({ source, label, target, settings, tape }) {
  const messages = [];
  const said = [];
  const callbacks = [];
  const folder = await mkdtemp(join(tmpdir(), "privadapt-replay-"));
  const restore = replaced([
    [process.env, "XDG_STATE_HOME", as(folder)],
    [crypto, "getRandomValues", as((view) => tape.fill(view))],
    [performance, "now", as(clock())],
    [globalThis, "Date", as(frozenDate())],
    [globalThis, "privadapt", recording(messages)],
    ...["log", "info", "debug", "warn", "error"].map((name) => [
      console,
      name,
      as((...words) => said.push([name, ...words.map(String)])),
    ]),
  ]);
  tape.rewind();
  let engine;
  try {
    engine = await load({ worker: false, onCharge: (cost) => void callbacks.push({ charge: cost }) });
    const onProgress = (progress) => callbacks.push({ progress });
    const outcome = await run(engine, { source, label, target, settings, onProgress });
    const journal = await (await openLedger()).export();
    return { messages, console: said, callbacks, outcome, journal };
  } finally {
    await engine?.dispose();
    restore();
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(engine, { source, label, target, settings, onProgress }) {
  try {
    const sample = await engine.loadSource(new Blob([source]), { label });
    const file = await engine.loadTarget(new Blob([target]));
    const { text, weightsCSV, warnings, kind } = await engine.adapt({
      source: sample,
      target: file,
      ...settings,
      onProgress,
    });
    return { text, weightsCSV, warnings, kind };
  } catch ({ name, code, message, line, column }) {
    return { error: { name, code, message, line, column } };
  }
}

/** Where a program finds its bridge at its start: its messages are copied as they pass. */
function recording(messages) {
  let bridge;
  return {
    configurable: true,
    get: () => bridge,
    set(given) {
      const { post } = given;
      bridge = given;
      bridge.post = (message, transfer) => {
        messages.push(structuredClone(message));
        post(message, transfer);
      };
    },
  };
}

function clock() {
  let now = 0;
  return () => (now += TICK);
}

function frozenDate() {
  const RealDate = Date;
  const now = Date.UTC(2026, 0, 1);
  return class extends RealDate {
    constructor(...given) {
      super(...(given.length === 0 ? [now] : given));
    }
    static now() {
      return now;
    }
  };
}

const as = (value) => ({ value, configurable: true, writable: true, enumerable: true });

/** Replaces properties; returns a function that restores the original ones. */
function replaced(places) {
  const before = places.map(([object, name]) => Object.getOwnPropertyDescriptor(object, name));
  const put = (object, name, descriptor) =>
    object === process.env ? (process.env[name] = descriptor.value) : Object.defineProperty(object, name, descriptor);
  for (const place of places) put(...place);
  return () =>
    places.forEach(([object, name], i) => {
      if (before[i]) put(object, name, before[i]);
      else delete object[name];
    });
}
