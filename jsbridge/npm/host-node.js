// Node: files beside the package, worker_threads.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { PrivadaptError } from "./errors.js";
import { packForWorker, serveParquetFromHere } from "./pack.js";
import { startInThisThread } from "./host-thread.js";

const execURL = new URL("./dist/wasm_exec.js", import.meta.url);
const serveParquet = serveParquetFromHere(new URL("./dist/parquet.js", import.meta.url).href);
const defaultWasmURL = new URL("./dist/engine.wasm", import.meta.url);
const modules = new Map(); // compiled once a process, whatever the number of engines

/** Returns the function that starts one more engine; it compiles nothing before the first start. */
export function host({ worker, wasmURL = defaultWasmURL }) {
  return async (handlers) => {
    const code = await compiled(fileURL(wasmURL));
    const start = worker ? startInWorker : startInThisThread;
    return start({ code, execURL: execURL.href }, handlers);
  };
}

/** Node has no page to resolve a relative address against. */
export const baseURL = () => undefined;

function fileURL(place) {
  const text = String(place);
  return text.startsWith("file:") ? new URL(text) : pathToFileURL(text);
}

/** The module and the digest of its bytes, which each release states. */
function compiled(url) {
  if (!modules.has(url.href)) {
    const module = readBuilt(url).then(async (bytes) => ({
      wasm: await WebAssembly.compile(bytes),
      wasmSHA256: createHash("sha256").update(bytes).digest("hex"),
    }));
    modules.set(url.href, module);
    module.catch(() => modules.delete(url.href));
  }
  return modules.get(url.href);
}

async function readBuilt(url) {
  try {
    await readFile(execURL);
    return await readFile(url);
  } catch (error) {
    throw new PrivadaptError("engine-missing", `the engine is not built, ${error.path} is missing: run "make build"`, {
      cause: error,
    });
  }
}

async function startInWorker({ code, execURL }, { onMessage, onDeath }) {
  const thread = new Worker(new URL("./worker-node.js", import.meta.url), {
    workerData: { execURL },
    execArgv: [], // flags of the program, such as --input-type, are not meant for this file
  });
  thread.on("message", (message) => (message.type === "exited" ? onDeath() : onMessage(message)));
  thread.on("error", onDeath);
  thread.on("exit", () => onDeath());
  thread.postMessage({ type: "boot", ...code });
  return {
    pack: (file, options) => packForWorker(file, { serveParquet, ...options }),
    post: (message, transfer) => thread.postMessage(message, transfer),
    // An idle engine must not keep a finished program alive.
    hold: (busy) => (busy ? thread.ref() : thread.unref()),
    stop: () => thread.terminate(),
  };
}
