import { PrivadaptError } from "../errors.js";
import { UsageError } from "./arguments.js";
import { ask } from "./print.js";

/** Whether a person can be asked. */
export const canAsk = () => Boolean(process.stdin.isTTY);

/** Continues only after the word "yes". `needed` is the error without a terminal, `refused` the error after any other word. */
export async function askForYes(question, needed, refused) {
  if (!canAsk()) throw new UsageError(needed);
  if ((await ask(question)) !== "yes") throw new PrivadaptError("cancelled", refused);
}
