// What a report says of a model: sentences, plots and tables of its figures, on the owner's page and on the one for
// analysts. The figures are those of the engine; each is {value, low, high}, and an end or a value that is null is not
// known.
import { dotPlot } from "./dot-plot.js";
import { el } from "../shared/dom.js";
import { numberTable } from "./number-table.js";
import { report as texts } from "../shared/texts.js";
import { rocPlot } from "./roc-plot.js";

/**
 * The measures of one plot have one unit: that of the label, or shares. The first is the main one, by which groups and
 * owners are compared.
 */
const DRAWN = {
  numbers: ["rmse", "mae", "bias"],
  two: ["auc", "accuracy", "sensitivity", "specificity", "precision", "share"],
  more: ["accuracy"],
};

const taskOf = ({ classes }) => (classes === undefined ? "numbers" : classes.length === 2 ? "two" : "more");

/** Measures that may be below 0. */
const SIGNED = ["bias", "r2", "calibrationSlope", "calibrationIntercept"];

/** A measure; one below 0 that cannot be is one that the noise hides. */
const sound = (name, number) =>
  SIGNED.includes(name) || !(number.value < 0 || number.low < 0)
    ? number
    : { ...number, value: number.value < 0 ? null : number.value, low: Math.max(0, number.low ?? 0) };

const known = (value) => value !== null && value !== undefined;

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
const measured = ({ labelled, measures }, name) =>
  labelled.low > 0 ? measures[name] : { value: null, instead: texts.fewRows };

const cells = ({ value, low, high, instead = texts.unknown }) => [
  known(value) ? value : instead,
  known(low) ? low : texts.open,
  known(high) ? high : texts.open,
];

const table = (head, rows, title) =>
  numberTable(
    [head, ...texts.head],
    rows.map(([name, number]) => [name, ...cells(number)]),
    title,
  );

const folded = (head, rows, title) => el("details", {}, el("summary", {}, texts.numbers), table(head, rows, title));

/** Which model a report is about, in a sentence; its digest is a part of it. */
export const aboutModel = ({ certificate: { report } }) => texts.about(report);

/** What a report says, in sentences, the most important first. */
export function reportWords({ all }, { label, classes }) {
  const { measures, labelled, unlabelled } = all;
  const task = taskOf({ classes });
  const [main] = DRAWN[task];
  const words = [
    known(measures[main].low) && (known(measures[main].value) || known(measures[main].high))
      ? texts.main[main](measures[main], label, classes)
      : texts.tooNoisy,
    texts.rows(labelled, unlabelled),
  ];
  if (task === "numbers")
    words.push(texts.explained(measures.r2), texts.bias(measures.bias, label), texts.beyond(measures.beyond));
  if (task === "two") words.push(texts.accuracy(measures.accuracy));
  return words.filter(Boolean);
}

/** Figures for the page: `id` keeps those of several reports apart. `heading` is the element of their titles. */
export function reportPlots({ all, groups = [], groupBy }, schema, { id = "report", heading = "h3" } = {}) {
  const task = taskOf(schema);
  const plot = (name, parts) => dotPlot({ id: `plot-${id}-${name}`, heading, marks: texts.marks, ...parts });
  const named = Object.keys(all.measures).map((name) => [texts.names[name], sound(name, all.measures[name])]);
  const [main] = DRAWN[task];
  return [
    plot("errors", {
      ...texts.errors,
      axis: texts.axis[task](schema.label),
      rows: DRAWN[task].map((name) => drawn(texts.names[name], sound(name, all.measures[name]))).filter(Boolean),
      numbers: folded(texts.measure, named, texts.errors.title),
    }),
    groups.length > 0 && plot("groups", groupPlot(all, groups, groupBy, schema, main, task)),
    all.curve && plot("calibration", calibrationPlot(all.curve, schema)),
    all.quantiles && plot("residuals", residualPlot(all.quantiles, schema)),
    all.roc && roc(all.roc, schema, { id: `plot-${id}-roc`, heading }),
    all.confusion && confusionTable(all.confusion, schema, heading),
  ].filter(Boolean);
}

/** The main measure of all rows and of each group. */
function groupPlot(all, groups, groupBy, { label }, main, task) {
  const rows = [[texts.everybody, all], ...groups.map((group) => [group.level ?? texts.otherLevel, group])].map(
    ([name, figures]) => [name, measured(figures, main)],
  );
  const title = texts.groups.title(texts.names[main], groupBy);
  return {
    title,
    help: texts.groups.help,
    axis: texts.axis[task](label),
    rows: rows.map(([name, number]) => drawn(name, number)).filter(Boolean),
    numbers: folded(groupBy, rows, title),
  };
}

function calibrationPlot(curve, { label, classes }) {
  const names = curve.map(({ prediction }, i) =>
    texts.calibration.row(prediction, classes, prediction === curve[i + 1]?.prediction),
  );
  return {
    title: texts.calibration.title,
    help: texts.calibration.help,
    axis: texts.calibration.axis(label, classes),
    marks: { source: texts.calibration.predicted, weighted: texts.calibration.found },
    rows: curve.map(({ prediction, label: found }, i) => {
      const row = drawn(names[i], found) ?? { name: names[i], values: {}, spread: {} };
      return { ...row, values: { source: prediction, ...row.values } };
    }),
    numbers: folded(
      texts.calibration.head,
      curve.map((point, i) => [names[i], point.label]),
      texts.calibration.title,
    ),
  };
}

function residualPlot(quantiles, { label }) {
  return {
    ...texts.residuals,
    axis: texts.axis.numbers(label),
    rows: quantiles.map(({ share, residual }) => drawn(texts.residuals.row(share), residual)).filter(Boolean),
    numbers: folded(
      texts.residuals.head,
      quantiles.map(({ share, residual }) => [texts.residuals.row(share), residual]),
      texts.residuals.title,
    ),
  };
}

function roc(thresholds, { classes }, place) {
  const { title, help, head, row, axes } = texts.roc;
  const rows = thresholds.map(({ probability, true: right, false: wrong }) => [
    row(probability),
    ...cells(right),
    ...cells(wrong),
  ]);
  return rocPlot({
    ...place,
    title,
    help: help(classes[1]),
    axes,
    points: thresholds
      .map(({ probability, true: up, false: across }) => ({ name: row(probability), across, up }))
      .toReversed(),
    numbers: el("details", {}, el("summary", {}, texts.numbers), numberTable(head, rows, title)),
  });
}

/** Shares of the rows with a label; the table of more than a few classes scrolls. */
function confusionTable(confusion, { classes }, heading) {
  const rows = confusion.map((row, i) => [
    texts.confusion.predicted(classes[i]),
    ...row.map(({ value, high }) => value ?? (known(high) ? texts.confusion.atMost(high) : texts.unknown)),
  ]);
  return el(
    "details",
    { class: "confusion" },
    el("summary", {}, el(heading, {}, texts.confusion.title)),
    el("p", { class: "help" }, texts.confusion.help),
    numberTable([texts.confusion.head, ...classes], rows, texts.confusion.title),
  );
}

/**
 * Several owners' reports on one model beside each other: a figure of the main measure of each, or undefined where
 * fewer than two are about one model. `reports` are {name, release, figures}.
 */
export function ownersPlot(reports) {
  const digest = ({ release }) => release.certificate.report.modelSHA256;
  const [most = []] = reports
    .map((one) => reports.filter((other) => digest(other) === digest(one)))
    .sort((a, b) => b.length - a.length);
  if (most.length < 2) return undefined;
  const { schema } = most[0].release.provenance;
  const task = taskOf(schema);
  const [main] = DRAWN[task];
  const rows = most.map(({ name, figures }) => [name, measured(figures.all, main)]);
  const title = texts.owners.title(texts.names[main]);
  return dotPlot({
    id: "plot-owners",
    title,
    help: texts.owners.help(digest(most[0])),
    axis: texts.axis[task](schema.label),
    marks: texts.marks,
    rows: rows.map(([name, number]) => drawn(name, number)).filter(Boolean),
    numbers: folded(texts.owners.head, rows, title),
  });
}
