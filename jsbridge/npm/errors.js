/** The error of every rejected promise of this package: a `code` for programs, and the place in a file. */
export class PrivadaptError extends Error {
  constructor(
    code,
    message,
    /** @type {{line?: number, column?: number, cause?: unknown, charged?: boolean}} */ {
      line,
      column,
      cause,
      charged,
    } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    // The name that callers of fetch and other abortable functions expect.
    this.name = code === "cancelled" ? "AbortError" : "PrivadaptError";
    this.code = code;
    this.line = line;
    this.column = column;
    if (charged !== undefined) this.charged = charged;
  }
}

export const cancelled = () => new PrivadaptError("cancelled", "the call was cancelled");

const FUNCTIONS = ["onProgress", "onReport", "onNote", "onCharge", "fetch"];

/**
 * Refuses unknown options: a misspelt `epsilonn` must not be ignored silently. And what is no signal or no function: it
 * would be noticed when it is first used, within the call.
 */
export function checkKeys(where, options, known) {
  if (options === null || typeof options !== "object") {
    throw new PrivadaptError("bad-option", `${where} needs an options object`);
  }
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) {
      throw new PrivadaptError("unknown-option", `${where} has no option "${key}"; it knows ${known.join(", ")}`);
    }
    const value = options[key] ?? undefined;
    if (value === undefined) continue;
    // JSON, in which options reach the engine, has none.
    if (typeof value === "bigint")
      throw new PrivadaptError("bad-option", `the option "${key}" of ${where} is a bigint; give a number`);
    // An AbortSignal of another window, or of a library, is one too.
    if (key === "signal" && typeof value.addEventListener !== "function")
      throw new PrivadaptError(
        "bad-option",
        `the signal of ${where} is no AbortSignal; a controller has it as .signal`,
      );
    if (FUNCTIONS.includes(key) && typeof value !== "function")
      throw new PrivadaptError("bad-option", `the option "${key}" of ${where} is a function`);
  }
}

/**
 * A copy of an error that ended a run, with the information whether the run was charged. Several calls can end by the
 * same error.
 */
export function ended(error, charged) {
  const { code, line, column, cause } = error;
  const cancelled = charged
    ? "the run was cancelled after it was charged: nothing was released, and what it was charged stays spent"
    : "the run was cancelled before it was charged: nothing was released and nothing was spent";
  return new error.constructor(code, code === "cancelled" ? cancelled : error.message, {
    line,
    column,
    cause,
    charged,
  });
}
