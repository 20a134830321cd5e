/** What every rejected promise of this package carries: a `code` to act upon, and where in a file it happened. */
export class PrivadaptError extends Error {
  constructor(code, message, { line, column, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    // The name that callers of fetch and of other abortable functions look for.
    this.name = code === "cancelled" ? "AbortError" : "PrivadaptError";
    this.code = code;
    this.line = line;
    this.column = column;
  }
}

export const cancelled = () => new PrivadaptError("cancelled", "the call was cancelled");

/** Refuses options that nobody reads: a misspelt `epsilonn` must not pass silently. */
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
