// Generated from core/terms: go generate ./core/terms

/** The names of the settings that each request takes. */
export const SETTINGS = {
  run: [
    "epsilon", "delta", "release", "base", "useLabels", "model", "groupBy", "campaign", "acceptLargeDelta",
    "mechanism", "solver", "calibration", "adjacency", "unit", "headers", "smoothing", "mu", "p", "lambda",
    "iterations", "radius", "modelNorm",
  ],
  forecast: [
    "epsilon", "delta", "release", "base", "useLabels", "model", "groupBy", "campaign", "acceptLargeDelta",
    "mechanism", "solver", "calibration", "adjacency", "unit", "smoothing", "mu", "p", "lambda", "iterations",
    "radius", "modelNorm",
  ],
  query: [
    "release", "base", "useLabels", "model", "groupBy", "unit", "radius",
  ],
  after: [
    "release", "base", "solver", "smoothing", "mu", "p", "lambda", "iterations", "modelNorm",
  ],
  sample: [
    "label", "task", "categorical", "ignore", "dateOrder", "integrity", "baseFile", "baseIntegrity",
  ],
};
