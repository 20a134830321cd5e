import { UsageError } from "./arguments.js";
import { sayJSON, tell } from "./print.js";
import { inOptions } from "./suggest.js";

/**
 * Prints on stderr in one sentence what went wrong. Returns the exit status: 2 for wrong usage, 130 if interrupted,
 * otherwise 1.
 */
export function reportFailure(error, { json }) {
  const usage = error instanceof UsageError;
  const code = usage ? "usage" : (error.code ?? "internal");
  const message = inOptions(String(error.message).replace(/\s*\n\s*/g, " "));
  const advice = usage ? ' (see "privadapt --help")' : ` [${code}]`;
  tell(`privadapt: ${message}${advice}`);
  if (json) {
    const { line, column, charged, kept } = error;
    sayJSON({ ok: false, error: { code, message, line, column, charged, kept } });
  }
  if (usage) return 2;
  return error.code === "cancelled" ? 130 : 1;
}
