import { packForThisThread, serveParquetFromHere } from "./pack.js";

const serveParquet = serveParquetFromHere(new URL("./dist/parquet.js", import.meta.url).href);

/** Starts the engine in the calling thread, in a browser or in Node: for pages that allow no worker, and for tests. */
export async function startInThisThread(code, { onMessage, onDeath }) {
  await import("./dist/wasm_exec.js");
  await import("./input.js");
  await import("./worker.js");
  let stopped = false;
  const receive = globalThis.privadaptServe((message) => {
    if (stopped) return;
    if (message.type === "exited") onDeath();
    else onMessage(message);
  });
  receive({ type: "boot", ...code });
  return {
    pack: (file, options) => packForThisThread(file, { serveParquet, ...options }),
    post(message) {
      // Cloned as if it crossed to a worker: what has no clone is refused alike, and a getter that throws does so
      // here and not inside Go, which such an exception kills.
      const { data, packed, files, ...plain } = message;
      const sent = structuredClone(plain);
      for (const [name, item] of Object.entries({ data, packed, files })) if (item !== undefined) sent[name] = item;
      receive(sent);
    },
    hold() {},
    // An instance cannot be ended from outside; deaf and without references, it is left to the garbage collector.
    stop() {
      stopped = true;
    },
  };
}
