// Processes that spend, seen from the test: see ledger-writer.mjs.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("ledger-writer.mjs", import.meta.url));

/** Starts a writer and waits until it takes orders. */
export async function startWriter() {
  const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = [];
  let wake = () => {};
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    wake();
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  ended.then(() => wake());
  child.stdin.on("error", () => {}); // it may be dead when an order comes

  /** Resolves once `condition(lines)` holds, or the process has ended. */
  const until = async (condition) => {
    while (!condition(lines) && child.exitCode === null && child.signalCode === null) {
      await new Promise((resolve) => (wake = resolve));
    }
  };
  const released = () => lines.filter((line) => line === "released").length;
  await until((seen) => seen.includes("ready"));
  return {
    released,
    until,
    begin: (order) => child.stdin.write(`${JSON.stringify({ times: 1e9, ...order })}\n`),
    /** Carries out one order to its end; returns the number of its releases and its last word. */
    async order(order) {
      const [from, before] = [lines.length, released()];
      this.begin(order);
      const isEnd = (line) => !["begin", "released"].includes(line);
      await until((seen) => seen.slice(from).some(isEnd));
      return { released: released() - before, end: lines.slice(from).find(isEnd) };
    },
    kill: () => child.kill("SIGKILL"),
    /** Once the process is dead and everything that it had said has come. */
    ended,
  };
}
