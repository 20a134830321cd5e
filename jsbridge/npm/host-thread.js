import { packForThisThread, serveParquetFromHere } from "./reading/pack.js";
import { startSolver } from "./runtime/solver.js";

const serveParquet = serveParquetFromHere(new URL("./dist/parquet.js", import.meta.url).href);

/** Starts the engine in the calling thread. */
export async function startInThisThread(code, handlers) {
  const { startThread } = await import("./runtime/thread-here.js");
  return { ...startSolver(startThread, { code, ...handlers }), pack: (file, options) => packForThisThread(file, { serveParquet, ...options }) };
}
