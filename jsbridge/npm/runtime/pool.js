// The additional threads that an engine requests, to work on rows of the public sample: a pool for each of its calls.

const MOST = 8; // threads that the engine can use, its own included

/** The number of threads for a machine with this number of cores, as stated in boot messages. */
export const coresFor = (cores) => Math.max(1, Math.min(cores || 1, MOST));

/**
 * Pools for one engine. `start(boot, transfer, died)` makes a thread of the program that boots by that message, calls
 * `died` when the thread ends by itself, and returns a function that ends it; `post(message, transfer)` reaches the
 * engine. If a thread dies the engine is ended too, by `died()`, because it would wait for that thread's results for
 * ever.
 */
export function pools(start, { post, died }) {
  const running = new Map(); // by the engine's call
  const end = (call) => {
    for (const thread of running.get(call) ?? []) thread.end();
    running.delete(call);
  };
  return {
    /** Handles a message of the engine; returns whether it was for the pools. */
    receive({ type, id, threads }) {
      if (type !== "pool") return false;
      end(id);
      if (!(threads > 0)) return true;
      const made = [];
      const ports = [];
      running.set(id, made);
      try {
        while (made.length < Math.min(threads, MOST - 1)) {
          const { port1, port2 } = new MessageChannel();
          made.push(start({ role: "shard", port: port1 }, [port1], () => running.get(id) === made && died()));
          ports.push(port2);
        }
      } catch (error) {
        console.error(error); // the engine uses the threads that have started
      }
      post({ type: "pool", call: id, ports }, ports);
      return true;
    },
    end: () => [...running.keys()].forEach(end),
  };
}
