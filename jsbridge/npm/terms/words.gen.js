// Generated from core/terms: go generate ./core/terms

/** What stands before the value of each field in a list of what is asked for. */
export const TERMS = {
  source: "public sample",
  label: "label",
  epsilonMin: "smallest ε",
  epsilonMax: "largest ε",
  epsilon: "privacy loss ε",
  delta: "δ",
  release: "result",
  task: "task",
  base: "model",
  baseFile: "model's file",
  labels: "labels",
  model: "about the model",
  groupBy: "for each",
  unit: "protected",
  ignore: "columns left out",
  dateOrder: "order of dates",
  rowsMin: "fewest rows",
  rowsMax: "most rows",
  reply: "sent to",
  campaign: "campaign",
  title: "title",
  asker: "asker",
  token: "token",
};
