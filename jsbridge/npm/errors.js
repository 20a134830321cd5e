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

/** Refuses unknown options: a misspelt `epsilonn` must not be ignored silently. */
export function checkKeys(where, options, known) {
  if (options === null || typeof options !== "object") {
    throw new PrivadaptError("bad-option", `${where} needs an options object`);
  }
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) {
      throw new PrivadaptError("unknown-option", `${where} has no option "${key}"; it knows ${known.join(", ")}`);
    }
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
