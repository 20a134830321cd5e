// The engine's end of the messages, in its thread.
import { open } from "../reading/input.js";
import { boot } from "./boot.js";

/**
 * Returns the receiver of the host's messages; `post(message, transfer)` gets Go's answers. The first message has the
 * code: {type: "boot", wasm, wasmSHA256?}. {type: "exited"} reports that Go has ended, and {type: "stop"} ends it.
 */
export function serve(post) {
  let bridge;
  let started;
  return async (message) => {
    if (message.type === "boot") {
      const { wasm, wasmSHA256 } = message;
      bridge = { post, wasmSHA256, open, turn: turns() };
      started = boot(wasm, "engine", bridge, () => post({ type: "exited" }));
      return;
    }
    const stop = await started;
    if (message.type === "stop") return stop?.();
    // If Go has died during its start, it has set no receiver.
    bridge?.receive?.(message);
  };
}

/**
 * Returns a function whose promise settles after a turn of the event loop, so that messages sent meanwhile have been
 * received. A timer would do the same, but browsers delay each of many timers by 4 ms.
 */
function turns() {
  if (typeof setImmediate === "function") return () => new Promise(setImmediate);
  const waiting = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => waiting.shift()();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    });
}
