// The engine's bench program (wasm/bench) in this Node process, with the kernel or without.
import { readFile } from "node:fs/promises";

const npm = new URL("../", import.meta.url);
await import(new URL("dist/wasm_exec.js", npm).href);
await import(new URL("worker.js", npm).href);

/** Resolves with a function measure(request). */
export async function engineInNode(file) {
  const bytes = await readFile(file);
  const waiting = new Map();
  let ready;
  const started = new Promise((resolve) => (ready = resolve));
  const receive = globalThis.privadaptServe((message) => {
    if (message.type === "ready") ready();
    else if (message.type === "result") waiting.get(message.id).resolve(message.value);
    else if (message.type === "failed") waiting.get(message.id).reject(new Error(message.error.message));
  });
  receive({ type: "boot", wasm: bytes });
  await started;
  let last = 0;
  return (request) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      receive({ type: "measure", id: last, options: request });
    });
}
