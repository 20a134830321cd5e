// The English texts of a report on a model.
import { report as plots } from "../../../figures/texts.js";
import { grouped, percent, rough } from "../../numbers.js";

const between = ({ low, high }, said = rough) => `19 times in 20 between ${said(low)} and ${said(high)}`;
/** How often something is so; where the noise hides the estimate, the interval alone. */
const often = (number, of, note = "") =>
  number.value === null
    ? `${percent(number.low)} to ${percent(number.high)} of ${of} (${note}19 times in 20)`
    : `${percent(number.value)} of ${of} (${note}${between(number, percent)})`;
const has = (number, ...ends) => ends.every((end) => number?.[end] !== null && number?.[end] !== undefined);

export const report = {
  ...plots,
  about: ({ model, base, modelSHA256 }) =>
    model === "public"
      ? `The model is the one that is chosen and fitted on the public sample alone (${base}). Its SHA-256 is ${modelSHA256}.`
      : `The model was given: the release with the SHA-256 ${modelSHA256}.`,
  rows: (labelled, unlabelled) =>
    `About ${grouped(Math.round(labelled.value))} private rows have a label that could be used${has(labelled, "low", "high") ? ` (${between(labelled, (value) => grouped(Math.round(value)))}, for the noise alone)` : ""}, and about ${grouped(Math.round(unlabelled.value))} have none.`,
  tooNoisy:
    "The noise is too large to say how good the model is: its error has no interval. More rows or a larger ε would help.",
  main: {
    rmse(number, label) {
      const off = `On the private rows with a label the predicted ${label} is typically off by`;
      if (!has(number, "high")) return `${off} at least ${rough(number.low)} (19 times in 20).`;
      // An estimate that the noise could have made of next to nothing would be taken for more than it is.
      if (number.low < number.high / 4)
        return `${off} at most ${rough(number.high)} (19 times in 20). The noise is too large to say how much less it is.`;
      return has(number, "value")
        ? `${off} ${rough(number.value)} (${between(number)}).`
        : `${off} ${rough(number.low)} to ${rough(number.high)} (19 times in 20).`;
    },
    auc: (number, _, classes) =>
      `Of two private rows, one of the class “${classes[1]}” and one of the class “${classes[0]}”, the model ranks them in the right order ${often(number, "the time", "AUC; ")}. Chance alone gives 50%.`,
    accuracy: (number, label) =>
      `The model predicts the right ${label} for ${often(number, "the private rows with a label")}.`,
  },
  explained(r2) {
    if (!has(r2, "low", "high")) return undefined;
    if (r2.high <= 0) return "The model is worse than always predicting the average: do not use it here.";
    if (r2.low <= 0) return "The model may be no better than always predicting the average.";
    if (r2.high >= 1) return `The model explains at least ${percent(r2.low)} of the variance (19 times in 20).`;
    return `The model explains ${percent(r2.value)} of the variance (${between(r2, percent)}).`;
  },
  bias(bias, label) {
    if (!has(bias, "value", "low", "high")) return undefined;
    if (bias.low > 0) return `The predictions are too high on average, by ${rough(bias.value)} (${between(bias)}).`;
    if (bias.high < 0)
      return `The predictions are too low on average, by ${rough(-bias.value)} (${between({ low: -bias.high, high: -bias.low })}).`;
    return `The noise is too large to say whether the model predicts the ${label} too high or too low on average.`;
  },
  beyond: (beyond) =>
    has(beyond, "low") && beyond.low > 0.02
      ? `${percent(beyond.value)} of the rows are off by more than the counts can show, so the true errors are larger than any figure here.`
      : undefined,
  accuracy: (number) =>
    has(number, "value", "low", "high")
      ? `The model predicts the right class for ${percent(number.value)} of the rows (${between(number, percent)}).`
      : undefined,
  confusion: {
    title: "Which classes are mistaken for which",
    help: "Shares of all rows with a label, estimated with noise: a share near 0 may be 0.",
    head: "Predicted",
    predicted: (name) => `predicted ${name}`,
    atMost: (share) => `at most ${rough(share)}`,
  },
  owners: {
    title: (measure) => `Several owners: the ${measure} of one model`,
    help: (digest) => `The open reports on the model with the SHA-256 ${digest}.`,
    head: "Report",
  },
};
