// For Node: reads the engine from a file beside this module and runs it in worker_threads.
import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { DECODER_SCRIPTS } from "./decoders.gen.js";
import { PrivadaptError } from "./errors.js";
import { packForWorker, serveDecodedFromHere } from "./reading/pack.js";
import { compiled } from "./runtime/program.js";
import { startEngineWorker } from "./runtime/engine-worker.js";

const serveDecoded = serveDecodedFromHere(DECODER_SCRIPTS);

/** Returns the function that starts one more engine; it compiles nothing before the first start. */
export function host({ worker, wasmURL, engineSHA256 }) {
  return async (handlers) => {
    const built = await import("./dist/engine.js").catch(missing);
    const code = compiled(fileURL(wasmURL ?? built.engineURL()), engineSHA256 ?? built.engineSHA256, read);
    if (worker)
      return startInWorker(code, handlers).catch((error) => {
        if (forbidden(error)) missing(error);
        throw error;
      });
    const { startInThisThread } = await import("./runtime/thread-here.js");
    return startInThisThread(code, handlers);
  };
}

/** The file at a path or a file: URL. It is read when it is needed. */
export async function openPath(path) {
  try {
    return await openAsBlob(path);
  } catch (cause) {
    throw new PrivadaptError("unreadable", `the file ${path} cannot be opened: it is not there, or must not be read`, {
      cause,
    });
  }
}

/** Node has no page to resolve a relative address against. */
export const baseURL = () => undefined;

function fileURL(place) {
  const text = String(place);
  if (/^https?:/i.test(text))
    throw new PrivadaptError("bad-option", `in Node wasmURL is a path or a file: URL, and no address such as ${text}`);
  return text.startsWith("file:") ? new URL(text).href : pathToFileURL(text).href;
}

const read = (url) => readFile(new URL(url)).catch((cause) => missing(cause, url));

/**
 * Bundlers look for what stands beside a module, and so for a file, not a folder.
 * @returns {never}
 */
function missing(cause, url = new URL("./dist/engine.js", import.meta.url).href) {
  const why = forbidden(cause) ?? 'is not there; in a clone, run "make build"';
  throw new PrivadaptError("engine-missing", `the engine at ${url} ${why}`, { cause });
}

/** What to do about an error of Deno's or Node's permissions; undefined of another error. */
const forbidden = ({ name, code }) =>
  ["NotCapable", "PermissionDenied"].includes(name) || code === "ERR_ACCESS_DENIED" || code === "EACCES"
    ? "must not be read; run the program with --allow-read (Deno) or --allow-fs-read (Node), or correct the file's permissions"
    : undefined;

function startInWorker(code, handlers) {
  const pack = (file, options) => packForWorker(file, { serveDecoded, ...options });
  return startEngineWorker(startThread, { code, pack, ...handlers });
}

/** Starts a thread in Node, as startThread of thread-browser.js does in a browser. */
export function startThread(
  _name,
  /** @type {{onMessage?: (message: any) => void, onDeath: (cause?: unknown) => void}} */ {
    onMessage = () => {},
    onDeath,
  },
) {
  const thread = new Worker(new URL("./runtime/worker-node.js", import.meta.url), {
    execArgv: [], // the program's own flags, such as --input-type, do not apply to this file
  });
  thread.on("message", (message) => (message.type === "exited" ? onDeath() : onMessage(message)));
  thread.on("error", onDeath);
  thread.on("exit", () => onDeath());
  return {
    post: (message, transfer) => thread.postMessage(message, transfer),
    // An idle engine must not keep a finished program alive.
    hold: (busy) => (busy ? thread.ref() : thread.unref()),
    end: () => thread.terminate(),
  };
}
