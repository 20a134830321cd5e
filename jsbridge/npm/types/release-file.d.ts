// The release file and what its verification says.
import type {
  BaseValues,
  Certificate,
  Column,
  LinearValues,
  MomentValues,
  Provenance,
  ReportValues,
  WeightValues,
} from "../dist/release.js";
import type { Message } from "./run.js";

export type ReleaseKind = "model" | "weights" | "moments" | "report" | "estimate";

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
   * A linear model in the raw units of the columns, or one with a base. A prediction beyond `labelRange`, the smallest
   * and the largest label of the source, is moved to the nearer of the two.
   */
  model:
    | (LinearValues & { base?: undefined })
    | (BaseValues & { intercept?: undefined; coefficients?: undefined; labelRange?: undefined });
  weights: WeightValues;
  moments: MomentValues;
  /** Noisy counts; `engine.figures` says what they mean. */
  report: ReportValues;
  /** Likewise; `engine.estimates` says what they mean. */
  estimate: ReportValues;
}

/** The order of day, month and year: in "ymd" years have two digits. */
export type DateOrder = NonNullable<Column["dateOrder"]>;

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
  objection?: { code: string; message: string; reason: Message };
}
