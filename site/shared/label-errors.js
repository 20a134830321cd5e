// What a release that private labels corrected says of errors, from its certificate alone: estimates with intervals, and in words.
import { grouped, percent, rough } from "./numbers.js";

const NOISE = 1.96; // standard deviations of a count's noise that 19 times in 20 are not exceeded

/**
 * For each residual {of, base, corrected}: the class whose probability it is about, or undefined, and {value, low, high} for the public
 * model and for the released one, in which null is not known. Of a number they are roots of mean squared errors, in the label's unit; of a
 * probability mean squared errors.
 */
export function labelErrors({ errors }, classes) {
  const root = (v) => (v === null || classes ? v : Math.sqrt(v));
  // An error below 0 is one that the noise hides.
  const stated = ({ value, low, high }) => ({
    value: value < 0 ? null : root(value),
    low: root(Math.max(0, low)),
    high: root(high),
  });
  return errors.map(({ base, corrected }, k) => ({
    of: classes?.[k + 1],
    base: stated(base),
    corrected: stated(corrected),
  }));
}

/** Sentences about a release's certificate.labels and its schema. */
export function labelWords(labels, { classes, label }) {
  if (!labels.errors) return [rows(labels)]; // moments
  return [
    rows(labels),
    ...labelErrors(labels, classes).flatMap((error) => [said(error, label), gains[verdict(error)]]),
  ];
}

/** The same in one line for a number or two classes, or undefined: whether the released model is better. */
export function labelVerdict(labels, { classes }) {
  const errors = labels.errors ? labelErrors(labels, classes) : [];
  if (errors.length !== 1) return undefined;
  const [{ base, corrected }] = errors;
  const sign = verdict(errors[0]);
  const known = base.value !== null && corrected.value !== null;
  return known ? `${short[sign]}: off by ${rough(corrected.value)}, was ${rough(base.value)}.` : `${short[sign]}.`;
}

const gains = {
  better: "The released model is clearly better on them.",
  worse: "The released model is clearly worse on them: do not use it.",
  likely: "That the released model is better on them is likely and not certain: the two ranges overlap.",
  none: "No gain over the public model can be seen on them.",
};

const short = {
  better: "Better on your labelled rows",
  worse: "Worse on your labelled rows, do not use it",
  likely: "Probably better on your labelled rows",
  none: "No gain over the public model can be seen",
};

const rows = ({ rowsEstimate, rowsNoise }) =>
  `About ${grouped(Math.round(rowsEstimate))} private rows have a label that could be used (the noise in this number: ± ${grouped(Math.ceil(NOISE * rowsNoise))}).`;

/** An error and its interval; without a value it is smaller than the noise can show, without a high end it has none. */
function within({ value, low, high }) {
  const [from, to] = [rough(low), high !== null && rough(high)];
  if (value !== null)
    return `${rough(value)} (19 times in 20 ${to ? `between ${from} and ${to}` : `at least ${from}; how much more cannot be shown`})`;
  if (low > 0) return `${to ? `between ${from} and ${to}` : `at least ${from}`} (19 times in 20)`;
  return to ? `less than the noise can show, at most ${to} (19 times in 20)` : "an amount that the noise hides";
}

const said = ({ of, base, corrected }, label) =>
  of === undefined
    ? `On them the predicted ${label} of the public model is typically off by ${within(base)}, that of the released model by ${within(corrected)}.`
    : `On them the mean squared error of the probability of “${of}” is ${within(base)} for the public model and ${within(corrected)} for the released one; 0 is perfect, and 0.25 is what always saying 50% has.`;

/**
 * A gain is clear where the ranges are apart, and likely where it is more than what both estimates may be off together, which chance alone
 * exceeds once in forty times. Equal errors are no gain.
 */
function verdict({ base, corrected }) {
  const [most, more] = [base, corrected].map(({ high }) => high ?? Infinity);
  if (more < base.low) return "better";
  if (most < corrected.low) return "worse";
  const [before, after] = [base, corrected].map(({ value, low }) => value ?? low);
  return before - after > Math.hypot(before - base.low, more - after) ? "likely" : "none";
}

/** What the labels changed, from the explanation of a run: a sentence for each number or class. */
export function correctionWords({ class: of, shift, columns, predictions }, label) {
  const what = of === undefined ? `the predicted ${label}` : `the probability of “${of}”`;
  const named = [
    ...columns,
    ...predictions.map(({ name, value }) => ({
      name: name === "" ? "the public model’s own prediction" : `the public model’s own probability of “${name}”`,
      value,
    })),
  ];
  const largest = named
    .filter(({ value }) => value !== 0)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .slice(0, 3);
  const change = (value) =>
    of === undefined
      ? `${value < 0 ? "−" : "+"}${rough(Math.abs(value))}`
      : `${value < 0 ? "−" : "+"}${percent(Math.abs(value))}`;
  const slopes = largest.map(({ name, value }) => `${change(value)} for ${name}`);
  return `The labels change ${what} of an average row by ${change(shift)}${slopes.length > 0 ? `, and by so much more for each standard deviation above the average: ${slopes.join(", ")}` : ""}.`;
}
