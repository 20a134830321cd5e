// For browsers: fetches the engine from the folder of this module and runs it in a Web Worker made from one blob.
import { engineSHA256 as builtSHA256, engineURL, workerScript } from "./dist/engine.js";
import { DECODER_SCRIPTS } from "./decoders.gen.js";
import { PrivadaptError } from "./errors.js";
import { packForWorker } from "./reading/pack.js";
import { bytesOf, compiled } from "./runtime/program.js";
import { startEngineWorker } from "./runtime/engine-worker.js";
import { startDecoder, startThread } from "./runtime/thread-browser.js";

/** Returns the function that starts one more engine; it fetches nothing before the first start. */
export function host({ worker, wasmURL = engineURL(), engineSHA256 = builtSHA256 }) {
  const url = new URL(wasmURL, baseURL()).href;
  return async (handlers) => {
    const code = compiled(url, engineSHA256, async () => bytesOf(await fetchBuilt(url)));
    if (worker) return startInWorker(code, handlers);
    const { startInThisThread } = await import("./runtime/thread-here.js");
    return startInThisThread(code, handlers);
  };
}

/** The base of relative addresses: the document, or the worker that imported this module. */
export const baseURL = () => globalThis.document?.baseURI ?? globalThis.location.href;

async function fetchBuilt(url) {
  const response = await fetch(url, { credentials: "same-origin" }).catch((cause) => {
    throw new PrivadaptError("engine-missing", `the engine could not be fetched from ${url}`, { cause });
  });
  if (!response.ok) throw new PrivadaptError("engine-missing", `the engine is not at ${url} (HTTP ${response.status})`);
  return response;
}

/** Where a page requires Trusted Types, an address becomes one by a policy that only the package's own scripts pass. */
function trusted(address) {
  try {
    policy ??= globalThis.trustedTypes?.createPolicy("privadapt", { createScriptURL: (url) => url });
  } catch {
    return address; // the page does not allow the policy; if it needs one, the worker says so
  }
  return policy ? policy.createScriptURL(address) : address;
}
let policy;

function startInWorker(code, handlers) {
  const start = (name, options) => startThread(name, { parts: [workerScript], trusted, ...options });
  const pack = (file, options) => packForWorker(file, { serveDecoded, ...options });
  return startEngineWorker(start, { code, pack, ...handlers });
}

/** A file is decoded in a thread of its own, whose code is fetched now; returns what ends the thread. */
async function serveDecoded(kind, served, fail) {
  const { title, url } = DECODER_SCRIPTS[kind];
  const code = await (await fetchBuilt(url())).text();
  const onDeath = () =>
    fail(
      new PrivadaptError(
        `bad-${kind}`,
        `the ${title} file could not be decoded, perhaps for lack of memory; save the table as CSV`,
      ),
    );
  const decoder = startDecoder([code], { trusted, onDeath });
  decoder.serve(served);
  return decoder.end;
}
