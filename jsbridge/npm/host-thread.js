import { packForThisThread, serveDecodedFromHere } from "./reading/pack.js";
import { startSolver } from "./runtime/solver.js";

const serveDecoded = serveDecodedFromHere({ parquet: new URL("./dist/parquet.js", import.meta.url).href, xlsx: new URL("./dist/xlsx.js", import.meta.url).href });

/** Starts the engine in the calling thread. */
export async function startInThisThread(code, handlers) {
  const { startThread } = await import("./runtime/thread-here.js");
  return { ...startSolver(startThread, { code, ...handlers }), pack: (file, options) => packForThisThread(file, { serveDecoded, ...options }) };
}
