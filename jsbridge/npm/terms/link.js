// Generated from core/terms: go generate ./core/terms

/**
 * The fields of a link, in the order in which problems are told: how each is read, and what is said of any problem
 * with it. None of these sentences repeats text of the link.
 */
export const FIELDS = [
  {
    name: "source", kind: "address", ofSample: true,
    fault: "The address of the public sample must be a whole https:// address (http:// only on localhost) of at most 2,000 characters, without a user name, a password or a part after #.",
    missing: "The address of the public sample is missing.",
  },
  {
    name: "sha256", kind: "digest", ofSample: true,
    fault: "The SHA-256 of the sample must be 64 hexadecimal digits.",
  },
  {
    name: "name", kind: "text", most: 120, ofSample: true,
    fault: "The name of a sample must be plain text of at most 120 characters, without line breaks, control characters or characters that turn the writing direction.",
  },
  {
    name: "label", kind: "text", most: 200,
    fault: "The name of the label column must be plain text of at most 200 characters, without line breaks, control characters or characters that turn the writing direction.",
    missing: "The name of the label column is missing.",
  },
  {
    name: "epsilonMin", kind: "number", least: 0.01, most: 10,
    fault: "The smallest ε must be a number from 0.01 to 10.",
  },
  {
    name: "epsilonMax", kind: "number", least: 0.01, most: 10,
    fault: "The largest ε must be a number from 0.01 to 10: beyond that hardly anything is protected.",
  },
  {
    name: "epsilon", kind: "number", least: 0.01, most: 10,
    fault: "The suggested ε must be a number from 0.01 to 10.",
  },
  {
    name: "delta", kind: "number", least: 1e-12, most: 0.0001,
    fault: "δ must be a number from 1e-12 to 1e-4: a larger one would give single rows away.",
  },
  {
    name: "release", kind: "word", words: ["model", "weights", "moments", "report"],
    fault: "The kind of result must be model, weights, moments or report.",
  },
  {
    name: "task", kind: "word", words: ["regression", "classification"],
    fault: "The task must be regression or classification.",
  },
  {
    name: "base", kind: "word", words: ["auto", "linear", "smooth", "trees", "file"],
    fault: "The model must be auto, linear, smooth, trees or file.",
  },
  {
    name: "baseFile", kind: "address",
    fault: "The address of the model's file must be a whole https:// address (http:// only on localhost) of at most 2,000 characters, without a user name, a password or a part after #.",
  },
  {
    name: "baseSHA256", kind: "digest",
    fault: "The SHA-256 of the model's file must be 64 hexadecimal digits.",
  },
  {
    name: "labels", kind: "word", words: ["wish", "required"],
    fault: "What is asked of the labels must be wish or required.",
  },
  {
    name: "model", kind: "address",
    fault: "The address of the model that the report is about must be a whole https:// address (http:// only on localhost) of at most 2,000 characters, without a user name, a password or a part after #.",
  },
  {
    name: "modelSHA256", kind: "digest",
    fault: "The SHA-256 of the model that the report is about must be 64 hexadecimal digits.",
  },
  {
    name: "groupBy", kind: "text", most: 200,
    fault: "The name of the column that divides a report must be plain text of at most 200 characters, without line breaks, control characters or characters that turn the writing direction.",
  },
  {
    name: "unit", kind: "column", most: 200,
    fault: "The name of the column that names the person of a row must be visible characters and plain blanks of at most 200 bytes; a letter with an accent has two.",
  },
  {
    name: "ignore", kind: "text", most: 200, listed: true,
    fault: "The name of a column to leave out must be plain text of at most 200 characters, without line breaks, control characters or characters that turn the writing direction.",
  },
  {
    name: "dateOrder", kind: "order", most: 200, words: ["dmy", "mdy", "ymd"], listed: true,
    fault: "The order of dates must be dmy, mdy, ymd, a colon and the name of a column, of at most 200 characters.",
  },
  {
    name: "rowsMin", kind: "count", least: 1, most: 1000000000,
    fault: "The fewest rows of a file must be a whole number from 1 to 1000000000.",
  },
  {
    name: "rowsMax", kind: "count", least: 1, most: 1000000000,
    fault: "The most rows of a file must be a whole number from 1 to 1000000000.",
  },
  {
    name: "reply", kind: "address",
    fault: "The address for the reply must be a whole https:// address (http:// only on localhost) of at most 2,000 characters, without a user name, a password or a part after #.",
  },
  {
    name: "campaign", kind: "handle", least: 1, most: 64, marks: "._-",
    fault: "The name of the campaign must be 1 to 64 letters without accents, digits, dots, hyphens or underscores.",
  },
  {
    name: "title", kind: "text", most: 120,
    fault: "The title must be plain text of at most 120 characters, without line breaks, control characters or characters that turn the writing direction.",
  },
  {
    name: "asker", kind: "text", most: 120,
    fault: "The name of who asks must be plain text of at most 120 characters, without line breaks, control characters or characters that turn the writing direction.",
  },
  {
    name: "token", kind: "handle", least: 16, most: 128, marks: "_-",
    fault: "The token must be 16 to 128 letters without accents, digits, hyphens or underscores.",
  },
];

/** What a link has at most, in characters and samples, and of its files, in bytes. */
export const LIMITS = { link: 12000, address: 2000, samples: 8, baseFile: 8388608, release: 33554432 };

/** Kinds of results, and those that private labels may correct or enter. */
export const RELEASES = ["model", "weights", "moments", "report"];
export const LABELLED = ["model", "moments"];

/** Kinds of models that predict numbers and no classes. */
export const OF_NUMBERS = ["smooth"];

/** Fields that do not fit together. */
export const CONFLICTS = {
  base: "A kind of model goes with the results “model” and “report”, and with “moments” where labels are required.",
  chosen: "The report is about the model at the address, so no kind of model is to be chosen.",
  classes: "A model of this kind predicts numbers, and the task is classification.",
  digest: "A model that a report is about needs both its address and its SHA-256.",
  divided: "A report cannot be divided by its label.",
  epsilon: "The three values of ε are not in order: smallest ≤ suggested ≤ largest.",
  file: "A model's file goes with the results “model” and “report”, and with “moments” where labels are required; its kind is auto or file.",
  fileDigest: "A campaign states the SHA-256 of the model's file.",
  labels: "Labels go with the results “model” and “moments”; a report always needs them.",
  left: "The label, and a column that divides a report, cannot be left out.",
  many: "It names more than 8 public samples.",
  name: "Of several public samples the name is stated for each or for none.",
  named: "The label cannot name the person of a row.",
  noFile: "It does not say where the model's file is.",
  ordered: "It states two orders of the dates in one column.",
  report: "A model to be judged and a column that divides go with the result “report”.",
  rows: "The fewest rows of a file are more than the most.",
  sha256: "Of several public samples the SHA-256 is stated for each or for none.",
  token: "A token goes with a reply, and there is no address for the reply.",
  twice: "It names one public sample, or one name, twice.",
  wished: "Moments with labels and moments without do not add up: labels are required of all, or not asked for.",
};
