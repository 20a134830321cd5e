// Generated from core/terms: go generate ./core/terms

/** The attributes that describe a request: the field of a link that each gives, and how its value is read. */
export const ATTRIBUTES = {
  source: {"field":"source","kind":"address","listed":false},
  sha256: {"field":"sha256","kind":"digest","listed":false},
  label: {"field":"label","kind":"text","listed":false},
  "epsilon-max": {"field":"epsilonMax","kind":"number","listed":false},
  release: {"field":"release","kind":"word","listed":false},
  base: {"field":"base","kind":"word","listed":false},
  "base-file": {"field":"baseFile","kind":"address","listed":false},
  "base-sha256": {"field":"baseSHA256","kind":"digest","listed":false},
  labels: {"field":"labels","kind":"word","listed":false},
  model: {"field":"model","kind":"address","listed":false},
  "model-sha256": {"field":"modelSHA256","kind":"digest","listed":false},
  "group-by": {"field":"groupBy","kind":"text","listed":false},
  unit: {"field":"unit","kind":"column","listed":false},
  ignore: {"field":"ignore","kind":"text","listed":true},
  "date-order": {"field":"dateOrder","kind":"order","listed":true},
  campaign: {"field":"campaign","kind":"handle","listed":false},
};
