/**
 * Differentially private domain adaptation in the browser and in Node.
 *
 * Importing does nothing, so it is safe in server-side rendering.
 *
 * @example
 * ```js
 * import { openAsBlob } from "node:fs";
 * import { load } from "privadapt";
 *
 * const engine = await load();
 * const source = await engine.loadSource(await openAsBlob("sample.csv"), { label: "y" }); // or an address
 * const target = await engine.loadTarget(await openAsBlob("private.csv")); // in a page: the File that the owner picked
 * const release = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6 });
 * console.log(await release.predict([{ area: 80, age: 12, distance: 3, rooms: 3, heating: "gas" }]));
 * console.log(JSON.stringify(release)); // the release file
 * await engine.dispose();
 * ```
 *
 * @module privadapt
 */

import type { PrivadaptErrorCode } from "./error-codes.js";
import type { Certificate, Column, ReleaseJSON, ReleaseKind, Verification } from "./release-file.js";

export type * from "./error-codes.js";
export type * from "./release-file.js";

/**
 * Starts an engine, by default in a thread of its own. Any number of engines can run side by side; each has its own
 * memory, which only `dispose()` gives back.
 * Rejects with "engine-missing" if the package's `dist` folder is not there, and with "wrong-engine" if the engine is not the
 * one that the package was built with: its SHA-256 is part of the package and is checked before anything of it runs (in
 * browsers on https: pages and localhost; elsewhere they offer no digests).
 *
 * @example
 * ```js
 * import { load } from "privadapt";
 *
 * // Two engines; the owner's program decides on each charge before the ledger does.
 * const onCharge = ({ epsilon, delta }) => epsilon <= 1 && delta <= 1e-6;
 * const [first, second] = await Promise.all([load({ onCharge }), load({ worker: false, onCharge })]);
 * await first.dispose();
 * await second.dispose();
 * ```
 */
export function load(options?: LoadOptions): Promise<Engine>;

/** Of the package and of its engine; each release states it. */
export const version: string;

/**
 * Recomputes what a release guarantees, in an engine started for this one call. See {@link Engine.verify}.
 *
 * @example
 * ```js
 * import { openAsBlob } from "node:fs";
 * import { load, verify } from "privadapt";
 *
 * const engine = await load();
 * const source = await engine.loadSource(await openAsBlob("sample.csv"), { label: "y" });
 * const target = await engine.loadTarget(await openAsBlob("private.csv"));
 * const release = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6, release: "moments" });
 * await engine.dispose();
 *
 * const { ok, epsilon, problems } = await verify(JSON.stringify(release));
 * console.log(ok, epsilon, problems);
 * ```
 */
export function verify(release: ReleaseInput, options?: LoadOptions & VerifyOptions): Promise<Verification>;

export interface VerifyOptions {
  /** Do not refuse δ ≥ 1/n, at which a mechanism may publish a row picked at random and keep its promise. Default: false. */
  acceptLargeDelta?: boolean;
}

/**
 * The privacy ledger of this machine account (in Node) or browser profile: what all runs have spent together, and the cap
 * on it. `account` is the account meant where a call names none, by id or name; "default" if absent.
 *
 * @example
 * ```js
 * import { openLedger } from "privadapt";
 *
 * const ledger = await openLedger();
 * const { cap, spent, left } = await ledger.account();
 * console.log(`spent ε = ${spent.epsilon} of ${cap.epsilon}, room for one run of ε = ${left.epsilon}`);
 * ```
 */
export function openLedger(options?: { account?: string }): Promise<Ledger>;

export interface LoadOptions {
  /**
   * Run in a Web Worker, in Node in a worker thread, and a long run on a large public sample in one for each core of the machine,
   * eight at most; `false`: in the calling thread, in short steps. Default: true.
   */
  worker?: boolean;
  /** Where the package's engine.wasm.xz is, or the same unpacked; in Node a path or a file: URL. Default: in the package. */
  wasmURL?: string | URL;
  /**
   * Which account of the privacy ledger each release is charged to, by id or name; default: "default". `adapt` rejects
   * with "budget-exhausted" where its cap does not admit the run, and with "ledger-account", "ledger-corrupt" or
   * "ledger-unavailable" where the charge cannot be booked; nothing is released then. `false` states that the caller
   * keeps account of what is spent.
   */
  ledger?: false | { account?: string };
  /**
   * Called once for each release, before the ledger is charged and the mechanism draws its noise, so a run refused here
   * costs nothing. Return false or throw to refuse; `adapt` then rejects with "not-charged" and nothing is released. The
   * charge is a frozen copy: what is booked does not depend on what this function does with it.
   */
  onCharge?: (charge: Readonly<Charge>) => boolean | void | Promise<boolean | void>;
}

/**
 * The price of one release, by which releases add up: (ε, δ), and the same as zero-concentrated differential privacy, of a
 * row that is replaced. Under "add-remove" that is more than the certificate's, which is of a row that is added or removed.
 */
export interface Charge {
  epsilon: number;
  delta: number;
  rho: number;
}

/**
 * A budget that many runs share. It adds up ρ, under which a run is admitted if the sum stays within the ρ of the cap's
 * (ε, δ). Every change is a new entry of a journal, durable before its promise resolves; several processes may write at
 * once. Each method rejects with "ledger-corrupt" or "ledger-unavailable" where the journal cannot be relied on or written.
 */
export interface Ledger {
  /** All accounts, the one with the id "default" first, and the number of the next entry. */
  state(): Promise<{ accounts: LedgerAccount[]; next: { number: number; previous: string } }>;
  /** One account; rejects with "ledger-account" if there is none. */
  account(nameOrId?: string): Promise<LedgerAccount>;
  /**
   * Books a run of one's own mechanism; `load()` does so for its engine. The run may be released once this resolves, and
   * not before. The values are copied at the call. Rejects with "budget-exhausted", and with "bad-option" what is no
   * plain value.
   */
  charge(run: Charge & { account?: string; about?: ChargeAbout }): Promise<LedgerAccount>;
  setCap(cap: { account?: string; epsilon: number; delta: number }): Promise<LedgerAccount>;
  /** Changes the name; the id, and what is spent, stays. */
  rename(to: { account?: string; name: string }): Promise<LedgerAccount>;
  /** Opens a further account, for data about other people: the same people's losses belong to the same account. */
  open(account: { name: string; statement: "other-people" }): Promise<LedgerAccount>;
  /** Counts the account from zero; the earlier entries stay. It restores no privacy. */
  reset(reset: { account?: string; reason: string }): Promise<LedgerAccount>;
  /** The journal as text, one entry of JSON a line. */
  export(): Promise<string>;
}

export interface LedgerAccount {
  readonly id: string;
  readonly name: string;
  /** What the owner stated on opening it: null for the default account. */
  readonly statement: null | "other-people";
  readonly cap: Charge;
  /** Since the last reset: the sum of ρ and its ε at the cap's δ; for those who add up (ε, δ) instead, their sums. */
  readonly spent: { rho: number; epsilon: number; runs: number; sumEpsilon: number; sumDelta: number };
  /** What one more run may cost at most: ρ, and its ε at the cap's δ. */
  readonly left: { rho: number; epsilon: number };
  /** Its entries of the journal, the first first. */
  readonly history: readonly LedgerEntry[];
}

/** What a run may say about itself in the journal; nothing about private rows. */
export interface ChargeAbout {
  mechanism?: string;
  release?: string;
  /** SHA-256 of the public sample, in 64 hexadecimal digits. */
  source?: string;
  /** Where the run was started from. */
  from?: string;
}

export type LedgerEntry = {
  format: "privadapt-ledger";
  version: 1;
  number: number;
  /** SHA-256 of the text of the entry before. */
  previous: string;
  /** ISO 8601, in UTC. */
  time: string;
  /** Id of an account. */
  account: string;
  /** SHA-256 of this entry's other fields. */
  checksum: string;
} & (
  | { kind: "open"; name: string; statement: "other-people" }
  | ({ kind: "charge"; about: ChargeAbout } & Charge)
  | { kind: "cap"; epsilon: number; delta: number }
  | { kind: "rename"; name: string }
  | { kind: "reset"; reason: string }
);

export interface Engine {
  /**
   * Reads a public labelled sample, strictly: the first fault rejects with its line and column. An address is fetched
   * whole first, without cookies. In Node addresses are absolute.
   *
   * @example
   * ```js
   * import { readFile } from "node:fs/promises";
   * import { load } from "privadapt";
   *
   * const engine = await load();
   * const source = await engine.loadSource(await readFile("sample.csv"), { label: "y", ignore: ["age"] });
   * for (const { name, kind, levels } of source.columns) console.log(name, kind, levels?.map((level) => level.name));
   * source.dispose();
   * await engine.dispose();
   * ```
   */
  loadSource(data: string | URL | Bytes | Table, options: SourceOptions): Promise<Source>;

  /**
   * Registers a private sample and reads nothing of it yet: `adapt` reads it after its settings are frozen, piece by piece,
   * however large it is. The formats are those of {@link Bytes} and {@link Table}. Several files are one population. Nothing leads from the target back to the rows. A stream can be adapted once.
   *
   * @example
   * ```js
   * import { openAsBlob } from "node:fs";
   * import { load } from "privadapt";
   *
   * const engine = await load();
   * const source = await engine.loadSource(await openAsBlob("sample.csv"), { label: "y" });
   * const parts = [await openAsBlob("private.csv"), await openAsBlob("private.csv")]; // one population in two files
   * const target = await engine.loadTarget(parts, { onProgress: ({ done, total }) => console.log(done, total) });
   * const release = await engine.adapt({ source, target, epsilon: 0.5, delta: 1e-6 });
   * console.log(release.certificate.n);
   * await engine.dispose();
   * ```
   */
  loadTarget(data: PrivateFile | readonly PrivateFile[] | Stream | Table, options?: TargetOptions): Promise<Target>;

  /**
   * Writes the query by which a database adds up private rows that are kept there. The owner runs it, and gives what it returns to
   * `adapt` as `targetSums`. Nothing private is read for it. The page on databases says what the query reads and what its result is.
   *
   * @example
   * ```js
   * import { openAsBlob } from "node:fs";
   * import { load } from "privadapt";
   *
   * const engine = await load();
   * const source = await engine.loadSource(await openAsBlob("sample.csv"), { label: "y" });
   * const query = await engine.sql({ source, dialect: "duckdb", table: "read_parquet('rows/*.parquet')" });
   * console.log(query.length);
   * await engine.dispose();
   * ```
   */
  sql(options: QueryOptions): Promise<string>;

  /**
   * Predicts a run on so many private rows from public numbers alone. No private file is read, and nothing is spent.
   *
   * @example
   * ```js
   * import { openAsBlob } from "node:fs";
   * import { load } from "privadapt";
   *
   * const engine = await load();
   * const source = await engine.loadSource(await openAsBlob("sample.csv"), { label: "y" });
   * const { text, beatsNothing } = await engine.forecast({ source, rows: 3000, epsilon: 0.3, delta: 1e-6 });
   * console.log(beatsNothing, text);
   * await engine.dispose();
   * ```
   */
  forecast(options: ForecastOptions): Promise<Forecast>;

  /**
   * Reads the target and makes one (ε, δ)-differentially private release. Each call spends (ε, δ) anew, also one cancelled or crashed after its charge.
   *
   * @example
   * ```js
   * import { openAsBlob } from "node:fs";
   * import { load } from "privadapt";
   *
   * const engine = await load();
   * const source = await engine.loadSource(await openAsBlob("sample.csv"), { label: "y" });
   * const target = await engine.loadTarget(await openAsBlob("private.csv"));
   * const release = await engine.adapt({
   *   source,
   *   target,
   *   epsilon: 1,
   *   delta: 1e-6,
   *   release: "weights",
   *   signal: AbortSignal.timeout(60_000),
   *   onProgress: ({ stage, done, total }) => console.log(stage, done, total),
   *   onReport: ({ rows, repairedCells }) => console.error(rows, repairedCells), // for the owner's screen only
   * });
   * console.log(release.weightsCSV.split("\n", 3), release.certificate.discrepancy);
   * await engine.dispose();
   * ```
   */
  adapt<Kind extends ReleaseKind = "model">(options: AdaptOptions<Kind>): Promise<Release<Kind>>;

  /**
   * Adds up the released moments of several owners of one target population, weighted by their rows, and computes a model or
   * weights from the sum as `adapt` does from one owner's. The order does not matter; nothing private is read and no budget spent.
   * It holds if no person's rows are with two of the owners: the certificate names this assumption. Rejects with
   * "bad-combination" where a release is given twice, does not verify, or was made with another sample or other settings. Moments
   * that are combined already, as the edge gives them, can be the only release and not one of several.
   */
  combine<Kind extends ReleaseKind = "model">(
    releases: Iterable<ReleaseInput>,
    options?: CombineOptions<Kind>,
  ): Promise<Release<Kind>>;

  /**
   * Applies a released model, also one from a file. Columns are found by name; unknown ones are ignored, and a column that the
   * data lack is an error unless `onMissing` says otherwise. Returns one number a row, in the order of the rows, within the range of the source's labels.
   *
   * @example
   * ```js
   * import { openAsBlob } from "node:fs";
   * import { load } from "privadapt";
   *
   * const engine = await load();
   * const source = await engine.loadSource(await openAsBlob("sample.csv"), { label: "y" });
   * const target = await engine.loadTarget(await openAsBlob("private.csv"));
   * const { text } = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6 });
   * const predictions = await engine.predict(text, await openAsBlob("sample.csv"), { onNote: console.log });
   * console.log(predictions.length === source.rows);
   * await engine.dispose();
   * ```
   */
  predict(release: ReleaseInput, data: Rows | Bytes, options?: PredictOptions): Promise<Float64Array>;

  /**
   * Recomputes the guarantee from the certificate's parameters, and refuses fields and values that no run can have. Rejects with
   * "bad-release" what is no release, or larger than 32 MB.
   */
  verify(release: ReleaseInput, options?: VerifyOptions): Promise<Verification>;

  /** Ends the thread and frees its memory. Pending calls, and later ones, reject with "disposed". */
  dispose(): Promise<void>;
}

/**
 * A table with a header line: CSV or TSV, also gzip-compressed, or Parquet, told by its first bytes. Where it is given as a
 * stream it cannot be Parquet, except as a public sample, which is read whole first. Of Parquet, nulls are missing values,
 * lists and other nested columns are passed over, dates and times are texts in ISO 8601, truth values "true" and "false".
 */
export type Bytes = Blob | Uint8Array | ArrayBuffer | Stream;

/** A web stream, or what gives pieces one after the other, such as a stream of Node's. Texts are taken as UTF-8. */
export type Stream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;

/** A private file or its bytes; in Node also its path or file: URL. */
export type PrivateFile = Blob | Uint8Array | ArrayBuffer | string | URL;

/** What a cell of a table can hold. A Date is a text in ISO 8601. */
export type Value = number | bigint | string | boolean | Date | null | undefined;

/**
 * A table in memory: an array of rows, an object of columns of one length, or a table of Apache Arrow. It is read as the CSV file of
 * its values would be, with the same limits; its digest is that file's. Of private rows each is read by itself and none can fail:
 * what has no meaning in a cell counts as missing. The columns of private rows given as an array are looked up by the names that the
 * public sample has, exactly.
 */
export type Table = readonly object[] | Readonly<Record<string, ArrayLike<Value>>> | ArrowTable;

/** What is used of a table of the package apache-arrow. */
export interface ArrowTable {
  readonly numRows: number;
  readonly schema: { readonly fields: readonly { readonly name: unknown }[] };
  getChild(name: string): { get(row: number): unknown } | null;
}

/**
 * Rows by column name. A value that is null, undefined or an empty text counts as the source's mean; NaN, or a text in a numeric
 * column that is no number, is an error that names the row, counted from 1, and the column.
 */
export type Rows = readonly Readonly<Record<string, Value>>[];

/** A release as the text of its file, as JSON.parse returns it, or as `adapt` returns it. */
export type ReleaseInput = string | ReleaseJSON | Release<ReleaseKind>;

export interface CallOptions {
  /** Cancels within 100 ms: the promise rejects with the code "cancelled" and the name "AbortError". */
  signal?: AbortSignal;
  /** An error thrown here ends the call and is what its promise rejects with. */
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  /**
   * "download" and "source": bytes of the public sample; "target": bytes of the private file, for its owner only;
   * "solve": rounds; "combine": releases; "regression": steps of the second stage; "predict": bytes of the data to predict.
   */
  stage: "download" | "source" | "target" | "combine" | "solve" | "regression" | "predict";
  done: number;
  /** Absent or 0 where it is not known beforehand. */
  total?: number;
}

export interface SourceOptions extends CallOptions {
  /** The column to predict. */
  label: string;
  /** Columns that are categories although they look like numbers. */
  categorical?: readonly string[];
  /** Columns to leave out. */
  ignore?: readonly string[];
  /** The SHA-256 that the bytes must have: `sha256-` and base64, or 64 hexadecimal digits. */
  integrity?: string;
}

/** What is set here goes for the reading inside `adapt`. */
export interface TargetOptions extends CallOptions {}

export interface PredictOptions extends CallOptions {
  /**
   * How a column is treated that the model needs and the data lack: "error" rejects with the code "missing-column", whose message names
   * it and the model's columns; "mean" takes the source's mean and adds a remark. Default: "error".
   */
  onMissing?: "error" | "mean";
  /** Called with remarks such as how many values were missing. */
  onNote?: (note: string) => void;
}

/** What the engine knows of a public sample. */
export interface Source {
  readonly rows: number;
  readonly label: string;
  readonly columns: readonly Column[];
  /** Length of a row as the solver sees it: intercept, numeric columns, one entry for each level. */
  readonly dimension: number;
  /** The radius to which private rows are clipped by default, in standardised units. */
  readonly radius: number;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly digest: string;
  readonly notes: readonly string[];
  /** Frees its memory in the engine. */
  dispose(): void;
}

declare const targetBrand: unique symbol;

/** A private sample: a name for it and nothing else. */
export interface Target {
  readonly [targetBrand]: true;
}

export interface AdaptOptions<Kind extends ReleaseKind = ReleaseKind> extends CallOptions {
  source: Source;
  /** The private rows; or else `targetSums`. */
  target?: Target;
  /**
   * What the query of `sql` returned, a text or a file, in place of the private rows: exact, hence as private as they are. The run's
   * features and radius are those of the query. Rejects with "other-plan" sums of another query and with "bad-sums" those that are not
   * whole or that no rows have.
   */
  targetSums?: string | Bytes;
  /** The privacy loss, above 0. No default: it is the owner's choice. */
  epsilon: number;
  /** Above 0 and well below 1 ÷ rows of the target. No default. */
  delta: number;
  /**
   * Do not refuse, before anything is charged, a δ of 1 ÷ rows or more, at which a mechanism may publish a whole row and keep its
   * promise; `verify` refuses such a release too, unless it is asked by the same name. Where the number of rows is private
   * ("add-remove") nothing is refused, and the owner's report warns. Default: false.
   */
  acceptLargeDelta?: boolean;
  /** What is released. Default: "model". */
  release?: Kind;
  /** Default: "auto", the second moment; the certificate's `reason` has the predictions that speak for it. */
  mechanism?: "auto" | "moment" | "selection" | "gradient";
  /** Default: "auto", by the mechanism. The package's README has a table of the pairs that exist. */
  solver?: "auto" | "projected-gradient" | "frank-wolfe" | "mirror-descent" | "single-stage";
  /** "paper" takes the paper's noise literally and is refused where that gives less than claimed. Default: "tight". */
  calibration?: "tight" | "paper";
  /**
   * What is hidden: which values one row has, or also whether the row is there at all, so that the number of rows stays
   * private (the second moment only; more noise on small files). Default: "replace-one".
   */
  adjacency?: "replace-one" | "add-remove";
  /** How the spectral norm is smoothed. Default: "softmax". */
  smoothing?: "softmax" | "pnorm";
  /**
   * Sharpness of the softmax, above 0. Default: 300/r² for the second moment, 20/r² where rounds draw noise. "auto" raises it
   * until the norm itself is minimised (projected-gradient only), which takes longer and gains little.
   */
  mu?: number | "auto";
  /** Exponent of the p-norm, at least 1. Default: "auto". */
  p?: number | "auto";
  /** Weight of the penalty on uneven weights, at least 0. */
  lambda?: number | "auto";
  /** Rounds of the solver, an integer of at least 1. Default: "auto". */
  iterations?: number | "auto";
  /**
   * The features in which the samples are compared and the model is linear, fitted on the source alone. "linear": the standardised columns;
   * "log": sign(z)·log(1+|z|) of the numeric ones, for heavy tails; "whitened": the columns decorrelated; "quadratic": the columns,
   * their squares and products; "fourier": the columns and 64 pairs of random Fourier features, which follow from the digest of
   * the source. More features let in more noise; `forecast` says how much. Default: "linear".
   */
  features?: "linear" | "log" | "whitened" | "quadratic" | "fourier";
  /** Clipping radius in standardised units, at least 0.001. Never choose it from the target. */
  radius?: number | "auto";
  /** Bound on the norm of the model, for labels in standard deviations. Default: ridge regression instead. */
  modelNorm?: number | "auto";
  /** What the release is for, stated in it: up to 64 letters without accents, digits, dots, hyphens or underscores. */
  campaign?: string;
  /**
   * Receives exact counts about the private file before the noise is drawn. They are for the owner's screen only: to
   * send, log or store them is outside the guarantee.
   */
  onReport?: (report: PrivateReport) => void;
}

/** What can be chosen after the noise. */
export interface CombineOptions<Kind extends ReleaseKind = ReleaseKind>
  extends CallOptions,
    Pick<AdaptOptions<Kind>, "solver" | "smoothing" | "mu" | "p" | "lambda" | "iterations" | "modelNorm" | "release"> {
  /** The public sample, read with the options of the owners' runs. Only the release "moments" can do without. */
  source?: Source;
  /**
   * Robust against a few fabricated releases: leaves out, for each entry of the moments, this many of the smallest and of the largest
   * values, and takes the mean of the others, in which every owner counts the same. The certificate names the method; a model
   * states no learning bound and no discrepancy then. Whole, at least 1, fewer than half of the releases; only under "replace-one".
   */
  trim?: number;
}

/** What a query is written for. */
export interface QueryOptions extends Pick<AdaptOptions, "features" | "radius" | "signal"> {
  source: Source;
  dialect: "bigquery" | "duckdb" | "postgres" | "snowflake" | "spark" | "trino";
  /** The name of the table, or what gives a table in that database. It is pasted into the query as it is. */
  table: string;
  /** A condition on the rows, pasted as it is. Rows that it leaves out are no part of the population. Default: none. */
  where?: string;
}

/** The settings of the run that is planned, with a number of rows in place of the target. */
export interface ForecastOptions extends Omit<AdaptOptions, "target" | "targetSums" | "onReport" | "onProgress"> {
  /** Private rows, as many as you expect: a whole number. */
  rows: number;
}

/** What can be said before a run. A discrepancy is a spectral norm ‖M(q)‖₂, in the units of the certificate's. */
export interface Forecast {
  mechanism: "moment" | "selection" | "gradient";
  /** As in the certificate; empty where the mechanism was asked for. */
  reason: string;
  rows: number;
  /** Features and intercept. */
  order: number;
  /** Median of the spectral norm of the noise in the second moment; null for the other mechanisms. */
  noise: number | null;
  /** The smallest discrepancy that would not be put down to noise: below it the weights stay uniform. */
  detectable: number | null;
  /** The same in other words: by how many standard deviations the mean of one column must differ to be noticed. */
  shift: number | null;
  /** r², the largest discrepancy there can be. */
  radius2: number;
  /** Predicted error of each mechanism that serves the adjacency, as a share of r²; 1 where the prediction says nothing. */
  errors: { moment: number; selection?: number; gradient?: number };
  /** Whether a shift of one column by one standard deviation could be made up for. */
  beatsNothing: boolean;
  /** Plain sentences. */
  text: string;
}

/** Exact, hence private. */
export interface PrivateReport {
  rows: number;
  repairedCells: number;
  repairedByColumn: Record<string, number>;
  /**
   * Cells that were not read as they stand, by column and cause: how many, and the first five with their lines. Causes that begin
   * with "read-" were read all the same, by fixed rules; the others count as the source's mean.
   */
  findings: { column: string; cause: FindingCause; cells: number; examples: { file: number; line: number; value: string }[] }[];
  raggedRows: number;
  unusableRows: number;
  clippedRows: number;
  labelPresent: boolean;
  missingColumns: string[];
  surplusColumns: string[];
  /** Numeric columns whose mean lies far from the source's, by so many of its standard deviations: perhaps other units. */
  farColumns: { name: string; shift: number }[];
  /** Numeric columns whose numbers seem to be in another unit: so many times the source's, a power of ten. */
  units: { name: string; factor: number }[];
  warnings: string[];
}

/** Why a private cell was not read as it stands. */
export type FindingCause =
  | "read-letters"
  | "read-marks"
  | "read-encoding"
  | "missing"
  | "not-a-number"
  | "not-finite"
  | "is-a-date"
  | "ambiguous-marks"
  | "not-a-date"
  | "slash-date"
  | "unseen"
  | "encoding";

/** A finished release. All of it is differentially private and may be handed on. */
export interface Release<Kind extends ReleaseKind = ReleaseKind> {
  readonly kind: Kind;
  /** The exact text of the release file. */
  readonly text: string;
  readonly certificate: Certificate;
  /** Row number and weight of each source row, for the kind "weights". */
  readonly weightsCSV: Kind extends "weights" ? string : undefined;
  /** Remarks on the settings, such as δ above 1 ÷ n or ε above 10; they depend on public values only. */
  readonly warnings: readonly string[];
  /** See {@link Engine.predict}; rejects unless the kind is "model". */
  predict(data: Rows | Bytes, options?: PredictOptions): Promise<Float64Array>;
  /** So that JSON.stringify(release) is a release file. */
  toJSON(): ReleaseJSON<Kind>;
}

/**
 * The error with which every promise of this package rejects.
 *
 * @example
 * ```js
 * import { PrivadaptError, load } from "privadapt";
 *
 * const engine = await load();
 * try {
 *   await engine.loadSource(new Blob(["a,y\n1,2\n3\n"]), { label: "y" });
 * } catch (error) {
 *   if (!(error instanceof PrivadaptError)) throw error;
 *   console.log(error.code, error.line); // "ragged-row", 3
 * }
 * await engine.dispose();
 * ```
 */
export class PrivadaptError extends Error {
  constructor(code: PrivadaptErrorCode, message: string, options?: { line?: number; column?: number; cause?: unknown; charged?: boolean });
  /** "AbortError" for a cancelled call, else "PrivadaptError". */
  name: string;
  /** What happened, for programs. */
  readonly code: PrivadaptErrorCode;
  /** Line of the file, counted from 1, where one is to blame. */
  readonly line: number | undefined;
  /** Column of the file, counted from 1. */
  readonly column: number | undefined;
  /** Of a run that failed or was cancelled: whether it was charged before. What was charged stays spent. */
  readonly charged?: boolean;
}
