// A run: what is asked for, what can be said before, and what comes of it.
import type { Certificate } from "../dist/release.js";
import type { ReleaseJSON, ReleaseKind } from "./release-file.js";
import type { Figure } from "./report.js";
import type { CallOptions, Classification, Source, Target } from "./samples.js";
import type { AfterSetting, QuerySetting, RunSettings } from "./settings.gen.js";
import type { Bytes, Rows } from "./tables.js";

export interface AdaptOptions<Kind extends ReleaseKind = ReleaseKind> extends CallOptions, RunSettings<Kind> {
  source: Source;
  /** The private rows; or else `targetSums`. */
  target?: Target | undefined;
  /**
   * What the query of `sql` returned, a text or a file, in place of the private rows: exact, hence as private as they
   * are. The run has the query's radius. Rejects with "other-plan" sums of another query and with
   * "bad-sums" those that are not whole or that no rows have.
   */
  targetSums?: string | Bytes | undefined;
  /**
   * What the receiver of the release takes, as it answers who asks it with an invitation. A run whose release it would
   * refuse rejects with "refused-by-receiver" before anything is charged.
   */
  receiver?: object | undefined;
  /** A name of this run alone, up to 200 characters, which its charge in the ledger states. */
  run?: string | undefined;
  /**
   * Compute what `release.plots()` draws beyond the release itself: differences and weights. It comes from the
   * noisy result and public data, is as public as the release, and takes about a tenth of a run. Default: false.
   */
  explain?: boolean | undefined;
  /**
   * Receives exact counts about the private file before the noise is drawn. They are for the owner's screen only: to
   * send, log or store them is outside the guarantee. The run waits for its promise; where that rejects, nothing is
   * charged.
   */
  onReport?: ((report: PrivateReport) => unknown) | undefined;
}

/** What can be chosen after the noise. */
export interface CombineOptions<Kind extends ReleaseKind = ReleaseKind>
  extends CallOptions,
    Pick<RunSettings<Kind>, AfterSetting> {
  /**
   * The public sample, read with the options of the owners' runs. The release "moments", "report" or "estimate" does without. From
   * moments with labels comes a model that they correct; its `base` is the owners', and so is the `baseFile` with which
   * the sample is loaded, if they had one.
   */
  source?: Source | undefined;
}

/**
 * What a query is written for. It has the settings of the run that takes its sums; of `release` only "report" and "estimate" make
 * a difference. With `useLabels` the base decides the public model that is written as SQL. One such as
 * "smooth", which SQL does not compute to the last bit, is refused; so is "auto" where it chooses one.
 */
export interface QueryOptions extends CallOptions, Pick<RunSettings, QuerySetting> {
  source: Source;
  dialect: "duckdb" | "postgres" | "spark";
  /** The name of the table, or what gives a table in that database. It is pasted into the query as it is. */
  table: string;
  /** A condition on the rows, pasted as it is. Rows that it leaves out are no part of the population. Default: none. */
  where?: string | undefined;
}

/** The settings of the run that is planned, with a number of rows in place of the target. */
export interface ForecastOptions
  extends Omit<
    AdaptOptions,
    "target" | "targetSums" | "headers" | "receiver" | "run" | "explain" | "onReport" | "onProgress"
  > {
  /** Private rows, as many as you expect: a whole number. */
  rows: number;
}

/** What can be said before a run. A discrepancy is a spectral norm ‖M(q)‖₂, in the units of the certificate's. */
export interface Forecast {
  mechanism: "moment" | "tally";
  rows: number;
  /** Features and intercept. */
  order: number;
  /** Median of the spectral norm of the noise in the second moment; null of a report. */
  noise: number | null;
  /** The smallest discrepancy that would not be put down to noise: below it the weights stay uniform. */
  detectable: number | null;
  /** The same in other words: by how many standard deviations the mean of one column must differ to be noticed. */
  shift: number | null;
  /** r², the largest discrepancy there can be. */
  radius2: number;
  /** Whether a shift of one column by one standard deviation could be made up for. */
  beatsNothing: boolean;
  /**
   * Of the release "report": its measures and their intervals, if the rows are like the source's and all have a label; of
   * "estimate" the mean label within its "noise" and, with labels, within its interval ("estimate"); else absent.
   */
  intervals?: Record<string, Figure>;
  /** Of an estimate without labels: by how much such estimates were off between parts of the source. */
  yardstick?: number;
  /**
   * With `useLabels`: the standard errors, from the noise and from the choice of the rows, with which the mean squared
   * error of the public model on the private rows will be estimated, as shares of it; if all rows have a label and it
   * errs as much as on the sample.
   */
  labels?: { noise: number; sampling: number };
  /** Plain sentences. */
  text: string;
}

/** Exact, hence private. */
export interface PrivateReport {
  rows: number;
  /**
   * With `unit`: the people, the most rows of one, and the rows that name nobody, which count together as one person;
   * absent without, or 0.
   */
  people?: number;
  mostRows?: number;
  namelessRows?: number;
  repairedCells: number;
  repairedByColumn: Record<string, number>;
  /**
   * Cells that were not read as they stand, by column and cause: how many, and the first five with their rows, as a
   * spreadsheet numbers them. Causes that begin with "read-" were read anyway, by fixed rules; the others count
   * as the source's mean.
   */
  findings: {
    column: string;
    cause: FindingCause;
    cells: number;
    examples: { file: number; row: number; value: string }[];
  }[];
  raggedRows: number;
  unusableRows: number;
  /** Rows with a quote that is not closed: each was read as one line. */
  unclosedRows: number;
  /** Rows without a value in any column: blank lines, or the formatted rest of a sheet. They count anyway. */
  blankRows: number;
  clippedRows: number;
  labelPresent: boolean;
  /**
   * Without `unit`: columns that nothing reads and whose texts repeat, among the first rows (4 MiB), as the names of
   * people with several rows would. Of private rows given as an array none are found.
   */
  repeating: { column: string; rows: number; values: number }[];
  /** Rows with a label that was used; absent without `useLabels`. */
  labelledRows?: number;
  missingColumns: string[];
  /** Columns of the sample that the file has under a name in other letters. */
  mappedColumns: { column: string; header: string }[];
  surplusColumns: string[];
  /**
   * How far the mean of each numeric column, of the clipped rows, lies from the source's, in its standard deviations.
   */
  shifts: { name: string; shift: number }[];
  /**
   * Numeric columns whose mean lies far from the source's, in its standard deviations: perhaps other units.
   */
  farColumns: { name: string; shift: number }[];
  /** All this in sentences. */
  lines: Message[];
  /** What an owner should accept before the charge, each with its sentence; adapt() itself goes on. */
  stops: (Message & { key: StopName })[];
}

/** What the engine says: a key and values, and the sentence in English. */
export interface Message {
  key: string;
  /** In the order of the sentence: texts, numbers, messages without a `text`, and lists of these. */
  values?: unknown[];
  text: string;
  warning?: boolean;
}

/** What stops a run of the command line before the charge: see {@link PrivateReport}. */
export type StopName =
  | "missing-columns"
  | "unreadable-column"
  | "unreadable-labels"
  | "blank-rows"
  | "clipped-rows"
  | "repeated-identifier";

/** Why a private cell was not read as it stands. */
export type FindingCause =
  | "read-letters"
  | "read-marks"
  | "read-encoding"
  | "missing"
  | "no-value"
  | "not-a-number"
  | "not-finite"
  | "is-a-date"
  | "ambiguous-marks"
  | "percent"
  | "not-a-date"
  | "slash-date"
  | "unseen"
  | "encoding";

/** A release as the text of its file, as JSON.parse returns it, or as `adapt` returns it. */
export type ReleaseInput = string | ReleaseJSON | Release<ReleaseKind>;

export interface ExportOptions extends Pick<CallOptions, "signal"> {
  /** The file with the model, if the release names one; another one is refused. As for {@link SourceOptions}. */
  baseFile?: string | URL | Bytes | undefined;
}

export interface PredictOptions extends ExportOptions, CallOptions {
  /**
   * How a column is treated that the model needs and the data lack: "error" rejects with the code "missing-column",
   * whose message names it and the model's columns; "mean" takes the source's mean and adds a remark. Default: "error".
   */
  onMissing?: "error" | "mean" | undefined;
  /** Called with remarks such as how many values were missing. */
  onNote?: ((note: string) => void) | undefined;
}

export interface ScoringQueryOptions extends ExportOptions {
  /** Tests run queries in both. */
  dialect: "duckdb" | "postgres";
  /** The table, or what gives one; pasted into the query as it is. */
  table: string;
  /** Columns of the table that the result has too, such as one that names the row. Default: none. */
  keep?: string[] | undefined;
}

export interface PlotOptions extends Pick<CallOptions, "signal"> {
  /** Pixels, from 200 to 4000; default: 560. Some plots are narrower. */
  width?: number | undefined;
}

/** A plot in English, without script and styles: its look is in attributes, which a style sheet can replace. */
export interface Plot {
  /**
   * Which one: "shift" (how the columns differ), "coefficients", "candidates" (the models compared), "labels"
   * (errors on rows with a label); of a report "report-errors", "report-groups", "report-calibration",
   * "report-residuals", "report-roc"; of an estimate "estimate".
   */
  id: string;
  title: string;
  /** What is drawn, in sentences. */
  help: string;
  /** An SVG document, for a file, an `<img>` or a place in a page. */
  svg: string;
  /** The numbers: a name and then values in each row. */
  table: { head: string[]; rows: (string | number | null | undefined)[][] };
}

/** What only a model has. */
type OfModel<Kind extends ReleaseKind, Method> = Kind extends "model" ? Method : never;

/** A finished release. All of it is differentially private and may be handed on. */
export interface Release<Kind extends ReleaseKind = ReleaseKind> {
  readonly kind: Kind;
  /** The exact text of the release file. */
  readonly text: string;
  readonly certificate: Certificate;
  /** Row number and weight of each source row, for the kind "weights". */
  readonly weightsCSV: Kind extends "weights" ? string : undefined;
  /**
   * Remarks on the settings, such as δ above 1 ÷ n or ε above 10, and on an `onProgress` that failed; they depend on
   * public values only.
   */
  readonly warnings: readonly string[];
  /** What the run came to, in one or two sentences, as the owner's page says it. They follow from the certificate. */
  readonly verdict: readonly string[];
  /** See {@link Engine.predict}; like the next three it rejects unless the kind is "model". */
  predict: OfModel<Kind, (data: Rows | Bytes, options?: PredictOptions) => Promise<Float64Array>>;
  /** See {@link Engine.classify}. */
  classify: OfModel<Kind, (data: Rows | Bytes, options?: PredictOptions) => Promise<Classification>>;
  /** See {@link Engine.toONNX}. */
  toONNX: OfModel<Kind, (options?: ExportOptions) => Promise<Uint8Array>>;
  /** See {@link Engine.toSQL}. */
  toSQL: OfModel<Kind, (options: ScoringQueryOptions) => Promise<string>>;
  /** See {@link Engine.plots}. */
  plots(options?: PlotOptions): Promise<Plot[]>;
  /** So that JSON.stringify(release) is a release file. */
  toJSON(): ReleaseJSON<Kind>;
}
