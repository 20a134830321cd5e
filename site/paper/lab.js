// The lab: a program of its own, downloaded once a page, in a new thread for each run, which ends with the run.
import { Connection } from "../runtime/client.js";
import { download } from "../runtime/download.js";
import { startEngineWorker } from "../runtime/engine-worker.js";
import { startThread } from "../runtime/thread-browser.js";

const at = (name) => new URL(`../${name}`, import.meta.url).href;

let module; // compiled once a page

/** Resolves with the compiled lab. `size` is its length in bytes, which a compressed response does not say. */
export async function loadLab({ size, signal, onProgress }) {
  if (!module) {
    const file = await download(at("lab.wasm"), { signal, onProgress: (done) => onProgress(done, size) });
    module = await WebAssembly.compile(await file.arrayBuffer());
  }
  return module;
}

/**
 * Runs the experiment in a thread of its own and resolves with its value. `onProgress(done, total)` counts single runs.
 */
export async function runFigure1(wasm, options, { signal, onProgress }) {
  const startInWorker = (name, handlers) => startThread(name, { url: at("lab-worker.js"), ...handlers });
  const start = (handlers) => startEngineWorker(startInWorker, { code: { wasm }, ...handlers });
  const connection = await Connection.open(start, { signal });
  try {
    return await connection.call("figure1", { options }, { onProgress: ({ done, total }) => onProgress(done, total) });
  } finally {
    connection.close();
  }
}
