// Browsers: the engine fetched from beside this module, a Web Worker made from one blob.
import "./pool.js";
import { engineSHA256 as builtSHA256, engineURL, workerScript } from "./dist/engine.js";
import { PrivadaptError } from "./errors.js";
import { packForWorker } from "./pack.js";
import { startInThisThread } from "./host-thread.js";
import { checkDigest, damaged, unpacked } from "./unpack.js";

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

const { pools, coresFor } = globalThis.privadaptPools;

async function startInWorker(code, { onMessage, onDeath }) {
  const startShard = (boot, transfer, died) => {
    const thread = startThread("privadapt shard", { onDeath: died, onMessage() {} });
    thread.postMessage({ type: "boot", ...code, ...boot }, transfer);
    return { end: () => thread.terminate() };
  };
  const shards = pools(startShard, { post: (message, transfer) => thread.postMessage(message, transfer), died: onDeath });
  const thread = startThread("privadapt", { onDeath, onMessage: (message) => shards.receive(message) || onMessage(message) });
  thread.postMessage({ type: "boot", ...code, cores: coresFor(globalThis.navigator?.hardwareConcurrency) });
  return {
    pack: (file, options) => packForWorker(file, { serveParquet, ...options }),
    post: (message, transfer) => thread.postMessage(message, transfer),
    hold() {},
    stop() {
      shards.end();
      thread.terminate();
    },
  };
}

function startThread(name, { onMessage, onDeath }) {
  // One classic script from one blob: it also works where this package comes from another origin.
  const url = URL.createObjectURL(new Blob([workerScript], { type: "text/javascript" }));
  const thread = new Worker(url, { name });
  thread.onmessage = ({ data: message }) => {
    URL.revokeObjectURL(url);
    if (message.type === "exited") onDeath();
    else onMessage(message);
  };
  thread.onerror = (event) => {
    event.preventDefault();
    URL.revokeObjectURL(url);
    onDeath();
  };
  return thread;
}

/** A Parquet file is decoded in a thread of its own, whose code is fetched now; returns what ends the thread. */
async function serveParquet(file, port, fail) {
  const text = await (await fetchBuilt(parquetURL())).text();
  const script = `${text}\nonmessage = ({ data }) => privadaptServeFile(data);`;
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const thread = new Worker(url, { name: "privadapt Parquet" });
  thread.onerror = (event) => {
    event.preventDefault();
    fail(new PrivadaptError("bad-parquet", "the Parquet file could not be decoded, perhaps for lack of memory; save the table as CSV"));
  };
  thread.postMessage({ file, port }, [port]);
  return () => {
    thread.terminate();
    URL.revokeObjectURL(url);
  };
}
