// What a release guarantees, and the parameters from which that follows.
import type { Appraised, Figure } from "./report.js";
import type { Base } from "./settings.js";

/** The parameters from which the guarantee follows. All are public or part of the release. */
export interface Certificate {
  mechanism: "moment" | "selection" | "gradient" | "tally";
  /** "none" of released moments and of reports. */
  solver: "projected-gradient" | "frank-wolfe" | "mirror-descent" | "single-stage" | "none";
  /** Empty for released moments and for reports. */
  smoothing: "softmax" | "pnorm" | "";
  calibration: "tight" | "paper";
  /**
   * Neighbours differ in one row of the target, replaced or, where the number of rows is private too, added or removed.
   */
  adjacency: "replace-one" | "add-remove";
  /**
   * What `n` and `rowsEstimate` count and what the guarantee protects: records of the owner's data, of a file, a table
   * in a database or rows in memory. Each counts once, whatever its cells are, with a label or without. Or persons,
   * each with all records in which a column has the same text: each counts once, whatever their records are and however
   * many.
   */
  unit: "record" | "person";
  /** Of persons: the column of the target that names them; absent where several owners were combined. */
  unitColumn?: string;
  /** Records of the target, or people, public under "replace-one"; else absent. */
  n?: number;
  /** The claim. */
  epsilon: number;
  delta: number;
  /** Zero-concentrated differential privacy spent. */
  rho: number;
  accountant: "zcdp";
  /** What the columns are mapped to; "linear" if absent. */
  features?: "linear" | "quadratic" | "directions";
  /** Features and intercept. */
  order: number;
  /** Rows of the target are clipped to this norm; rows of the source have at most the other. */
  radius: number;
  sourceRadius: number;
  /** Steps of the integer grid in the radius and in the intercept. */
  gridSteps: number;
  interceptSteps: number;
  /** The solver's settings; null for released moments, which need no solver. */
  mu: number | null;
  p: number | null;
  lambda: number | null;
  iterations: number | null;
  /** Rounds made and duality gap reached, where the solver stops by one. */
  rounds: number | null;
  gap: number | null;
  /**
   * Part of the discrepancy on the noisy moment that the solver put down to noise; all of it where the data gave no
   * evidence of a difference, and the weights are uniform. Mechanism "moment" with two stages only.
   */
  tolerance: number | null;
  /** Private draws made and charged; of the second moment one for each owner. */
  draws: number;
  /** The released number of records under "add-remove", noisy and at least 1; else absent. */
  rowsEstimate?: number;
  /** Of the source's rows, for the mechanism "gradient"; otherwise 0. */
  sourceQuartic: number;
  noise: {
    distribution: "discrete-gaussian" | "exponential-mechanism" | "discrete-laplace" | "discrete-gaussian-gradient";
    /** Exact, on the grid: too long for a number. */
    diagonalVariance?: string;
    standardDeviation?: number;
    scale?: number;
    scoreRange?: number;
    sensitivity?: number;
    scoreError?: number;
  };
  /** Of the weights behind the values: how many equally weighted rows they are worth. */
  effectiveSampleSize: number | null;
  ridgePenalty: number | null;
  modelNorm: number | null;
  /** Under the mechanism "moment": the distance of the samples before and after reweighting, through the noise. */
  discrepancy: { uniform: number; weighted: number; noise: number; confidence: number } | null;
  /** Of a nonlinear model or one of classes; else absent. */
  base?: BaseChoice;
  /** Of a model that private labels corrected, and of moments with labels; else absent. */
  labels?: LabelCorrection;
  /** Of a report; else absent. */
  report?: Appraised;
  /** Where the values come from the moments of several owners; else absent. */
  combination?: Combination;
}

/**
 * The releases that were added up. Of the certificate's claim ε, δ and ρ are the largest of theirs, n, draws and
 * variance the sums.
 */
export interface Combination {
  /** The assumption that no two owners have rows of the same person. It cannot be checked from releases. */
  assumption: "disjoint-owners";
  /** Releases of one claim and noise together. `n` is absent under "add-remove". */
  cohorts: { releases: number; n?: number; epsilon: number; delta: number; rho: number; diagonalVariance: string }[];
  /** Of the members' digests, ascending, each with a line feed after it. */
  membersSHA256: string;
  /** Ascending by digest, which is of the release as the engine writes it; null if there are more than 10,000. */
  members: { releaseId: string; sha256: string }[] | null;
}

/**
 * How a nonlinear model was chosen: by cross-validation on the source under the released weights, at no privacy cost.
 */
export interface BaseChoice {
  kind: "auto" | Base;
  /**
   * `public` and `weighted` are mean out-of-fold losses, all rows alike and under the weights: squared errors, or
   * negative log-probabilities of the class. `gain` is by how much `weighted` is below the public choice's loss under
   * the weights.
   */
  candidates: {
    base: Base;
    way: "unweighted" | "weighted" | "half" | "corrected";
    public: number;
    weighted: number;
    gain: number;
    standardError: number;
    share: number;
  }[];
  /** The candidate, from 0, that cross-validation on the source alone chooses. */
  public: number;
  /** Of the blend of all fits over the blend of public fits, under the weights, and its standard error. */
  gain: number;
  standardError: number;
  /** The weights gained nothing that can be told from chance: the model is the blend of public fits. */
  kept: boolean;
  /**
   * The model that came with the source as its `baseFile`: its address without a query, if it was fetched, and its
   * SHA-256. The release does not hold it.
   */
  file?: { url?: string; sha256: string };
}

/**
 * How private labels corrected a model, or entered moments: a row with a label is its intercept and columns, what a
 * public model f predicts of it, and by how much the label deviates from that. The second moments of the rows with a
 * label and of those without one were drawn at one price, each with the certificate's noise. Moments hold them; a model
 * does not, so its correction cannot be computed again.
 */
export interface LabelCorrection {
  /** Of a row with a label. */
  order: number;
  /** 1, or of classes one less than there are: each has a prediction and a residual. */
  residuals: number;
  /**
   * f is the candidate of this base that no weights enter; its digest is over the encoded model and the scales of its
   * predictions.
   */
  base: Base;
  offsetSHA256: string;
  /** The root mean square of f's errors on the source, for each residual. */
  spread: number[];
  /** Rows with a label, noisy, and the standard deviation of that noise. */
  rowsEstimate: number;
  rowsNoise: number;
  /** The standard deviation of the noise of a diagonal entry of either sum. */
  sumDeviation: number;
  /** Of moments: the base that was asked for, from whose kinds f was chosen, and the file that came with the source. */
  choice?: { base: "auto" | Base } & Pick<BaseChoice, "file">;
  /** Of a model: the share of what was fitted under the weights; the rest is f's. */
  share?: number;
  /**
   * Of a model: mean squared errors over rows like those with a label, as estimated from the draw, of f and of the
   * released model: for each residual.
   */
  errors?: { base: StatedError; corrected: StatedError }[];
}

/**
 * A mean squared error and its interval of 95%. What clipping takes from it was added again, as far as the public
 * sample shows it. A value of null is smaller than the noise can show; a high of null is not bounded.
 */
export interface StatedError extends Figure {
  low: number;
}
