// What pages say of a release in words: what its model was chosen from, what each public sample has contributed, and
// what the labels changed.
import { labelErrors } from "../figures/label-errors.js";
import { nameOf as nameIn } from "../figures/models.js";
import { gainSentence } from "../in-short.js";
import { percent, rough } from "./numbers.js";
import { inShort, chosen as kinds, labelErrors as texts } from "./texts.js";

const nameOf = (candidate) => nameIn(candidate, kinds);

/** What a nonlinear model was chosen from; `base` and `labels` of a release's certificate have it. */
export function chosen({ base, labels }) {
  return labels ? corrected(labels) : uncorrected(base);
}

function corrected({ base, share }) {
  const own = nameOf({ base, way: "unweighted" });
  const rest = Math.round(100 * share); // percent
  return kinds.corrected(rest === 0 ? own : rest === 100 ? kinds.underWeights : kinds.mixed(own, rest));
}

function uncorrected({ candidates, public: at, kept }) {
  const shares = candidates.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
  return kinds.blend(
    shares.map((c) => `${percent(c.share)} ${nameOf(c)}`),
    nameOf(candidates[at]),
    kept,
  );
}

const NOISE = 1.96; // standard deviations of a count's noise that 19 times in 20 are not exceeded

/** Sentences about a certificate with labels, and its schema. The level is said where it is known. */
export function labelWords({ labels, unit }, { classes, label }) {
  if (!labels.errors) return [rows(labels, unit)]; // moments
  const errors = labelErrors(labels, classes);
  return [
    rows(labels, unit),
    ...errors.flatMap((error) => [
      (errors.length > 1 ? texts.of(error.of) : "") + gainSentence(error, inShort),
      error.base && texts.said(error, label),
    ]),
  ].filter(Boolean);
}

const rows = ({ rowsEstimate, rowsNoise }, unit) =>
  texts.rows(Math.round(rowsEstimate), Math.ceil(NOISE * rowsNoise), unit);

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
