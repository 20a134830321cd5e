// Generated from core/terms: go generate ./core/terms

/** The attributes that describe a request: the field of a link that each gives, and how its value is read. */
export const ATTRIBUTES = {
  source: { field: "source", isAddress: true, ofSample: true },
  sha256: { field: "sha256", ofSample: true },
  label: { field: "label" },
  "epsilon-max": { field: "epsilonMax" },
  release: { field: "release" },
  base: { field: "base" },
  "base-file": { field: "baseFile", isAddress: true },
  "base-sha256": { field: "baseSHA256" },
  labels: { field: "labels" },
  model: { field: "model", isAddress: true },
  "model-sha256": { field: "modelSHA256" },
  "group-by": { field: "groupBy" },
  unit: { field: "unit" },
  ignore: { field: "ignore", ofColumns: true },
  "date-order": { field: "dateOrder", ofColumns: true, byColumn: true },
  campaign: { field: "campaign" },
};
