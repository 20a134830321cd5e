/**
 * Starts an engine in a thread by the `startThread(name, {onMessage, onDeath})` of the host. `code` is {wasm,
 * wasmSHA256}: the module and the digest of its bytes, which each release states. Returns {post, hold, end}; end
 * resolves when the thread has ended.
 */
export function startEngineWorker(startThread, { code, ...settings }) {
  const { boot, ...worker } = startThreadOfEngine(startThread, settings);
  boot(code);
  return worker;
}

/**
 * As startEngineWorker, with a promise of the code: the thread starts meanwhile. If there is no code, the thread ends.
 */
export async function startEngineWorkerEarly(startThread, { code, onDeath, ...settings }) {
  let refused = false;
  const { boot, ...worker } = startThreadOfEngine(startThread, {
    ...settings,
    onDeath: (cause) => refused || onDeath(cause),
  });
  try {
    boot(await code);
    return worker;
  } catch (error) {
    refused = true;
    worker.end();
    throw error;
  }
}

/**
 * How long an engine may take to overwrite the private sums that it holds before it is ended as it is, in milliseconds.
 */
const PATIENCE = 5000;

function startThreadOfEngine(startThread, /** @type {Record<string, any>} */ { onMessage, onDeath }) {
  let booted = false;
  let dead = false;
  const settled = {};
  settled.promise = new Promise((resolve) => (settled.resolve = resolve));
  const thread = startThread("privadapt engine", {
    onDeath(cause) {
      dead = true;
      settled.resolve();
      onDeath(cause);
    },
    onMessage(message) {
      if (message.type === "ended") settled.resolve();
      else onMessage(message);
    },
  });
  return {
    boot(code) {
      booted = true;
      thread.post({ type: "boot", ...code }, []);
    },
    post: thread.post,
    hold: thread.hold,
    async end() {
      if (booted && !dead) {
        thread.hold(true);
        thread.post({ type: "end" }, []);
        const timer = setTimeout(settled.resolve, PATIENCE);
        await settled.promise;
        clearTimeout(timer);
      }
      thread.end();
    },
  };
}
