// What a report or an estimate says, in lines of plain text: for the command line and for pages that are printed.

import { statedMean } from "../figures/report.js";
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

/** What a release says of private rows, in `lines` and as `json`; of kinds other than report and estimate nothing. */
export async function saidBy(engine, release, options = {}) {
  const { kind, provenance } = typeof release === "string" ? JSON.parse(release) : release.toJSON();
  if (kind === "estimate") {
    const estimates = await engine.estimates(release, options);
    return { lines: estimateLines(estimates), json: { estimates } };
  }
  if (kind !== "report") return {};
  const figures = await engine.figures(release, options);
  return { lines: figureLines(figures, provenance.schema.classes), json: { figures } };
}

/** What an estimate says, in lines. */
export function estimateLines(/** @type {any} */ { all, groups = [], groupBy, confidence, sample }) {
  const { averages, deviation, yardstick } = sample;
  const labels = all.labelled !== undefined;
  const lines = [
    `the mean label, ${labels ? `with an interval that holds it with a probability of ${100 * confidence}% if it is by chance which rows have a label, and ` : ""}± what the noise explains`,
    ...meanLines(all, averages, "all rows", labels),
    ...(labels ? [`rows with a label ${words(all.labelled)}`] : []),
    `the labels of the public sample have a standard deviation of ${short(deviation)}`,
  ];
  if (!labels && yardstick !== null)
    lines.push(
      `such estimates between parts of the public sample were off by ${short(yardstick)} of these standard deviations; that labels mean something else in the private rows, nothing without labels can see`,
    );
  for (const [i, { level, ...group }] of groups.entries())
    lines.push(
      ...meanLines(
        group,
        sample.groups[i],
        `${groupBy} ${level === null ? "is none of the sample's" : `= ${level}`}`,
        labels,
      ),
    );
  return lines;
}

function meanLines(average, averages, of, labels) {
  return average.means.map((mean, i) => {
    const { class: name, estimate, noise } = mean;
    const about = name === undefined ? of : `${of}, share of ${JSON.stringify(name)}`;
    const { instead } = statedMean(average, mean, report);
    if (instead) return `${about}: ${instead}`;
    const beside = averages[i] === undefined ? "" : `; the public sample's average is ${short(averages[i])}`;
    const stated = labels ? words(estimate, "labels lie beyond the public ones") : short(estimate.value);
    return `${about}: ${stated} ± ${short((noise.high - noise.low) / 2)}${beside}`;
  });
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
