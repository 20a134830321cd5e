// Samples and the options of reading them.
import type { Column, DateOrder, UnitedSource } from "./release-file.js";
import type { Bytes } from "./tables.js";

export interface CallOptions {
  /** Cancels within 100 ms: the promise rejects with the code "cancelled" and the name "AbortError". */
  signal?: AbortSignal;
  /** An error thrown here ends the call and is what its promise rejects with. */
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  /**
   * "download" and "source": bytes of the public sample; "target": bytes of the private file, for its owner only;
   * "solve": rounds; "prepare": steps of fits that no weights enter, 40 each; "fit": steps of those under the weights; "combine": releases; "regression": steps of the second stage; "predict": bytes of the data to predict.
   */
  stage: "download" | "source" | "target" | "combine" | "solve" | "prepare" | "fit" | "regression" | "predict";
  done: number;
  /** Absent or 0 where it is not known beforehand. */
  total?: number;
}

export interface SourceOptions extends CallOptions {
  /** The column to predict. */
  label: string;
  /** Whether the label is a number or a class. Default: a class if most labels of the first 1000 rows are text. */
  task?: "regression" | "classification";
  /** Columns that are categories although they look like numbers. */
  categorical?: readonly string[];
  /** Columns to leave out. */
  ignore?: readonly string[];
  /**
   * The order of day, month and year in dates such as 03/04/2021, for columns that do not settle it: one date such as 13/05/2021 settles it
   * for its column. The private file is read by the same order. A column that is neither settled nor stated counts as categories, or is
   * refused with "date-order" if it has many values.
   */
  dateOrder?: Readonly<Record<string, DateOrder>>;
  /** The SHA-256 that the bytes must have: `sha256-` and base64, or 64 hexadecimal digits. Of several samples a list, one for each. */
  integrity?: string | readonly (string | undefined)[];
  /**
   * Of several samples: keep columns that some of them lack, whose rows then take the mean of the others. Default: false, the columns
   * that all have.
   */
  allColumns?: boolean;
  /** Of several samples: columns whose values have one unit in all of them although they do not look so ("units-differ"). */
  sameUnits?: readonly string[];
  /** Of an .xlsx workbook, the name of the sheet to read. Default: the first that is not hidden. */
  sheet?: string;
  /**
   * An analyst's own model, for the base "file" or as one more candidate of "auto": a JSON file of XGBoost (`booster.save_model("model.json")`),
   * fetched or read as the sample is, of at most 8 MB, with the objective reg:squarederror, binary:logistic or multi:softprob. All its trees count.
   * Its features are the sample's columns by name, and of a category one column of 0 and 1 for each level, named "column=level"; without
   * names they are the columns in their order. Its classes are those of the sample, in their order. Train it on other rows than the sample's:
   * on its own training rows it seems better than it is, and "auto" would believe that.
   */
  baseFile?: string | URL | Bytes;
  /** The SHA-256 that its bytes must have. */
  baseIntegrity?: string;
}

/** What is set here goes for the reading inside `adapt`. */
export interface TargetOptions extends CallOptions {
  /** Of an .xlsx workbook, the name of the sheet to read. Default: the first that is not hidden. */
  sheet?: string;
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
  /** Of two classes: the share of pairs of rows, one of each class, that the probability puts in order. Undefined where one class is absent. */
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
  /** SHA-256 of the bytes, hexadecimal; of several samples that of their digests, each followed by a line feed. */
  readonly digest: string;
  /** Likewise of the `baseFile`. */
  readonly baseDigest?: string;
  /** Remarks on the sample for people: what was left out, how dates are read, numbers that may stand for a missing value. */
  readonly notes: readonly string[];
  /** Where several samples were united: those whose rows make this one, and those that were left out because no model predicts their labels. */
  readonly sources: readonly UnitedSource[];
  /** Frees its memory in the engine. */
  dispose(): void;
}

declare const targetBrand: unique symbol;

/** A private sample: a name for it and nothing else. */
export interface Target {
  readonly [targetBrand]: true;
}
