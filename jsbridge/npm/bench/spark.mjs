// Spark on this machine, in 2 threads, with 3 GB of memory at most: see spark.py.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const python = fileURLToPath(new URL("../dist/engines/python/bin/python", import.meta.url));
const program = fileURLToPath(new URL("../test/databases/spark.py", import.meta.url));

/** The most bytes that a task has written for another, by Spark's log of events. */
function moved(folder) {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
  const written = lines.map((line) => Number(/"Shuffle Bytes Written":(\d+)/.exec(line)?.[1] ?? 0));
  return Math.max(0, ...written);
}

/** Starts it; undefined where it is not installed. `run` runs SQL and returns the rows of the last statement. */
export async function startSpark(folder) {
  if (!existsSync(python)) return undefined;
  const events = mkdtempSync(join(folder, "events-"));
  const logged = ["spark.eventLog.enabled=true", `spark.eventLog.dir=file://${events}`];
  logged.push("spark.eventLog.compress=false", "spark.eventLog.rolling.enabled=false");
  const child = spawn(python, [program, "local[2]", "true", "spark.driver.memory=3g", ...logged], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => JSON.parse((await lines.next()).value);
  await answer(); // its version: it is ready
  const run = async (sql) => {
    const file = join(folder, "spark.sql");
    writeFileSync(file, sql);
    child.stdin.write(`${file}\n`);
    const rows = await answer();
    if (!Array.isArray(rows)) throw new Error(rows.error);
    return rows;
  };
  const stop = async () => {
    child.stdin.end();
    await ended;
    return moved(events);
  };
  return { run, pid: child.pid, stop };
}
