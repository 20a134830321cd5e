// The figures of a report, as plots. The engine computed them; each is {value, low, high}, and an end or a value
// that is null is not known. `words` are {report, numbers}: texts and numbers in a language.
import { dotPlot } from "./dot-plot.js";
import { rocPlot } from "./curve-plots.js";

/**
 * The measures of one plot have one unit: the label's, or shares. The first is the main one, by which groups and
 * owners are compared.
 */
const DRAWN = {
  numbers: ["rmse", "mae", "bias"],
  two: ["auc", "accuracy", "sensitivity", "specificity", "precision", "share"],
  more: ["accuracy"],
};

export const taskOf = ({ classes }) => (classes === undefined ? "numbers" : classes.length === 2 ? "two" : "more");
export const mainOf = (/** @type {any} */ schema) => DRAWN[taskOf(schema)][0];

/** Measures that may be below 0. */
const SIGNED = ["bias", "r2", "calibrationSlope", "calibrationIntercept"];
const WIDEST_ROC = 460;

/** A measure; one below 0 that cannot be is one that the noise hides. */
const sound = (name, number) =>
  SIGNED.includes(name) || !(number.value < 0 || number.low < 0)
    ? number
    : { ...number, value: number.value < 0 ? null : number.value, low: Math.max(0, number.low ?? 0) };

export const known = (value) => value !== null && value !== undefined;

/**
 * A row of a plot: an estimate with its interval, the interval alone where the noise hides the estimate, or undefined.
 */
function drawn(name, { value, low, high }, mark = "weighted") {
  const some = known(value) || (known(low) && known(high));
  return some
    ? { name, values: { [mark]: value ?? null }, spread: { [mark]: [low ?? -Infinity, high ?? Infinity] } }
    : undefined;
}

/** A measure of several rows; where these may be noise alone so is the estimate, and there is none. */
const measured = ({ labelled, measures }, name, texts) =>
  labelled.low > 0 ? measures[name] : { value: null, instead: texts.fewRows };

const cells = ({ value, low, high, instead = undefined }, texts) => [
  known(value) ? value : (instead ?? texts.unknown),
  known(low) ? low : texts.open,
  known(high) ? high : texts.open,
];

const tableOf = (head, rows, texts) => ({
  head: [head, ...texts.head],
  rows: rows.map(([name, number]) => [name, ...cells(number, texts)]),
});

/** Plots of what a report says; `id` keeps the plots of several reports apart. */
export function reportFigures(/** @type {any} */ { all, groups = [], groupBy }, schema, words, id = "report") {
  const { report: texts } = words;
  const task = taskOf(schema);
  const named = Object.keys(all.measures).map((name) => [texts.names[name], sound(name, all.measures[name])]);
  const errors = {
    ...texts.errors,
    axis: texts.axis[task](schema.label),
    rows: DRAWN[task].map((name) => drawn(texts.names[name], sound(name, all.measures[name]))),
    table: tableOf(texts.measure, named, texts),
  };
  const figures = [
    ["errors", errors],
    groups.length > 0 && ["groups", ofGroups(all, groups, groupBy, schema, texts)],
    all.curve && ["calibration", calibration(all.curve, schema, texts)],
    all.quantiles && ["residuals", residuals(all.quantiles, schema, texts)],
  ].filter(Boolean);
  return [
    ...figures.map(([name, figure]) => dots(`${id}-${name}`, figure, words)),
    all.roc && roc(all.roc, schema, words, `${id}-roc`),
  ].filter(Boolean);
}

/** A figure of rows. Some of them say nothing. */
function dots(id, { title, help, table, rows, ...shown }, words) {
  const drawnRows = rows.filter(Boolean);
  return { id, title, help, table, draw: dotPlot({ marks: words.report.marks, ...shown, rows: drawnRows }, words) };
}

/** The main measure of all rows and of each group. */
function ofGroups(all, groups, groupBy, schema, texts) {
  const main = mainOf(schema);
  const rows = [[texts.everybody, all], ...groups.map((group) => [group.level ?? texts.otherLevel, group])].map(
    ([name, figures]) => [name, measured(figures, main, texts)],
  );
  return {
    title: texts.groups.title(texts.names[main], groupBy),
    help: texts.groups.help,
    axis: texts.axis[taskOf(schema)](schema.label),
    rows: rows.map(([name, number]) => drawn(name, number)),
    table: tableOf(groupBy, rows, texts),
  };
}

function calibration(curve, { label, classes }, texts) {
  const { row: rowName, axis, head, title, help, predicted, found: foundName } = texts.calibration;
  const names = curve.map(({ prediction }, i) => rowName(prediction, classes, prediction === curve[i + 1]?.prediction));
  return {
    title,
    help,
    axis: axis(label, classes),
    marks: { source: predicted, weighted: foundName },
    rows: curve.map(({ prediction, label: found }, i) => {
      const row = drawn(names[i], found) ?? { name: names[i], values: {}, spread: {} };
      return { ...row, values: { source: prediction, ...row.values } };
    }),
    table: tableOf(
      head,
      curve.map((point, i) => [names[i], point.label]),
      texts,
    ),
  };
}

function residuals(quantiles, { label }, texts) {
  const { title, help, head, row } = texts.residuals;
  const rows = quantiles.map(({ share, residual }) => [row(share), residual]);
  return {
    title,
    help,
    axis: texts.axis.numbers(label),
    rows: rows.map(([name, residual]) => drawn(name, residual)),
    table: tableOf(head, rows, texts),
  };
}

function roc(thresholds, { classes }, words, id) {
  const { title, help, head, row, axes } = words.report.roc;
  const points = thresholds
    .map(({ probability, true: up, false: across }) => ({ name: row(probability), across, up }))
    .toReversed();
  const rows = thresholds.map(({ probability, true: right, false: wrong }) => [
    row(probability),
    ...cells(right, words.report),
    ...cells(wrong, words.report),
  ]);
  return {
    id,
    title,
    help: help(classes[1]),
    table: { head, rows },
    widest: WIDEST_ROC,
    draw: rocPlot({ axes, points }, words),
  };
}

/**
 * Several owners' reports on one model beside each other: a figure of the main measure of each, or undefined where
 * fewer than two are about one model. `reports` are {name, release, figures}.
 */
export function ownersFigure(/** @type {any[]} */ reports, words) {
  const { report: texts } = words;
  const digest = ({ release }) => release.certificate.report.modelSHA256;
  const [most = []] = reports
    .map((one) => reports.filter((other) => digest(other) === digest(one)))
    .sort((a, b) => b.length - a.length);
  if (most.length < 2) return undefined;
  const { schema } = most[0].release.provenance;
  const main = mainOf(schema);
  const rows = most.map(({ name, figures }) => [name, measured(figures.all, main, texts)]);
  const figure = {
    title: texts.owners.title(texts.names[main]),
    help: texts.owners.help(digest(most[0])),
    axis: texts.axis[taskOf(schema)](schema.label),
    rows: rows.map(([name, number]) => drawn(name, number)),
    table: tableOf(texts.owners.head, rows, texts),
  };
  return dots("owners", figure, words);
}
