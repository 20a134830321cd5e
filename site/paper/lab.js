// The page's side of the lab: fetches lab.wasm, runs the experiment in a worker, and can end it at any time.
// The messages are those of jsbridge; the worker is the engine's (jsbridge/npm/worker.js) with another program in it.

const GRACE = 1000; // milliseconds for the lab to answer a cancel before its worker is ended
const PROTOCOL = 1;

/** `code` is "cancelled", "unreachable", "crashed", "mismatch", or one of the lab, which then has a `message`. */
export class LabProblem extends Error {
  constructor(code, message = code) {
    super(message);
    this.code = code;
  }
}

let module; // compiled once a page

/** Resolves with the compiled lab. `size` is its length in bytes: a compressed response does not tell. */
export async function loadLab({ size, signal, onProgress }) {
  module ??= await WebAssembly.compile(await fetchAll(new URL("../lab.wasm", import.meta.url), size, signal, onProgress));
  return module;
}

async function fetchAll(url, size, signal, onProgress) {
  try {
    const response = await fetch(url, { signal });
    if (!response.ok) throw new LabProblem("unreachable");
    const parts = [];
    let done = 0;
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      done += part.value.length;
      onProgress(done, size);
    }
    return await new Blob(parts).arrayBuffer();
  } catch {
    throw new LabProblem(signal.aborted ? "cancelled" : "unreachable");
  }
}

/** Runs the experiment in a worker of its own and resolves with its value. `onProgress(done, total)` counts single runs. */
export function runFigure1(wasm, options, { signal, onProgress }) {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new LabProblem("cancelled"));
      return;
    }
    const id = 1; // the only call of this worker
    const worker = new Worker(new URL("../lab-worker.js", import.meta.url), { name: "privadapt lab" });
    let timer;
    const end = (settle, value) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      worker.terminate();
      settle(value);
    };
    const fail = (code, message) => end(reject, new LabProblem(code, message));
    const cancel = () => {
      worker.postMessage({ type: "cancel", call: id });
      timer = setTimeout(fail, GRACE, "cancelled");
    };
    signal.addEventListener("abort", cancel, { once: true });

    worker.onmessage = ({ data: message }) => {
      if (message.type === "ready") {
        if (message.engine?.protocol === PROTOCOL) worker.postMessage({ id, type: "figure1", options });
        else fail("mismatch");
      } else if (message.type === "exited") {
        fail(signal.aborted ? "cancelled" : "crashed");
      } else if (message.id === id) {
        if (message.type === "progress") onProgress(message.done, message.total);
        else if (message.type === "result") end(resolve, message.value);
        else if (message.type === "failed") fail(message.error.code, message.error.message);
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      fail("crashed");
    };
    worker.postMessage({ type: "boot", wasm });
  });
}
