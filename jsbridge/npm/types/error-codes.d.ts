import type { FormatErrorCode } from "./formats.gen.js";

export type { FormatErrorCode };

/** The error codes for programs, in groups by subject. */
export type PrivadaptErrorCode = UseErrorCode | DownloadErrorCode | FileErrorCode | RunErrorCode | LedgerErrorCode;

/** A call that is not valid, or not valid at this time. */
export type UseErrorCode =
  | "unknown-option"
  | "bad-option"
  | "bad-epsilon"
  | "bad-delta"
  | "bad-rho"
  | "bad-iterations"
  /** The column that was to name the people cannot: no file has it, or the data can be read once alone. */
  | "bad-unit"
  /** Settings that exclude each other or give less privacy than claimed; the message says what to choose instead. */
  | "refused"
  /** A run needs more memory than an engine has, or its release could be larger than is read. */
  | "sample-too-large"
  /** Delta is too large for the number of rows, which is that of a whole sheet: most are probably blank. */
  | "blank-rows"
  /** The base predicts numbers, and the label is a class. */
  | "base-of-numbers"
  /** The model and the public sample give no places to count rows in. */
  | "no-report"
  /** Of the mechanisms that draw noise in every round. */
  | "no-forecast"
  /** A source or target of another engine, or of one that has restarted since. */
  | "stale-handle"
  | "stream-used"
  | "disposed"
  | "bad-release"
  /** The label of the public sample has one value alone, so no model can learn from it. */
  | "constant-label"
  /** A file with a model that cannot be used; the message says how to make one. */
  | "bad-base-file"
  /** A release is given twice, does not verify, or does not fit the others. */
  | "bad-combination";

/** The public sample did not arrive. */
export type DownloadErrorCode =
  | "not-a-url"
  | "unreachable"
  | "http-status"
  | "interrupted"
  | "too-large"
  | "html"
  | "integrity"
  /** The address leads on to another, and the `fetch` of `load` does not follow. */
  | "redirected";

/** A fault in a public file, with its line and column where there is one; private files have none. */
export type FileErrorCode =
  | FormatErrorCode
  | "bad-encoding"
  /** A Parquet file that is compressed by a codec that is not read: Brotli or LZO. */
  | "parquet-codec"
  | "bad-quote"
  | "bad-schema"
  /**
   * Dates in a public file: the order of day and month is open, or not the same everywhere; the message says how to
   * state it.
   */
  | "date-order"
  | "duplicate-column"
  | "empty-file"
  | "line-too-long"
  /** Data to predict lack a column of the model. */
  | "missing-column"
  | "missing-label"
  | "no-common-columns"
  | "no-features"
  | "no-header"
  | "no-label"
  /** Labels are used, or a report needs them, and the private file lacks the column of the labels. */
  | "no-labels"
  | "no-rows"
  /** A workbook has no sheet of the name that was given. */
  | "no-sheet"
  | "not-a-number"
  | "not-finite"
  | "one-row"
  | "ragged-row"
  /** What a database returned is not whole, or no rows have these sums. */
  | "bad-sums"
  /** What a database returned belongs to another sample or other settings. */
  | "other-plan"
  | "too-large"
  | "too-many-levels"
  | "unknown-column"
  /** The file changed while it was read, or access to it was lost. */
  | "unreadable"
  /** Not exactly one sheet of a private workbook has the sample's columns, and none was named. */
  | "which-sheet";

/** The run did not happen, or ended early; nothing was released. */
export type RunErrorCode =
  /** By an AbortSignal; the error's name is "AbortError". */
  | "cancelled"
  /** By `onCharge`. */
  | "not-charged"
  /**
   * The `receiver` of the run would refuse its release. On the command line: or the server in an invitation has refused
   * it.
   */
  | "refused-by-receiver"
  /**
   * The page's Content-Security-Policy does not allow WebAssembly or workers; the message says what it has to allow.
   */
  | "blocked"
  /** Go has died; the next call starts a fresh instance. */
  | "crashed"
  | "engine-missing"
  /** The engine is not the one that the package was built with. */
  | "wrong-engine"
  | "bad-message"
  | "internal";

/** The privacy ledger did not record the charge, so nothing was released. */
export type LedgerErrorCode =
  | "bad-ledger-file"
  | "budget-exhausted"
  | "ledger-account"
  | "ledger-corrupt"
  | "ledger-unavailable"
  /** No release of that run is kept. */
  | "no-file";
