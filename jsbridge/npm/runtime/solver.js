import { coresFor, pools } from "./pool.js";

/**
 * Starts an engine in a thread, with the pools of threads that it requests, by the `startThread(name, {onMessage, onDeath})` of
 * the host. `code` is {wasm, wasmSHA256}: the module and the digest of its bytes, which each release states. Returns
 * {post, hold, end}.
 */
export function startSolver(startThread, { code, cores, onMessage, onDeath }) {
  const startShard = (boot, transfer, died) => {
    const shard = startThread("privadapt shard", { onDeath: died });
    shard.hold(false); // the engine's own thread keeps the program alive while it works
    shard.post({ type: "boot", ...code, ...boot }, transfer);
    return shard;
  };
  const shards = pools(startShard, { post: (message, transfer) => thread.post(message, transfer), died: onDeath });
  const thread = startThread("privadapt solver", { onDeath, onMessage: (message) => shards.receive(message) || onMessage(message) });
  thread.post({ type: "boot", ...code, cores: coresFor(cores) }, []);
  return {
    post: thread.post,
    hold: thread.hold,
    end() {
      shards.end();
      thread.end();
    },
  };
}
