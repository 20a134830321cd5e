// A run: what is asked for, what can be said before, and what comes of it.
import type { Certificate, Figure, ReleaseJSON, ReleaseKind } from "./release-file.js";
import type { CallOptions, Classification, Source, Target } from "./samples.js";
import type { Bytes, Rows } from "./tables.js";

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
  /** Above 0 and at most 0.001 ÷ rows of the target; `verify` remarks on a larger one. No default. */
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
   * What the samples are compared by, and what a linear model is linear in, fitted on the source alone. "linear": the standardised columns;
   * "log": sign(z)·log(1+|z|) of the numeric ones, for heavy tails; "whitened": the columns decorrelated; "quadratic": the columns,
   * their squares and products; "fourier": the columns and 64 pairs of random Fourier features, which follow from the digest of
   * the source. More features let in more noise; `forecast` says how much. Default: "linear".
   */
  features?: "linear" | "log" | "whitened" | "quadratic" | "fourier";
  /** Clipping radius in standardised units, at least 0.001. Never choose it from the target. */
  radius?: number | "auto";
  /**
   * The model of the kind "model", fitted to the sample's columns under the weights at no further privacy cost. "trees": boosted trees;
   * "smooth": kernel ridge regression; "quadratic": linear in columns, squares and products; "linear": of numbers a ridge regression
   * in the `features`, of classes logistic regression; "file": the sample's `baseFile`; "auto": a blend of all that there are, chosen by
   * cross-validation under the weights, whose predictions stay near those of the model that is chosen on the sample alone. `features` sets
   * only what the samples are compared by, unless the base is "linear". "auto" means "linear" with `modelNorm`, the solver
   * "single-stage" or a sample of more than 50,000 rows. Default: "auto".
   */
  base?: "auto" | "linear" | "quadratic" | "smooth" | "trees" | "file";
  /** Bound on the norm of the model, for labels in standard deviations. Default: ridge regression instead. */
  modelNorm?: number | "auto";
  /**
   * Correct the model by the labels of the target's rows that have one, at the same price; rows without a label that can be read count as
   * before. With the release "moments" the labels enter the moments, so that `combine` corrects a model by those of many owners, who must use the
   * same `base`. Only with the mechanism "moment" and the features "linear". Unless this is set, labels are used by the
   * release "report" alone. Rejects with "no-labels", before anything is charged, where the target has no column of the label; rows
   * that are objects count as having it. Default: false.
   */
  useLabels?: boolean;
  /**
   * Of the release "report": the model that it is about, a release of this source. The report states the SHA-256 of its text, so what
   * JSON.parse made of it will not do. Default: the model that is chosen and fitted on the source alone, of the `base`.
   */
  model?: string | Release<ReleaseKind>;
  /** Of the release "report": a categorical column of at most 50 levels, by which the figures are given as well. */
  groupBy?: string;
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
    Pick<AdaptOptions<Kind>, "solver" | "smoothing" | "mu" | "p" | "lambda" | "iterations" | "modelNorm" | "base" | "release"> {
  /**
   * The public sample, read with the options of the owners' runs. Only the release "moments" can do without. From moments with labels comes a
   * model that they correct; its `base` is the owners', and so is the `baseFile` with which the sample is loaded, if they had one.
   */
  source?: Source;
  /**
   * Robust against a few fabricated releases: leaves out, for each entry of the moments, this many of the smallest and of the largest
   * values, and takes the mean of the others, in which every owner counts the same. The certificate names the method; a model
   * states no learning bound and no discrepancy then. Whole, at least 1, fewer than half of the releases; only under "replace-one", and only without labels.
   */
  trim?: number;
}

/**
 * What a query is written for. `features`, `radius`, `useLabels` and `base` are those of the run that takes its sums. With `useLabels` the
 * base decides the public model that is written as SQL: "linear", "quadratic", "trees", or what "auto" chooses unless that is "smooth".
 */
/** Beside the table, the settings of the run on which a query depends. Of `release` only "report" makes a difference. */
export interface QueryOptions extends Pick<AdaptOptions, "features" | "radius" | "useLabels" | "base" | "release" | "model" | "groupBy" | "signal" | "onProgress"> {
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
  mechanism: "moment" | "selection" | "gradient" | "tally";
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
  /** Of the release "report": its measures and their intervals, if the rows are like the source's and all have a label; else absent. */
  intervals?: Record<string, Figure>;
  /**
   * With `useLabels`: the standard errors, from the noise and from the choice of the rows, with which the mean squared error of the public
   * model on the private rows will be estimated, as shares of it; if all rows have a label and it errs as much as on the sample.
   */
  labels?: { noise: number; sampling: number };
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
  /** Rows with a label that was used; absent without `useLabels`. */
  labelledRows?: number;
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

/** A release as the text of its file, as JSON.parse returns it, or as `adapt` returns it. */
export type ReleaseInput = string | ReleaseJSON | Release<ReleaseKind>;

export interface PredictOptions extends CallOptions {
  /**
   * How a column is treated that the model needs and the data lack: "error" rejects with the code "missing-column", whose message names
   * it and the model's columns; "mean" takes the source's mean and adds a remark. Default: "error".
   */
  onMissing?: "error" | "mean";
  /** The file with the model, if the release names one; another one is refused. As for {@link SourceOptions}. */
  baseFile?: string | URL | Bytes;
  /** Called with remarks such as how many values were missing. */
  onNote?: (note: string) => void;
}

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
  /** See {@link Engine.classify}. */
  classify(data: Rows | Bytes, options?: PredictOptions): Promise<Classification>;
  /** So that JSON.stringify(release) is a release file. */
  toJSON(): ReleaseJSON<Kind>;
}
