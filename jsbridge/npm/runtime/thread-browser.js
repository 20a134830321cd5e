// Threads in a browser: for the engine, the decoder and the lab.
import { PrivadaptError } from "../errors.js";

const blocked = (what, cause) => new PrivadaptError("blocked", `the browser started no worker: ${what}`, { cause });
const byPolicy = "the page's Content-Security-Policy has to allow blob: as worker-src";
const byTypes = "the page requires Trusted Types; its Content-Security-Policy has to allow privadapt as trusted-types";

/**
 * Starts a thread from `parts`, pieces of one classic script, or from a script's `url`. `onDeath` is called when it
 * ends by itself, or when its program reports that it has ended, with the error "blocked" where the browser did not let
 * `parts` begin. `trusted` converts an address to the type that Trusted Types require. Returns {post, hold, end}.
 */
export function startThread(
  name,
  /** @type {Record<string, any>} */ { parts, url, trusted = (url) => url, onMessage = () => {}, onDeath },
) {
  const address = url ?? URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
  const forget = () => url === undefined && URL.revokeObjectURL(address);
  let thread;
  try {
    thread = new Worker(trusted(address), { name });
  } catch (cause) {
    forget();
    throw blocked(cause instanceof TypeError ? byTypes : byPolicy, cause);
  }
  thread.onmessage = ({ data: message }) => {
    forget();
    if (message.type === "exited") onDeath();
    else onMessage(message);
  };
  const failed = (event) => {
    event.preventDefault();
    forget();
    // A script that was not loaded has no message. A blob's script is always loaded.
    const unloaded = event.type === "error" && !(event instanceof ErrorEvent);
    onDeath(unloaded && url === undefined ? blocked(byPolicy) : undefined);
  };
  thread.onerror = failed;
  thread.onmessageerror = failed;
  return {
    post: (message, transfer) => thread.postMessage(message, transfer),
    hold() {},
    end() {
      thread.terminate();
      forget();
    },
  };
}

/**
 * A thread that decodes files by `programs`, the texts of dist/parquet.js or dist/xlsx.js: {serve({file, port,
 * ...how}), end}. Its one message has the names of `sheets`, where none could be chosen.
 */
export function startDecoder(programs, /** @type {Record<string, any>} */ { before = [], ...options }) {
  const receive =
    "\nconst onSheets = (sheets) => postMessage({ sheets });" +
    "\nonmessage = ({ data }) => privadaptServeFile({ ...data, onSheets });";
  const thread = startThread("privadapt decoder", { parts: [...before, ...programs, receive], ...options });
  return { serve: (served) => thread.post(served, [served.port]), end: thread.end };
}
