// What a release that private labels corrected says of errors, from its certificate alone: estimates with intervals,
// and in words.
import { labelErrors } from "../figures/label-errors.js";
import { percent, rough } from "./numbers.js";
import { labelErrors as texts } from "./texts.js";

const NOISE = 1.96; // standard deviations of a count's noise that 19 times in 20 are not exceeded

/** Sentences about a release's certificate.labels and its schema. */
export function labelWords(labels, { classes, label }) {
  if (!labels.errors) return [rows(labels)]; // moments
  return [
    rows(labels),
    ...labelErrors(labels, classes).flatMap((error) => [texts.said(error, label), texts.gains[verdict(error)]]),
  ];
}

/** The same in one line for a number or two classes, or undefined: whether the released model is better. */
export function labelVerdict(labels, { classes }) {
  const errors = labels.errors ? labelErrors(labels, classes) : [];
  if (errors.length !== 1) return undefined;
  const [{ base, corrected }] = errors;
  const sign = verdict(errors[0]);
  const known = base.value !== null && corrected.value !== null;
  return `${texts.short[sign]}${known ? texts.off(corrected.value, base.value) : "."}`;
}

const rows = ({ rowsEstimate, rowsNoise }) => texts.rows(Math.round(rowsEstimate), Math.ceil(NOISE * rowsNoise));

/**
 * A gain is clear where the ranges are apart, and likely where it is more than what both estimates may be off together,
 * which chance alone exceeds once in forty times. Equal errors are no gain.
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
  const what = of === undefined ? texts.predicted(label) : texts.probability(of);
  const named = [
    ...columns,
    ...predictions.map(({ name, value }) => ({
      name: name === "" ? texts.ownPrediction : texts.ownProbability(name),
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
  const slopes = largest.map(({ name, value }) => texts.slope(change(value), name));
  return texts.change(what, change(shift), slopes);
}
