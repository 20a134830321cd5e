// The plots of a result. They show the explanation that the vault computed from the noisy result and public data.
import { kindOf, nameOf } from "../shared/chosen.js";
import { curvePlot } from "../plots/curve-plot.js";
import { dotPlot } from "../plots/dot-plot.js";
import { el } from "../shared/dom.js";
import { labelErrors } from "../shared/label-errors.js";
import { plain } from "../shared/numbers.js";
import { reportPlots } from "../plots/report.js";
import { numberTable } from "../plots/number-table.js";
import { averagesIn, isTold } from "./result-words.js";
import { plots as texts, result } from "./texts.js";

const DRAWN = 12; // lines of a plot; the table beneath has the rest

/** Returns figures. `release` is the document, `explanation` what came with it. */
export function plotsOf(release, explanation) {
  if (explanation.figures) return reportPlots(explanation.figures, release.provenance.schema);
  return [
    release.certificate.labels?.errors && labelPlot(release),
    explanation.shifts.length > 0 && shiftPlot(explanation, release.provenance.schema),
    release.values.coefficients !== undefined && coefficientPlot(release, explanation),
    release.certificate.base && candidatePlot(release),
    ...(explanation.effects ? effectPlots(explanation.effects, release) : []),
    explanation.weights && weightPlot(explanation.weights),
  ].filter(Boolean);
}

/**
 * What private labels brought: the errors of the public model and of the released one, on the private rows, with their
 * intervals.
 */
function labelPlot({ certificate: { labels }, provenance: { schema } }) {
  const errors = labelErrors(labels, schema.classes);
  const rows = errors.flatMap(({ of, base, corrected }) => {
    const [publicName, ownName] = texts.labels.rows(of);
    const ends = ({ low, high }) => [low, high ?? Infinity];
    return [
      { name: publicName, values: { source: base.value }, spread: { source: ends(base) } },
      { name: ownName, values: { weighted: corrected.value }, spread: { weighted: ends(corrected) } },
    ];
  });
  const table = errors.flatMap(({ of, base, corrected }) =>
    [base, corrected].map(({ value, low, high }, i) => [
      texts.labels.rows(of)[i],
      value ?? texts.labels.hidden,
      low,
      high ?? texts.labels.open,
    ]),
  );
  const numbers = el(
    "details",
    {},
    el("summary", {}, texts.numbers),
    numberTable(texts.labels.head, table, texts.labels.title),
  );
  const classes = schema.classes !== undefined;
  return dotPlot({
    id: "plot-labels",
    title: texts.labels.title,
    help: texts.labels.help(classes),
    axis: texts.labels.axis(schema.label, classes),
    marks: texts.labels.marks,
    rows,
    numbers,
  });
}

/** The names say the averages in the columns' own units, and so does the table; the drawing has one scale for all. */
function shiftPlot({ shifts, shiftNoise }, schema) {
  const inUnits = averagesIn(schema);
  const known = shifts.some(({ target }) => target !== null);
  const marks = present(texts.shift.marks, shifts[0]);
  const size = ({ source, target, weighted }) => Math.abs((target ?? weighted ?? source) - source);
  const rows = shifts.map((shift) => {
    const values = present(shift, shift, Object.keys(marks));
    const own = known ? inUnits(shift) : undefined;
    return {
      shift,
      name: own ? texts.shift.row(shift.name, own.here, own.there) : shift.name,
      own: own && { name: shift.name, values: mapped(values, own.value) },
      values,
      spread: { target: 2 * (shiftNoise ?? 0) },
    };
  });
  return figure({
    id: "plot-shift",
    title: texts.shift.title,
    foldedHelp: known ? texts.shift.help : texts.shift.helpNoTarget,
    axis: known ? undefined : texts.shift.axis,
    marks,
    ...largest(
      rows.filter(({ shift }) => isTold(schema)(shift)),
      ({ shift }) => size(shift),
    ),
    all: rows,
  });
}

function coefficientPlot({ values, provenance: { schema } }, { unweighted }) {
  const scales = new Map(
    schema.columns.flatMap(({ name, scale, levels }) =>
      (levels ?? [{ scale }]).map((level) => [key(name, level.name), level.scale]),
    ),
  );
  const effect = ({ column, level, value }) => value * (scales.get(key(column, level)) ?? 1); // other features are scaled already
  const before =
    unweighted && new Map(unweighted.coefficients.map((c) => [key(c.column, c.level, c.feature), effect(c)]));
  const rows = values.coefficients.map((c) => ({
    name: coefficientName(c),
    values: { ...(before && { source: before.get(key(c.column, c.level, c.feature)) }), weighted: effect(c) },
  }));
  return figure({
    id: "plot-coefficients",
    title: texts.coefficients.title,
    help: texts.coefficients.help,
    axis: texts.coefficients.axis(schema.label),
    marks: before ? texts.coefficients.marks : { weighted: texts.coefficients.marks.weighted },
    ...largest(rows, ({ values: { weighted, source = weighted } }) => Math.max(Math.abs(weighted), Math.abs(source))),
  });
}

/**
 * The best candidate of each kind, the best first; the table has all. Squared errors are shown as their roots, in the
 * label's unit.
 */
function candidatePlot({ certificate: { base }, provenance: { schema } }) {
  const classes = schema.classes !== undefined;
  const size = (loss) => (classes ? loss : Math.sqrt(loss));
  const sorted = base.candidates.toSorted((a, b) => a.weighted - b.weighted);
  const best = sorted.filter((candidate, i) => sorted.findIndex((other) => other.base === candidate.base) === i);
  const row = (name) => (candidate) => ({
    name: name(candidate),
    values: { source: size(candidate.public), weighted: size(candidate.weighted) },
  });
  return figure({
    id: "plot-candidates",
    title: texts.candidates.title,
    help: texts.candidates.help(classes),
    axis: texts.candidates.axis(schema.label, classes),
    marks: texts.candidates.marks,
    rows: best.map(row(kindOf)),
    all: sorted.map(row(nameOf)),
  });
}

/** How a nonlinear model depends on its columns: how much on each, and along the most important ones. */
function effectPlots({ importances, curves }, { provenance: { schema } }) {
  const several = schema.classes?.length > 2; // their curves would be a plot for each class
  // Where columns act together, their shares add up to more than 1, and that of one can be above it.
  const important = importances.map(({ column, share }) => ({
    name: column,
    values: { weighted: Math.min(1, share) },
  }));
  return [
    figure({
      id: "plot-importance",
      title: texts.importance.title,
      help: texts.importance.help,
      axis: texts.importance.axis,
      marks: texts.importance.marks,
      bars: true,
      ...largest(important, ({ values }) => values.weighted),
    }),
    ...(several ? [] : curves.map((curve, i) => dependence(curve, i, schema))),
  ];
}

/** Numbers have their places on the column's scale; levels and dates a line each. */
function dependence({ column, cells, at, values }, i, { label, classes }) {
  const named = {
    id: `plot-curve-${i + 1}`,
    title: texts.curve.title(column),
    help: texts.curve.help,
    axis: texts.curve.axis(label, classes),
    marks: texts.curve.marks,
  };
  if (cells) {
    const rows = cells.map((name, k) => ({ name, values: { weighted: values[k][0] } }));
    return figure({ ...named, ...largest(rows, () => 1) });
  }
  const rows = at.map((value, k) => ({
    name: plain(Number(value.toPrecision(4))),
    values: { weighted: values[k][0] },
  }));
  const points = at.map((value, k) => [value, values[k][0]]);
  return figure({ ...named, help: `${named.help} (${named.axis})`, rows, across: column, points }, curvePlot);
}

function weightPlot({ rows, effective, largest: most }) {
  const even = effective > rows * (1 - 1e-9);
  if (even)
    return el(
      "figure",
      { class: "plot", id: "plot-weights" },
      el("figcaption", {}, el("h3", {}, texts.weights.title), el("p", {}, texts.weights.even)),
    );
  return figure({
    id: "plot-weights",
    title: texts.weights.title,
    help: texts.weights.help(most.length, effective, rows),
    axis: texts.weights.axis,
    marks: texts.weights.marks,
    bars: true,
    rows: most.map(({ row, share }) => ({ name: texts.weights.row(row), values: { weighted: share } })),
  });
}

/** A plot with its numbers as a table, for those who do not see it or want them all. */
function figure(/** @type {Record<string, any>} */ { all, cut, foldedHelp, ...plot }, draw = dotPlot) {
  const marks = Object.keys(plot.marks);
  const table = numberTable(
    [texts.name, ...marks.map((mark) => plot.marks[mark])],
    (all ?? plot.rows)
      .map((row) => row.own ?? row)
      .map(({ name, values }) => [name, ...marks.map((mark) => values[mark])]),
    plot.title,
  );
  const more = foldedHelp && el("p", { class: "help" }, foldedHelp);
  const numbers = el("details", {}, el("summary", {}, texts.numbers), ...[more].filter(Boolean), table);
  return draw({ ...plot, help: [plot.help, cut].filter(Boolean).join(" "), numbers });
}

/** The rows with the largest size, in their own order. */
function largest(rows, size) {
  if (rows.length <= DRAWN) return { rows };
  const first = new Set(
    rows
      .map((row, i) => [row, size(row, i)])
      .sort((a, b) => b[1] - a[1])
      .slice(0, DRAWN)
      .map(([row]) => row),
  );
  return { rows: rows.filter((row) => first.has(row)), all: rows, cut: texts.cut(DRAWN, rows.length) };
}

/** The entries of `from` whose keys have a number in `where`. */
const present = (from, where, keys = Object.keys(from)) =>
  Object.fromEntries(keys.filter((k) => typeof where[k] === "number").map((k) => [k, from[k]]));

const mapped = (from, change) => Object.fromEntries(Object.entries(from).map(([name, value]) => [name, change(value)]));

const key = (column, level, feature) => JSON.stringify([column ?? null, level ?? null, feature ?? null]);

/** A coefficient's name for the eye. */
const coefficientName = ({ column, level, feature }) =>
  feature ?? (level === undefined ? column : `${column} = ${level}`);

/** The rows of the table of coefficients: [name, before, after], or without before where it is not known. */
export function coefficientRows({ intercept, coefficients }, unweighted) {
  const before =
    unweighted && new Map(unweighted.coefficients.map((c) => [key(c.column, c.level, c.feature), c.value]));
  return [
    [result.intercept, ...(before ? [unweighted.intercept] : []), intercept],
    ...coefficients.map((c) => [
      coefficientName(c),
      ...(before ? [before.get(key(c.column, c.level, c.feature))] : []),
      c.value,
    ]),
  ];
}
