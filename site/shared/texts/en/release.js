// English texts about a release: the model in it, the labels that corrected it, the public samples it was made of.
import { grouped, list, percent, rough } from "../../numbers.js";
import { models } from "../../../figures/texts.js";

export { english as inShort } from "../../in-short.js";

/** What a nonlinear model was chosen from. */
export const chosen = {
  ...models,
  underWeights: "the model fitted under the weights",
  mixed: (own, rest) => `${100 - rest}% ${own} and ${rest}% the model fitted under the weights`,
  corrected: (from) => `The model: ${from}, corrected by the labels of the private rows.`,
  blend: (parts, choice, kept) =>
    `The model is a blend${kept ? " of public fits alone, because the weights gain nothing" : ""}: ${list(parts)}. The public choice is ${choice}.`,
};

/** What each of several public samples has contributed. */
export const shares = {
  united: (parts) => `Public samples united: ${list(parts)}.`,
  part: (name, rows) => `${name} (${grouped(rows)} rows)`,
  weighted: (name, rows, weight, effective) =>
    `${name} (${grouped(rows)} rows with ${percent(weight)} of the weight, worth ${grouped(Math.round(effective))} rows)`,
  unnamed: (sha256) => `the one with the SHA-256 ${sha256.slice(0, 12)}…`,
};

/** An error and its interval; without a value it is smaller than the noise can show, without a high end it has none. */
function within({ value, low, high }) {
  const [from, to] = [rough(low), high !== null && rough(high)];
  if (value !== null)
    return `${rough(value)} (19 times in 20 ${to ? `between ${from} and ${to}` : `at least ${from}; how much more cannot be shown`})`;
  if (low > 0) return `${to ? `between ${from} and ${to}` : `at least ${from}`} (19 times in 20)`;
  return to ? `less than the noise can show, at most ${to} (19 times in 20)` : "an amount that the noise hides";
}

/** What a release that private labels corrected says of errors. */
export const labelErrors = {
  gains: {
    better: "The released model is clearly better on them.",
    worse: "The released model is clearly worse on them: do not use it.",
    likely: "That the released model is better on them is likely and not certain: the two ranges overlap.",
    none: "No gain over the public model can be seen on them.",
  },
  short: {
    better: "Better on your labelled rows",
    worse: "Worse on your labelled rows, do not use it",
    likely: "Probably better on your labelled rows",
    none: "No gain over the public model can be seen",
  },
  off: (after, before) => `: off by ${rough(after)}, was ${rough(before)}.`,
  rows: (rows, noise) =>
    `About ${grouped(rows)} private rows have a label that could be used (the noise in this number: ± ${grouped(noise)}).`,
  said: ({ of, base, corrected }, label) =>
    of === undefined
      ? `On them the predicted ${label} of the public model is typically off by ${within(base)}, the released model’s by ${within(corrected)}.`
      : `On them the mean squared error of the probability of “${of}” is ${within(base)} for the public model and ${within(corrected)} for the released one; 0 is perfect, and 0.25 is what always saying 50% has.`,
  predicted: (label) => `the predicted ${label}`,
  probability: (of) => `the probability of “${of}”`,
  ownPrediction: "the public model’s own prediction",
  ownProbability: (of) => `the public model’s own probability of “${of}”`,
  slope: (change, name) => `${change} for ${name}`,
  change: (what, change, slopes) =>
    `The labels change ${what} of an average row by ${change}${slopes.length > 0 ? `, and by so much more for each standard deviation above the average: ${slopes.join(", ")}` : ""}.`,
};
