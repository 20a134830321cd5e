import { Worker } from "node:worker_threads";

/** Starts a thread in Node, as startThread of thread-browser.js does in a browser. */
export function startThread(
  _name,
  /** @type {{onMessage?: (message: any) => void, onDeath: (cause?: unknown) => void}} */ {
    onMessage = () => {},
    onDeath,
  },
) {
  const thread = new Worker(new URL("./worker-node.js", import.meta.url), {
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
