// The release file and what its verification says.
import type { Certificate } from "./certificate.js";

export type ReleaseKind = "model" | "weights" | "moments" | "report";

/** The release file. */
export interface ReleaseJSON<Kind extends ReleaseKind = ReleaseKind> {
  format: "privadapt-release";
  version: 1;
  releaseId: string;
  campaignId: string | null;
  kind: Kind;
  values: ReleaseValues[Kind];
  certificate: Certificate;
  provenance: Provenance;
}

export interface ReleaseValues {
  /**
   * With linear features in the raw units of the columns; else each coefficient multiplies the feature that it names,
   * which `provenance.features` makes of the standardised columns. A prediction beyond `labelRange`, the smallest and
   * the largest label of the source, is moved to the nearer of the two.
   */
  model: LinearValues | BaseValues;
  /** One weight for each row of the source, together 1. */
  weights: { weights: number[] };
  /**
   * The noisy second moment of the features, for linear ones in the standardised scale of `provenance.schema`;
   * "(intercept)" comes first.
   */
  moments: {
    names: string[];
    moments: number[][];
    /**
     * With labels: the sums of outer products of the rows with a label, (c, z, g, t), and of those without one, (c, z,
     * g), noise included, as they were drawn. Entries i ≤ j, row by row, whole squared grid steps in decimals;
     * `moments` is computed from them.
     */
    labelledSum?: string[];
    unlabelledSum?: string[];
  };
  /** Noisy counts of rows in the cells that `certificate.report` describes; `engine.figures` says what they mean. */
  report: { counts: number[] };
}

export interface LinearValues {
  intercept: number;
  coefficients: ({ column: string; level?: string; value: number } | { feature: string; value: number })[];
  labelRange?: [number, number];
  base?: undefined;
}

/**
 * A nonlinear model, or one of classes, encoded and in base64, with the weights of the source's rows under which it was
 * fitted.
 */
export interface BaseValues {
  intercept?: undefined;
  coefficients?: undefined;
  labelRange?: undefined;
  base: string;
  weights: number[];
}

/** The public inputs. */
export interface Provenance {
  sourceSHA256: string;
  sourceRows: number;
  /**
   * Where several public samples were united: those whose rows make the source, in the order of the rows, then those
   * that were left out.
   */
  sources?: UnitedSource[];
  schema: {
    label: string;
    classes?: string[];
    columns: Column[];
    /** Lines above the header of the source; absent where there are none. */
    linesAbove?: number;
  };
  /** The map from standardised columns to features; absent for linear ones. */
  features?: FeatureMap;
  engineVersion: string;
  wasmSHA256: string | null;
  /**
   * True if the owner changed settings after a look at the private data; null outside the vault, where it is not
   * recorded.
   */
  settingsAfterPreview: boolean | null;
}

/**
 * One of several public samples. Its share of the weights follows from them at no privacy cost; it is absent where
 * there are none.
 */
export interface UnitedSource {
  name?: string;
  sha256: string;
  rows: number;
  /** What the weights of its rows sum to; the weights of all samples sum to 1. */
  weight?: number;
  /** The number of equally weighted rows that these are worth. */
  effectiveRows?: number;
}

/**
 * How features are made of standardised columns, fitted on the source. "quadratic" states the mean and the scale by
 * which each feature is standardised again, "directions" a matrix with a row for each direction.
 */
export type FeatureMap =
  | { map: "quadratic"; means: number[]; scales: number[] }
  | { map: "directions"; matrix: number[][] };

/** The order of day, month and year: in "ymd" years have two digits. */
export type DateOrder = "dmy" | "mdy" | "ymd";

/** A column of the source, without the label. */
export interface Column {
  name: string;
  kind: "numeric" | "categorical" | "ignored";
  /** Of numeric columns, in raw units; an absent one is 0. */
  mean?: number;
  scale?: number;
  min?: number;
  max?: number;
  /** Of numeric columns: the cells are dates, and the raw unit is days since 1970-01-01. */
  dates?: true;
  /** Of columns of dates: the order of those that do not show it; absent where the source settles none. */
  dateOrder?: DateOrder;
  /** Of categorical columns. */
  levels?: { name: string; mean: number; scale: number }[];
}

/** What is recomputed from a certificate: ε, δ and ρ, and what they are about. */
export interface Verification
  extends Pick<Certificate, "adjacency" | "unit" | "unitColumn" | "n" | "rowsEstimate" | "epsilon" | "delta" | "rho"> {
  /** False if the certificate claims more than its parameters give, or states what no run can have. */
  ok: boolean;
  releaseId: string;
  kind: ReleaseKind;
  mechanism: string;
  solver: string;
  /** How many releases were combined, and what is assumed of their owners; absent where none were. */
  owners?: number;
  assumption?: "disjoint-owners";
  /** δ times n or, under "add-remove", times the estimate of n. */
  deltaRows: number;
  claimedEpsilon: number;
  /** Plain sentences. */
  problems: string[];
  /** Plain sentences about what holds and yet deserves a look: deltaRows above 0.001. */
  remarks: string[];
  /**
   * Why the `receiver` does not take the release, whether its certificate holds or not; absent where it takes it, and
   * where none was given.
   */
  objection?: { code: string; message: string };
}
