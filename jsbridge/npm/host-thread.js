import { packForThisThread, serveDecodedFromHere } from "./reading/pack.js";
import { startEngineWorkerEarly } from "./runtime/engine-worker.js";

const serveDecoded = serveDecodedFromHere({
  parquet: new URL("./dist/parquet.js", import.meta.url).href,
  xlsx: new URL("./dist/xlsx.js", import.meta.url).href,
});

/** Starts the engine in the calling thread. */
export async function startInThisThread(code, handlers) {
  const { startThread } = await import("./runtime/thread-here.js");
  const worker = await startEngineWorkerEarly(startThread, { code, ...handlers });
  return { ...worker, pack: (file, options) => packForThisThread(file, { serveDecoded, ...options }) };
}
