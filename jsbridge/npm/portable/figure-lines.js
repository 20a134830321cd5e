// What a report says, in lines of plain text: for the command line and for pages that are printed.

import { report } from "../figures/texts.js";

/** The plots' names; the first as `privadapt predict` has it of rows with a label. */
const NAMES = { ...report.names, rmse: "root of the mean squared error" };

const short = (v) => String(Number(v.toPrecision(3)));

/** A number and its interval, in words where they are not known; `why` says for what reason. */
export function words({ value, low, high }, why = "the counts are too noisy") {
  if (value === null && low === 0 && high !== null) return `smaller than the noise can show: at most ${short(high)}`;
  const interval =
    low === null && high === null
      ? `not known: ${why}`
      : low === null
        ? `at most ${short(high)}`
        : high === null
          ? `at least ${short(low)}`
          : `${short(low)} to ${short(high)}`;
  return value === null ? interval : `${short(value)} (${interval})`;
}

/** What a report says, in lines; of a label that is a class with its `classes`, as the release's schema lists them. */
export function figureLines(/** @type {any} */ { all, groups = [], groupBy, confidence }, classes = []) {
  const lines = [
    `each figure with its interval, which holds the truth with a probability of ${100 * confidence}%`,
    ...linesOf(all, classes),
  ];
  for (const { level, ...figures } of groups) {
    lines.push(
      `${groupBy} ${level === null ? "is none of the sample's" : `= ${level}`}`,
      ...linesOf(figures, classes).map((line) => `  ${line}`),
    );
  }
  return lines;
}

function linesOf({ labelled, unlabelled, measures, curve = [], quantiles = [], confusion = [] }, classes) {
  const named = classes.map((name) => JSON.stringify(name));
  const names = classes.length > 0 ? { ...NAMES, share: `share of ${named[1]}` } : NAMES;
  // The share above which the engine leaves intervals open.
  const why = measures.beyond?.low > 0.02 ? "rows are off by more than the counts can show" : undefined;
  return [
    `rows with a label ${words(labelled)}, without one ${words(unlabelled)}`,
    ...Object.keys(names)
      .filter((name) => measures[name])
      .map((name) => `${names[name]} ${words(measures[name], why)}`),
    ...quantiles.map(
      ({ share, residual }) => `${100 * share}% of the residuals are below a value of ${words(residual, why)}`,
    ),
    ...curve.map(({ prediction, label }, i) => {
      // At one half there are two places, for the rows that are taken for either class.
      const about = prediction === curve[i + 1]?.prediction ? "just below" : "about";
      const found = classes.length > 0 ? `the share of ${named[1]} is` : "labels are on average";
      return `where ${about} ${short(prediction)} is predicted, ${found} ${words(label, why)}`;
    }),
    ...confusion.flatMap((row, predicted) =>
      row.map((cell, actual) => `predicted ${named[predicted]}, in truth ${named[actual]}: share ${words(cell)}`),
    ),
  ];
}
