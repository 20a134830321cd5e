// Generated from core/terms: go generate ./core/terms

/** The attributes that describe a request: the field of a link that each gives, and how its value is read. */
export const ATTRIBUTES = {
  source: {"field":"source","kind":"address","listed":false,"ofSample":true},
  sha256: {"field":"sha256","kind":"digest","listed":false,"ofSample":true},
  label: {"field":"label","kind":"text","listed":false,"ofSample":false},
  "epsilon-max": {"field":"epsilonMax","kind":"number","listed":false,"ofSample":false},
  release: {"field":"release","kind":"word","listed":false,"ofSample":false},
  base: {"field":"base","kind":"word","listed":false,"ofSample":false},
  "base-file": {"field":"baseFile","kind":"address","listed":false,"ofSample":false},
  "base-sha256": {"field":"baseSHA256","kind":"digest","listed":false,"ofSample":false},
  labels: {"field":"labels","kind":"word","listed":false,"ofSample":false},
  model: {"field":"model","kind":"address","listed":false,"ofSample":false},
  "model-sha256": {"field":"modelSHA256","kind":"digest","listed":false,"ofSample":false},
  "group-by": {"field":"groupBy","kind":"text","listed":false,"ofSample":false},
  unit: {"field":"unit","kind":"column","listed":false,"ofSample":false},
  ignore: {"field":"ignore","kind":"text","listed":true,"ofSample":false},
  "date-order": {"field":"dateOrder","kind":"order","listed":true,"ofSample":false},
  campaign: {"field":"campaign","kind":"handle","listed":false,"ofSample":false},
};
