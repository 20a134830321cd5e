// What a report on a model says, and what an estimate.
import type { SampleAverages } from "../dist/release.js";

/**
 * An estimate and its interval of 95%, over the noise and over the choice of the rows. Null: not known, not bounded.
 */
export interface Figure {
  value: number | null;
  low: number | null;
  high: number | null;
}

/** How good a model is on the rows with a label. */
export interface Figures {
  labelled: Figure;
  unlabelled: Figure;
  /**
   * Of numbers: rmse, mae, bias (prediction − label), r2, calibrationSlope, calibrationIntercept and beyond, the share
   * of rows at the ends of the residuals' axis: to it residuals are limited, and where many are there the errors have
   * no upper end, and the others no interval. Of two classes: auc, brier, logLoss, accuracy, sensitivity, specificity, precision, share (of the
   * second class), calibrationSlope, calibrationIntercept. Of more: accuracy.
   */
  measures: Record<string, Figure>;
  /** The mean label beside each node of the predictions; of two classes the share of the second one. */
  curve?: { prediction: number; label: Figure }[];
  /** Of the residuals. One that may be beyond their axis has no end there, and no value. */
  quantiles?: { share: number; residual: Figure }[];
  /** For each threshold the shares of rows of the second class, and of the first, that are taken for the second. */
  roc?: { probability: number; true: Figure; false: Figure }[];
  /** Shares of the rows with a label, for each predicted class and each true one. */
  confusion?: Figure[][];
}

/** What a report says. */
export interface ReportFigures {
  all: Figures;
  groupBy?: string;
  /** The level is null for rows whose cell has none of the source's. */
  groups?: (Figures & { level: string | null })[];
  /** Of each interval by itself. */
  confidence: number;
}

/** What is estimated of the rows of the data, or of a group. */
export interface Average {
  /** Rows with a prediction, and rows with a label where labels are used. */
  rows: Figure;
  labelled?: Figure;
  /** The mean label, the share of the second of two classes, or of each of more. */
  means: {
    class?: string;
    /** Without labels it has no ends: no interval holds what the model does not know. */
    estimate: Figure;
    /** Between its ends the noise alone leaves the estimate. */
    noise: Figure;
  }[];
  /** The share of the labelled rows whose residual counts at the ends of its axis. */
  beyond?: Figure;
}

/** What an estimate says. */
export interface Estimates {
  all: Average;
  groupBy?: string;
  /** The level is null for rows whose cell has none of the source's. */
  groups?: (Average & { level: string | null })[];
  /** Of each interval by itself. */
  confidence: number;
  /** What the public sample says. */
  sample: SampleAverages;
}
