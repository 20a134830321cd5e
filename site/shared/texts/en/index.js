// The English texts of more than one room.
import { models, report as plots } from "../../../figures/texts.js";
import { grouped, list, percent, rough } from "../../numbers.js";

export { english as inShort } from "../../../in-short.js";

/** What the private side of a release counts: people, where it protects people. */
const ours = (unit) => (unit === "person" ? "people" : "private rows");

/** What a nonlinear model was chosen from. */
export const chosen = {
  ...models,
  underWeights: "the model fitted under the weights",
  mixed: (own, rest) => `${100 - rest}% ${own} and ${rest}% the model fitted under the weights`,
  corrected: (from) => `The model: ${from}, corrected by private labels.`,
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
    better: "The released model is clearly better there.",
    worse: "The released model is clearly worse there: do not use it.",
    likely: "That the released model is better there is likely and not certain: the two ranges overlap.",
    none: "No gain over the public model can be seen there.",
  },
  short: {
    better: "Better where your labels are known",
    worse: "Worse where your labels are known, do not use it",
    likely: "Probably better where your labels are known",
    none: "No gain over the public model can be seen",
  },
  off: (after, before) => `: off by ${rough(after)}, was ${rough(before)}.`,
  rows: (rows, noise, unit) =>
    `About ${grouped(rows)} ${ours(unit)} have a label that could be used (the noise in this number: ± ${grouped(noise)}).`,
  said: ({ of, base, corrected }, label) =>
    of === undefined
      ? `There the predicted ${label} of the public model is typically off by ${within(base)}, the released model’s by ${within(corrected)}.`
      : `There the mean squared error of the probability of “${of}” is ${within(base)} for the public model and ${within(corrected)} for the released one; 0 is perfect, and 0.25 is what always saying 50% has.`,
  predicted: (label) => `the predicted ${label}`,
  probability: (of) => `the probability of “${of}”`,
  ownPrediction: "the public model’s own prediction",
  ownProbability: (of) => `the public model’s own probability of “${of}”`,
  slope: (change, name) => `${change} for ${name}`,
  change: (what, change, slopes) =>
    `The labels change ${what} of an average row by ${change}${slopes.length > 0 ? `, and by so much more for each standard deviation above the average: ${slopes.join(", ")}` : ""}.`,
};

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
  rows: (labelled, unlabelled, unit) =>
    `About ${grouped(Math.round(labelled.value))} ${ours(unit)} have a label that could be used${has(labelled, "low", "high") ? ` (${between(labelled, (value) => grouped(Math.round(value)))}, for the noise alone)` : ""}, and about ${grouped(Math.round(unlabelled.value))} have none.`,
  tooNoisy:
    "The noise is too large to say how good the model is: its error has no interval. More data or a larger ε would help.",
  main: {
    rmse(number, label) {
      const off = `Where the label is known, the predicted ${label} is typically off by`;
      if (!has(number, "high")) return `${off} at least ${rough(number.low)} (19 times in 20).`;
      // An estimate that the noise could have made of next to nothing would be taken for more than it is.
      if (number.low < number.high / 4)
        return `${off} at most ${rough(number.high)} (19 times in 20). The noise is too large to say how much less it is.`;
      return has(number, "value")
        ? `${off} ${rough(number.value)} (${between(number)}).`
        : `${off} ${rough(number.low)} to ${rough(number.high)} (19 times in 20).`;
    },
    auc: (number, _, classes) =>
      `Of two cases, one of the class “${classes[1]}” and one of the class “${classes[0]}”, the model ranks them in the right order ${often(number, "the time", "AUC; ")}. Chance alone gives 50%.`,
    accuracy: (number, label) =>
      `Where the label is known, the model predicts the right ${label} ${often(number, "the time")}.`,
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
      ? `${percent(beyond.value)} are off by more than the counts can show, so the true errors are larger than any figure here.`
      : undefined,
  accuracy: (number) =>
    has(number, "value", "low", "high")
      ? `The model predicts the right class ${percent(number.value)} of the time (${between(number, percent)}).`
      : undefined,
  confusion: {
    title: "Which classes are mistaken for which",
    help: "Shares of all whose label is known, estimated with noise: a share near 0 may be 0.",
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

/**
 * A sentence for each problem with the public sample, by code. `detail` is a number, a text of ours, or a sentence that
 * quotes the receiver.
 */
export const sampleProblems = {
  "too-many": (most) => `At most ${most} public samples can be united.`,
  "integrity-count": () => "Give one SHA-256 for each address, in their order and with spaces between them, or none.",
  "not-a-url": () => "This is not a web address. It should start with https:// and point to the file itself.",
  "no-label": () => "Give the name of the label column, as it is in the header of the file.",
  "bad-integrity": () => "The SHA-256 must be sha256- followed by 44 base64 characters, or 64 hexadecimal digits.",
  unreachable: () =>
    "The address could not be read. Either there is no connection to it, or its server does not allow other sites to read it (the CORS header Access-Control-Allow-Origin is missing). Ask whoever publishes the sample, or try another address.",
  "http-status": (status) =>
    `The server answered ${status} instead of the file. ${status === 404 ? "Check the address for a misspelling." : "Try again later, or ask whoever publishes the sample."}`,
  redirected: () =>
    "The address leads on to another one, which was not opened: a link has to name the address of the file itself.",
  html: () =>
    "The address leads to a web page and not to a CSV or TSV file. Look for the address of the file itself, often called “raw” or “download”.",
  "too-large": () =>
    "The file has more than 2 GB, which no browser holds. Ask whoever publishes the sample for a part of it.",
  interrupted: () => "The transfer stopped before the file was complete. Nothing of it was used. Try again.",
  integrity: () =>
    "The file is not the one with this SHA-256: it was changed, or the value was copied wrongly. It was not used.",
  "base-file": (sentence) => `The file of the model that is asked for cannot be used. ${sentence}`,
  model: (sentence) => `The model that the report is to be about cannot be used. ${sentence}`,
  "empty-file": () => "The file at this address is empty.",
  insecure: () =>
    "Browsers offer the functions this page needs only over https:// or on localhost. Open the page there.",
  engine: () => "The program itself could not be loaded from this site. Check the connection and try again.",
  outdated: () =>
    "This page and the program have different versions, as can happen shortly after an update of this site. Nothing was started. Reload the page.",
  "no-wasm": () =>
    "This browser does not run WebAssembly, which the program needs: it is too old, or WebAssembly is switched off in it, as some security modes do. Allow it for this site, or use an up-to-date Chrome, Firefox, Edge or Safari.",
  "damaged-kit": (name) =>
    `${name} in this file is not what its list of contents says: the file was changed on its way. Nothing was started. Ask for it again.`,
  stopped: () => "Stopped.",
  // Of the receiver of an invitation: a sentence of ours, with the receiver's own in quotes.
  receiver: (sentence) => sentence,
  // Found by the vault: a sentence of the engine about the public sample.
  source: (sentence) => `The sample was loaded and cannot be used: ${sentence}`,
  label: (sentence) => `The sample was loaded, but its label cannot be used: ${sentence}`,
};

/** With a network and without; see offline.js. */
export const network = {
  kept: "This site is kept in your browser and works without a network.",
  offline: "You are offline. Nothing can leave this device until you connect again.",
  newer: "A newer version of this site is ready. It takes over when you have closed all its pages.",
};

/** The frame in which a private file is read. */
export const vault = { title: "The vault" };
