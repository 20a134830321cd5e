// The figures of a report or an estimate, as plots. The engine computed them; each is {value, low, high}, and an end or a value
// that is null is not known. `words` are {report, numbers}: texts and numbers in a language.
import { dotPlot } from "./dot-plot.js";
import { squarePlot } from "./square-plot.js";

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

/**
 * Plots of what a report says; `id` keeps the plots of several reports apart. Residuals are counted up to four times the
 * typical error on public rows, which stands beside the one on private rows.
 */
export function reportFigures(
  /** @type {any} */ { all, groups = [], groupBy },
  { certificate: { report }, provenance: { schema } },
  words,
  id = "report",
) {
  const { report: texts } = words;
  const ofPublic = report.residuals?.at(-1) / 4;
  const task = taskOf(schema);
  const named = Object.keys(all.measures).map((name) => [texts.names[name], sound(name, all.measures[name])]);
  const errors = {
    ...texts.errors,
    axis: texts.axis[task](schema.label),
    rows: DRAWN[task].map((name) => drawn(texts.names[name], sound(name, all.measures[name]))),
    table: tableOf(texts.measure, named, texts),
  };
  if (ofPublic) {
    errors.marks = { source: texts.ofPublic, ...texts.marks };
    if (errors.rows[0]) errors.rows[0].values.source = ofPublic;
  }
  return [
    dots(`${id}-errors`, errors, words),
    groups.length > 0 && dots(`${id}-groups`, ofGroups(all, groups, groupBy, schema, texts), words),
    all.curve && calibration(all.curve, schema, words, `${id}-calibration`),
    all.quantiles && dots(`${id}-residuals`, residuals(all.quantiles, schema, texts), words),
    all.roc && roc(all.roc, schema, words, `${id}-roc`),
  ].filter(Boolean);
}

/** A figure of rows. Some of them say nothing. */
function dots(id, { title, help, table, open = false, rows, ...shown }, words) {
  const draw = dotPlot({ marks: words.report.marks, ...shown, rows: rows.filter(Boolean) }, words);
  return { id, title, help, table, open, draw };
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

/** What is predicted across and what is found up, where a point on the diagonal is right on average. */
function calibration(curve, { label, classes }, { report: texts, numbers }, id) {
  const { row: rowName, axis, head, title, help, predicted, found } = texts.calibration;
  const names = curve.map(({ prediction }, i) => rowName(prediction, classes, prediction === curve[i + 1]?.prediction));
  const points = curve.map(({ prediction, label }, i) => ({
    name: names[i],
    across: { value: prediction, low: prediction, high: prediction },
    up: label,
  }));
  const ends = points.flatMap(({ across, up }) => [across.value, up.value ?? across.value]);
  const shown = {
    axes: { across: `${predicted}: ${axis(label, classes)}`, up: found },
    points,
    ...(classes ? { format: numbers.percent } : { ends: [Math.min(...ends), Math.max(...ends)] }),
  };
  const rows = curve.map((point, i) => [names[i], point.label]);
  return {
    id,
    title,
    help,
    widest: WIDEST_ROC,
    table: tableOf(head, rows, texts),
    draw: squarePlot(shown, { numbers }),
  };
}

function residuals(quantiles, { label }, texts) {
  const { title, help, head, row } = texts.residuals;
  const rows = quantiles.map(({ share, residual }) => [row(share), residual]);
  const shown = { rows: rows.map(([name, residual]) => drawn(name, residual)), table: tableOf(head, rows, texts) };
  return { title, help, axis: texts.axis.numbers(label), ...shown };
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
  const draw = squarePlot({ axes, points, format: words.numbers.percent, whole: true }, words);
  return { id, title, help: help(classes[1]), table: { head, rows }, widest: WIDEST_ROC, draw };
}

/**
 * What an estimate states of a mean: its value between the ends of its interval or, without labels, of its noise, or why
 * it says nothing.
 */
export function statedMean({ rows, labelled }, { estimate, noise }, texts) {
  if (!(rows.low > 0)) return { value: null, low: null, high: null, instead: texts.average.noRows };
  if (estimate.value === null || noise.low === null || noise.high === null)
    return { value: null, low: null, high: null, instead: texts.fewRows };
  return labelled ? estimate : { ...noise, value: estimate.value };
}

/** The plot of what an estimate says: of all rows and of each group, beside the average of the public sample. */
export function estimateFigures(
  /** @type {any} */ { all, groups = [], groupBy, sample },
  schema,
  words,
  id = "estimate",
) {
  const { average, everybody, otherLevel } = words.report;
  const named = [
    [everybody, all, sample.averages],
    ...groups.map((group, i) => [group.level ?? otherLevel, group, sample.groups[i]]),
  ];
  return [averages(named, { help: average[all.labelled ? "help" : "noise"], by: groupBy }, schema, words, id)];
}

/** A figure of averages by name, each beside those of the public rows, with a line for each mean. */
function averages(named, { help, by = undefined }, schema, words, id) {
  const { report: texts } = words;
  const { marks, head } = texts.average;
  const several = named[0][2].length > 1;
  const second = several ? undefined : schema.classes?.[1];
  const what = second ? texts.average.class(second) : texts.average[several ? "shares" : "number"](schema.label);
  const rows = named.flatMap(([name, average, ofPublic]) =>
    average.means.map((mean, k) => ({
      name: several ? `${name}: ${mean.class}` : name,
      number: statedMean(average, mean, texts),
      source: ofPublic[k], // none where no public row has the value
    })),
  );
  const figure = {
    title: by ? texts.average.by(what, by) : what,
    help,
    axis: second || several ? texts.axis.two() : schema.label,
    marks,
    near: true,
    open: named.length > 1,
    rows: rows.map(({ name, number, source }) => {
      const row = drawn(name, number);
      return row && { ...row, values: { ...(known(source) && { source }), ...row.values } };
    }),
    table: {
      head,
      rows: rows.map(({ name, number, source = "" }) => [
        name,
        ...(number.instead ? [number.instead, "", ""] : cells(number, texts)),
        source,
      ]),
    },
  };
  return dots(id, figure, words);
}

/**
 * Several owners' reports on one model, or estimates by one, beside each other: a figure of the main number of each, or
 * undefined where fewer than two are about one model. `reports` are {name, release, figures}, of one kind.
 */
export function ownersFigure(/** @type {any[]} */ reports, words) {
  const { report: texts } = words;
  const digest = ({ release }) => release.certificate.report.modelSHA256;
  const [most = []] = reports
    .map((one) => reports.filter((other) => digest(other) === digest(one)))
    .sort((a, b) => b.length - a.length);
  if (most.length < 2) return undefined;
  const [{ release }] = most;
  const { schema } = release.provenance;
  const help = texts.owners.help(digest(most[0]));
  if (release.kind === "estimate")
    return averages(
      most.map(({ name, figures }) => [name, figures.all, figures.sample.averages]),
      { help: `${texts.average.noise} ${help}` },
      schema,
      words,
      "owners-estimates",
    );
  const main = mainOf(schema);
  const rows = most.map(({ name, figures }) => [name, measured(figures.all, main, texts)]);
  const figure = {
    title: texts.owners.title(texts.names[main]),
    help,
    axis: texts.axis[taskOf(schema)](schema.label),
    rows: rows.map(([name, number]) => drawn(name, number)),
    table: tableOf(texts.owners.head, rows, texts),
  };
  return dots("owners", figure, words);
}
