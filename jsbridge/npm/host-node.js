// Node: the engine as a file beside this module, worker_threads.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { pathToFileURL } from "node:url";
import { PrivadaptError } from "./errors.js";
import { startInThisThread } from "./host-thread.js";
import { packForWorker, serveParquetFromHere } from "./reading/pack.js";
import { checkDigest, damaged, unpacked } from "./runtime/program.js";
import { startSolver } from "./runtime/solver.js";
import { startThread } from "./runtime/thread-node.js";

const serveParquet = serveParquetFromHere(new URL("./dist/parquet.js", import.meta.url).href);
const modules = new Map(); // compiled once a process, whatever the number of engines

/** Returns the function that starts one more engine; it compiles nothing before the first start. */
export function host({ worker, wasmURL, engineSHA256 }) {
  return async (handlers) => {
    const built = await import("./dist/engine.js").catch(missing);
    const code = await compiled(fileURL(wasmURL ?? built.engineURL()), engineSHA256 ?? built.engineSHA256);
    const start = worker ? startInWorker : startInThisThread;
    return start(code, handlers);
  };
}

/** Node has no page to resolve a relative address against. */
export const baseURL = () => undefined;

function fileURL(place) {
  const text = String(place);
  return text.startsWith("file:") ? new URL(text) : pathToFileURL(text);
}

/** The module and the digest of its bytes, which each release states. */
function compiled(url, expected) {
  const key = `${expected} ${url.href}`;
  if (!modules.has(key)) {
    const module = readFile(url).catch(missing).then(async ({ buffer, byteOffset, byteLength }) => {
      const bytes = await unpacked(buffer.slice(byteOffset, byteOffset + byteLength)).catch(damaged(url.href));
      const wasmSHA256 = createHash("sha256").update(new Uint8Array(bytes)).digest("hex");
      checkDigest(url.href, wasmSHA256, expected);
      return { wasm: await WebAssembly.compile(bytes), wasmSHA256 };
    });
    modules.set(key, module);
    module.catch(() => modules.delete(key));
  }
  return modules.get(key);
}

function missing(cause) {
  throw new PrivadaptError("engine-missing", `the engine is not built: run "make build" (${cause.message})`, { cause });
}

function startInWorker(code, handlers) {
  const solver = startSolver(startThread, { code, cores: availableParallelism(), ...handlers });
  return { ...solver, pack: (file, options) => packForWorker(file, { serveParquet, ...options }) };
}
