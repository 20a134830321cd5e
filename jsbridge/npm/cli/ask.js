import { createInterface } from "node:readline/promises";
import { PrivadaptError } from "../errors.js";
import { UsageError } from "./arguments.js";

/** Whether a person can be asked. */
export const canAsk = () => Boolean(process.stdin.isTTY);

/** Asks on the terminal and resolves with the answer; standard output is left to results. */
export async function ask(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}

/** Continues only after the word "yes". `needed` is the error without a terminal, `refused` the error after any other word. */
export async function askForYes(question, needed, refused) {
  if (!canAsk()) throw new UsageError(needed);
  if ((await ask(question)) !== "yes") throw new PrivadaptError("cancelled", refused);
}
