// Samples and the options of reading them.
import type { Column } from "../dist/release.js";
import type { SampleSettings } from "./settings.gen.js";

export interface CallOptions {
  /** Cancels within 100 ms: the promise rejects with the code "cancelled" and the name "AbortError". */
  signal?: AbortSignal | undefined;
  /**
   * An error thrown here ends the call and is what its promise rejects with. Once `adapt` has charged the run it does
   * not: the release would be lost, and `warnings` says that this function failed.
   */
  onProgress?: ((progress: Progress) => void) | undefined;
}

export interface Progress {
  /**
   * "download" and "source": bytes of the public sample; "target": bytes of the private file, for its owner only;
   * "solve": rounds; "prepare": steps of fits that no weights enter, 40 each; "fit": steps of those under the weights;
   * "combine": releases; "regression": steps of the second stage; "predict": bytes of the data to predict.
   */
  stage: "download" | "source" | "target" | "combine" | "solve" | "prepare" | "fit" | "regression" | "predict";
  done: number;
  /** Absent or 0 where it is not known beforehand. */
  total?: number;
}

export interface SourceOptions extends CallOptions, SampleSettings {
  /** Of an .xlsx workbook, the name of the sheet to read. Default: the first that is not hidden. */
  sheet?: string | undefined;
}

/** What is set here goes for the reading inside `adapt`. */
export interface TargetOptions extends CallOptions {
  /**
   * Of an .xlsx workbook, the name of the sheet to read. Default: the only one that is not hidden, or the only one of
   * them whose header has at least half of the sample's columns.
   */
  sheet?: string | undefined;
}

/** What a model of classes says of the rows of a table, in their order. */
export interface Classification {
  classes: string[];
  /** For each row the class of the largest probability. */
  labels: string[];
  /** For each class, in the order of `classes`, its probability in each row. */
  probabilities: Float64Array[];
}

/** How well a model predicts rows whose label is known: of numbers `rmse` and `explained`, of classes the others. */
export interface Scores {
  /** How many rows have a label that counts. */
  rows: number;
  /** Root of the mean squared error, in the label's unit. */
  rmse?: number;
  /** 1 − mean squared error ÷ variance of the labels; undefined where they do not vary. */
  explained?: number;
  /** The share of rows whose likeliest class is the true one. */
  accuracy?: number;
  /** The mean negative logarithm of the probability of the true class, which counts as at least 1e-15. */
  logLoss?: number;
  /** Of two classes: the mean squared error of the second one's probability. */
  brier?: number;
  /**
   * Of two classes: the share of pairs of rows, one of each class, that the probability puts in order. Undefined where
   * one class is absent.
   */
  auc?: number;
}

/** What the engine knows of a public sample. */
export interface Source {
  /** Those that have a label; a note says how many have none and are left out. */
  readonly rows: number;
  readonly label: string;
  /** The values of a label that is a class, in their order; empty where it is a number. */
  readonly classes: readonly string[];
  readonly columns: readonly Column[];
  /** Length of a row as the solver sees it: intercept, numeric columns, one entry for each level. */
  readonly dimension: number;
  /** The radius to which private rows are clipped by default, in standardised units. */
  readonly radius: number;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly digest: string;
  /** Likewise of the analyst's own model, if there is one. */
  readonly baseDigest?: string;
  /**
   * Remarks on the sample for people: what was left out, how dates are read, numbers that may stand for a missing
   * value.
   */
  readonly notes: readonly string[];
  /** Frees its memory in the engine. */
  dispose(): void;
}

declare const targetBrand: unique symbol;

/** A private sample: a name for it and nothing else. */
export interface Target {
  readonly [targetBrand]: true;
}
