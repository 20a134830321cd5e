// The plots of a result, from its document and from the explanation that the engine computed from the noisy result and
// public data. `words` are {plots, report, models, numbers}: texts and numbers in a language. A figure is {id,
// title, help, note, table, draw}; `draw` gives the drawing for a width.
import { averagesIn, isTold } from "./averages.js";
import { dotPlot } from "./dot-plot.js";
import { labelErrors } from "./label-errors.js";
import { kindOf, nameOf } from "./models.js";
import { estimateFigures, reportFigures } from "./report.js";

const SEEN = 3; // times the noise of an average: smaller differences are not drawn
const DRAWN = 12; // lines of a plot; the table has the rest

/** Figures. `release` is the document, `explanation` what came with it, if anything did. */
export function resultFigures(/** @type {any} */ release, /** @type {any} */ explanation, words) {
  const { certificate, values, provenance } = release;
  if (explanation.figures) return reportFigures(explanation.figures, release, words);
  if (explanation.estimates) return estimateFigures(explanation.estimates, provenance.schema, words);
  return [
    certificate.labels?.errors && ofLabels(release, words),
    explanation.shifts?.length > 0 && ofShifts(explanation, provenance.schema, words),
    values.coefficients !== undefined && ofCoefficients(release, explanation, words),
    certificate.base && ofCandidates(release, words),
  ].filter(Boolean);
}

const OFF = 3; // times the public model's error: an interval that reaches farther has no end in the drawing

/** What private labels brought: the error of the released model as a share of the public model's, with its interval. */
function ofLabels({ certificate: { labels }, provenance: { schema } }, words) {
  const { title, help, axis, marks, rows: names, head, hidden, open } = words.plots.labels;
  const errors = labelErrors(labels, schema.classes).map(({ of, gain: { value, low, high } }) => {
    return { of, known: value === null ? null : 1 - value, from: 1 - high, to: low === null ? Infinity : 1 - low };
  });
  const rows = errors.flatMap(({ of, known, from, to }) => {
    const [publicName, ownName] = names(of);
    return [
      { name: publicName, values: { source: 100 } },
      {
        name: ownName,
        values: { weighted: known === null ? null : 100 * known },
        spread: { weighted: [100 * from, to > OFF ? Infinity : 100 * to] },
      },
    ];
  });
  const { percent } = words.numbers;
  const table = errors.map(({ of, known, from, to }) => [
    names(of)[1],
    known === null ? hidden : percent(known),
    percent(from),
    to === Infinity ? open : percent(to),
  ]);
  return { id: "labels", title, help, table: { head, rows: table }, draw: dotPlot({ axis, marks, rows }, words) };
}

/**
 * How far the private averages are from the sample's, before and after weighting, on one scale (a Love plot); the names
 * and the table have the averages in the columns' own units, the table with their noise: a codebook. A mechanism that
 * does not measure the private averages shows how the weights move the sample's.
 */
function ofShifts({ shifts, shiftNoise: noise }, schema, words) {
  const texts = words.plots.shift;
  if (shifts[0].target === null) {
    const { moved: title, axis, marks } = texts;
    const rows = shifts.map(({ name, source, weighted }) => ({ name, values: { source, weighted } }));
    const shown = largest(rows.filter(isTold(schema)), ({ values: { source, weighted } }) =>
      Math.abs(weighted - source),
    );
    return figure({ id: "shift", title, note: texts.helpNoTarget, axis, marks, all: rows, ...shown }, words);
  }
  const marks = present(texts.apart, shifts[0]);
  const inUnits = averagesIn(schema, words.numbers);
  const rows = shifts.map((shift) => {
    const { here, there } = inUnits(shift);
    const values = mapped(present(shift, shift, Object.keys(marks)), (value) => shift.target - value);
    const spread = mapped(values, () => 2 * noise);
    return { name: texts.row(shift.name, here, there), column: shift.name, values, spread };
  });
  const size = ({ values }) => Math.abs(values.source);
  const told = rows.filter(({ column }) => isTold(schema)({ name: column }));
  // What the noise alone could explain is in the table.
  const seen = told.filter((row) => size(row) > SEEN * noise).toSorted((a, b) => size(b) - size(a));
  const { source, target, weighted } = texts.marks;
  const table = {
    head: [words.plots.name, source, target, texts.noise, ...("weighted" in marks ? [weighted] : [])],
    rows: shifts.map((shift) => {
      const { value, scale } = inUnits(shift);
      const after = "weighted" in marks ? [value(shift.weighted)] : [];
      return [shift.name, value(shift.source), value(shift.target), 2 * noise * scale, ...after].map(rounded);
    }),
  };
  const title = seen.length > 0 ? texts.title(seen.length, told.length) : texts.none;
  return figure(
    { id: "shift", title, note: texts.help, axis: texts.axis, marks, table, ...largest(seen, size) },
    words,
  );
}

function ofCoefficients({ values, provenance: { schema } }, { unweighted }, words) {
  const texts = words.plots.coefficients;
  const scales = new Map(
    schema.columns.flatMap(({ name, scale, levels }) =>
      (levels ?? [{ scale }]).map((level) => [keyOf({ column: name, level: level.name }), level.scale]),
    ),
  );
  const effect = (c) => c.value * scales.get(keyOf(c));
  const before = unweighted && new Map(unweighted.coefficients.map((c) => [keyOf(c), effect(c)]));
  const rows = values.coefficients.map((c) => ({
    name: coefficientName(c),
    values: { ...(before && { source: before.get(keyOf(c)) }), weighted: effect(c) },
  }));
  const { title, help } = texts;
  const shown = {
    axis: texts.axis(schema.label),
    marks: before ? texts.marks : { weighted: texts.marks.weighted },
    ...largest(rows, ({ values: { weighted, source = weighted } }) => Math.max(Math.abs(weighted), Math.abs(source))),
  };
  return figure({ id: "coefficients", title, help, ...shown }, words);
}

/**
 * The best candidate of each kind, the best first; the table has all. Squared errors are shown as their roots, in the
 * label's unit.
 */
function ofCandidates({ certificate: { base }, provenance: { schema } }, words) {
  const { title, help, axis, marks } = words.plots.candidates;
  const classes = schema.classes !== undefined;
  const size = (loss) => (classes ? loss : Math.sqrt(loss));
  const sorted = base.candidates.toSorted((a, b) => a.weighted - b.weighted);
  const best = sorted.filter((candidate, i) => sorted.findIndex((other) => other.base === candidate.base) === i);
  const row = (name) => (candidate) => ({
    name: name(candidate, words.models),
    values: { source: size(candidate.public), weighted: size(candidate.weighted) },
  });
  const shown = { axis: axis(schema.label, classes), marks, rows: best.map(row(kindOf)), all: sorted.map(row(nameOf)) };
  return figure({ id: "candidates", title, help: help(classes), ...shown }, words);
}

/** A plot with its numbers as a table, for those who do not see it or want them all. */
function figure(/** @type {Record<string, any>} */ { id, title, help, note, all, cut, table: own, ...shown }, words) {
  const marks = Object.keys(shown.marks);
  const rows = (all ?? shown.rows).map(({ name, values }) => [name, ...marks.map((mark) => values[mark])]);
  const table = own ?? { head: [words.plots.name, ...marks.map((mark) => shown.marks[mark])], rows };
  const counts = cut && words.plots.cut(...cut);
  return { id, title, help: [help, counts].filter(Boolean).join(" "), note, table, draw: dotPlot(shown, words) };
}

/** The rows with the largest size, in their own order. */
function largest(rows, size) {
  if (rows.length <= DRAWN) return { rows };
  const first = new Set(rows.toSorted((a, b) => size(b) - size(a)).slice(0, DRAWN));
  return { rows: rows.filter((row) => first.has(row)), all: rows, cut: [DRAWN, rows.length] };
}

/** The entries of `from` whose keys have a number in `where`. */
const present = (from, where, keys = Object.keys(from)) =>
  Object.fromEntries(keys.filter((k) => typeof where[k] === "number").map((k) => [k, from[k]]));

const rounded = (value) => (typeof value === "number" ? Number(value.toPrecision(6)) : value);

const mapped = (from, change) => Object.fromEntries(Object.entries(from).map(([name, value]) => [name, change(value)]));

/** Tells the coefficients of a model apart. */
const keyOf = (/** @type {any} */ { column, level }) => JSON.stringify([column, level ?? null]);

/** A coefficient's name for the eye. */
const coefficientName = (/** @type {any} */ { column, level }) =>
  level === undefined ? column : `${column} = ${level}`;
