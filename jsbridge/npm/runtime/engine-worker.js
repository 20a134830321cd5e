/**
 * How long an engine may take to overwrite the private sums that it holds before it is ended as it is, in milliseconds.
 */
const PATIENCE = 5000;

/**
 * Starts an engine in a thread by the `startThread(name, {onMessage, onDeath})` of the host. `code` is {wasm,
 * wasmSHA256} or a promise of it: the module and the digest of its bytes, which each release states. The thread starts
 * meanwhile; if there is no code, it ends. `pack` prepares files for it: see pack.js. Resolves with {post, hold,
 * pack, end}; end resolves when the thread has ended.
 */
export async function startEngineWorker(
  startThread,
  /** @type {Record<string, any>} */ { code, pack, onMessage, onDeath },
) {
  let booted = false;
  let dead = false;
  const settled = {};
  settled.promise = new Promise((resolve) => (settled.resolve = resolve));
  const thread = startThread("privadapt engine", {
    onDeath(cause) {
      const refused = dead && !booted;
      dead = true;
      settled.resolve();
      if (!refused) onDeath(cause);
    },
    onMessage(message) {
      if (message.type === "ended") settled.resolve();
      else onMessage(message);
    },
  });
  try {
    const program = await code;
    booted = true;
    thread.post({ type: "boot", ...program }, []);
  } catch (error) {
    dead = true;
    thread.end();
    throw error;
  }
  return {
    post: thread.post,
    hold: thread.hold,
    pack,
    async end() {
      if (!dead) {
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
