// Generated from core/terms: go generate ./core/terms

/** The attributes that describe a request. */
export interface RequestAttributes {
  source?: string | undefined;
  sha256?: string | undefined;
  label?: string | undefined;
  "epsilon-max"?: string | number | undefined;
  release?: "model" | "weights" | "moments" | "report" | "estimate" | undefined;
  base?: "auto" | "linear" | "smooth" | "trees" | "file" | undefined;
  "base-file"?: string | undefined;
  "base-sha256"?: string | undefined;
  labels?: "wish" | "required" | undefined;
  model?: string | undefined;
  "model-sha256"?: string | undefined;
  "group-by"?: string | undefined;
  unit?: string | undefined;
  ignore?: string | undefined;
  "date-order"?: string | undefined;
  campaign?: string | undefined;
}
