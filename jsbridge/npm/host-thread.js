import { packForThisThread, serveDecodedFromHere } from "./reading/pack.js";
import { startSolverEarly } from "./runtime/solver.js";

const serveDecoded = serveDecodedFromHere({ parquet: new URL("./dist/parquet.js", import.meta.url).href, xlsx: new URL("./dist/xlsx.js", import.meta.url).href });

/** Starts the engine in the calling thread. */
export async function startInThisThread(code, handlers) {
  const { startThread } = await import("./runtime/thread-here.js");
  const solver = await startSolverEarly(startThread, { code, ...handlers });
  return { ...solver, pack: (file, options) => packForThisThread(file, { serveDecoded, ...options }) };
}
