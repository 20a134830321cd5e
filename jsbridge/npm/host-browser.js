// Browsers: the engine fetched from beside this module, a Web Worker made from one blob.
import { engineSHA256 as builtSHA256, engineURL, workerScript } from "./dist/engine.js";
import { PrivadaptError } from "./errors.js";
import { startInThisThread } from "./host-thread.js";
import { packForWorker } from "./reading/pack.js";
import { checkDigest, damaged, unpacked } from "./runtime/program.js";
import { startSolver } from "./runtime/solver.js";
import { startDecoder, startThread } from "./runtime/thread-browser.js";

const parquetURL = () => new URL("./dist/parquet.js", import.meta.url).href;
const modules = new Map(); // compiled once a page, whatever the number of engines

/** Returns the function that starts one more engine; it fetches nothing before the first start. */
export function host({ worker, wasmURL = engineURL(), engineSHA256 = builtSHA256 }) {
  const url = new URL(wasmURL, baseURL()).href;
  return async (handlers) => {
    const code = await compiled(url, engineSHA256);
    const start = worker ? startInWorker : startInThisThread;
    return start(code, handlers);
  };
}

/** What relative addresses are relative to: the document, or the worker that imported this module. */
export const baseURL = () => globalThis.document?.baseURI ?? globalThis.location.href;

/** The module and the digest of its bytes, which each release states. */
function compiled(url, expected) {
  const key = `${expected} ${url}`;
  if (!modules.has(key)) {
    const module = fetchBuilt(url).then(async (response) => {
      // Not compileStreaming: the digest is of the bytes.
      const bytes = await unpacked(await response.arrayBuffer()).catch(damaged(url));
      const wasmSHA256 = await sha256(bytes);
      checkDigest(url, wasmSHA256, expected);
      return { wasm: await WebAssembly.compile(bytes), wasmSHA256 };
    });
    modules.set(key, module);
    module.catch(() => modules.delete(key));
  }
  return modules.get(key);
}

/** Hexadecimal; undefined on plain http: pages, where browsers offer no digests. */
async function sha256(bytes) {
  const digest = await globalThis.crypto.subtle?.digest("SHA-256", bytes);
  return digest && Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function fetchBuilt(url) {
  const response = await fetch(url, { credentials: "same-origin" }).catch((cause) => {
    throw new PrivadaptError("engine-missing", `the engine could not be fetched from ${url}`, { cause });
  });
  if (!response.ok) throw new PrivadaptError("engine-missing", `the engine is not at ${url} (HTTP ${response.status})`);
  return response;
}

function startInWorker(code, handlers) {
  const start = (name, options) => startThread(name, { parts: [workerScript], ...options });
  const solver = startSolver(start, { code, cores: globalThis.navigator?.hardwareConcurrency, ...handlers });
  return { ...solver, pack: (file, options) => packForWorker(file, { serveParquet, ...options }) };
}

/** A Parquet file is decoded in a thread of its own, whose code is fetched now; returns what ends the thread. */
async function serveParquet(file, port, fail) {
  const code = await (await fetchBuilt(parquetURL())).text();
  const onDeath = () => fail(new PrivadaptError("bad-parquet", "the Parquet file could not be decoded, perhaps for lack of memory; save the table as CSV"));
  const decoder = startDecoder(code, { onDeath });
  decoder.serve(file, port);
  return decoder.end;
}
