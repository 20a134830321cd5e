// A released model as one query, which scores the rows of a table.
import { PrivadaptError } from "../errors.js";
import { PARTS } from "./parts.js";
import { dialects, LEAST_EXPONENT, Layers } from "./sql-layers.js";

const LARGEST = 1e100; // standardised, beyond which a cell counts as missing
const LEAST = 1e-100; // below which it counts as the mean, so that no product is too small for PostgreSQL
const LEAST_PROBABILITY = 1e-3;

/**
 * The query: see modelOf. Its columns are the columns of `keep` and `prediction`. Of classes it is the likeliest,
 * and beside it is the probability of each, named "p(class)".
 */
export function sqlOf(
  model,
  /** @type {{dialect: string, table: string, keep?: string[]}} */ { dialect, table, keep = [] },
) {
  if (!Object.hasOwn(dialects, dialect))
    throw new PrivadaptError("bad-option", `the dialect is ${Object.keys(dialects).join(" or ")}, not "${dialect}"`);
  if (typeof table !== "string" || table.trim() === "")
    throw new PrivadaptError("bad-option", "a query needs the name of its table");
  if (!Array.isArray(keep) || keep.some((own) => typeof own !== "string"))
    throw new PrivadaptError("bad-option", "keep is a list of names of columns of the table");
  checkNumbers(model.root);
  const layers = new Layers(dialects[dialect]);
  const { cells, kept } = cellsOf(layers, model, keep);
  const write = { coefficients: ofCoefficients, blend: ofBlend, corrected: ofCorrected };
  const scores = write[model.root.kind](layers, model.root, cells);
  const columns = keep.map((own, k) => /** @type {[string, string]} */ ([own, kept[k]]));
  if (!model.classes) return layers.query(table, [...columns, ["prediction", scores[0]]]);
  const p = model.root.kind === "corrected" ? scores : probabilities(layers, scores);
  const [top] = layers.add([`GREATEST(${p.join(", ")})`]);
  const { text } = layers.dialect;
  const likeliest = model.classes.map((own, k) => `WHEN ${p[k]} = ${top} THEN ${text(own)}`).join(" ");
  return layers.query(table, [
    ...columns,
    ["prediction", `CASE ${likeliest} END`],
    ...model.classes.map((own, k) => [`p(${own})`, p[k]]),
  ]);
}

/** Refuses numbers of a model with which databases fail; see the package warehouse. */
function checkNumbers(part) {
  if (typeof part === "number") {
    const size = Math.abs(part);
    if (size !== 0 && size !== Number.MAX_VALUE && !(size >= 1e-60 && size <= 1e60))
      throw new PrivadaptError(
        "bad-option",
        `the model has numbers as large or as small as ${part.toPrecision(3)}, with which some databases fail; give the label and the columns in other units, or choose another model`,
      );
  } else if (part && typeof part === "object")
    for (const [key, own] of Object.entries(part)) if (key !== "limit") checkNumbers(own);
}

/** The cells as numbers or places of levels, NULL where they are missing, and `z`, the standardised features. */
function cellsOf(layers, { columns, features }, keep) {
  const { double, name, number, days, trimmed, text } = layers.dialect;
  const read = columns.map((column) => {
    const cell = `rows_.${name(column.name)}`;
    if (!column.levels) return (column.dates ? days : number)(cell);
    const levels = column.levels.map((level, k) => `WHEN ${text(level.name)} THEN ${k}`).join(" ");
    return `CASE ${trimmed(cell)} ${levels} END`;
  });
  const first = layers.add([...read, ...keep.map((own) => `rows_.${name(own)}`)]);
  const kept = first.slice(columns.length);
  const bound = (v) => double(Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, v)));
  const cells = layers.add(
    columns.map(({ levels, mean, scale }, i) => {
      const [low, high] = [mean - LARGEST * scale, mean + LARGEST * scale];
      return levels
        ? first[i]
        : `CASE WHEN ${first[i]} >= ${bound(low)} AND ${first[i]} <= ${bound(high)} THEN ${first[i]} END`;
    }),
  );
  const z = layers.add(
    features.map(({ i, k, level }) => {
      const { mean, scale } = level ?? columns[i];
      if (level)
        return `CASE WHEN ${cells[i]} IS NULL THEN ${double(0)} WHEN ${cells[i]} = ${k} THEN ${double((1 - mean) / scale)} ELSE ${double(-mean / scale)} END`;
      const gap = `(${cells[i]} - ${double(mean)})`;
      return `CASE WHEN ${cells[i]} IS NULL OR ABS(${gap}) < ${double(LEAST * scale)} THEN ${double(0)} ELSE ${gap} / ${double(scale)} END`;
    }),
  );
  return { cells: { z, cells, columns }, kept };
}

const multiplied = (layers, z, { matrix }) =>
  layers.affine(
    z,
    matrix.map((row) => [0, ...row]),
  );

/** Features of standardised columns: see package features. */
const maps = {
  linear: (_layers, z) => z,
  directions: multiplied,
  quadratic: (layers, z, { means, scales, pairs }) => {
    const { double } = layers.dialect;
    const bound = double(1.5 * Math.sqrt(z.length));
    const [largest] = layers.add([`GREATEST(${double(1)}, ${z.map((x) => `ABS(${x})`).join(", ")})`]);
    const small = layers.add(
      z.map((x) => `CASE WHEN ABS(${x}) < ${double(LEAST)} * ${largest} THEN ${double(0)} ELSE ${x} / ${largest} END`),
    );
    const [square] = layers.sums([[double(0), ...small.map((x) => `${x} * ${x}`)]]);
    const [root] = layers.add([`SQRT(${square})`]);
    const row = layers.add(
      z.map(
        (x, k) => `CASE WHEN ${largest} * ${root} <= ${bound} THEN ${x} ELSE ${small[k]} * (${bound} / ${root}) END`,
      ),
    );
    const raw = [...row, ...layers.add(pairs.map(([a, b]) => `${row[a]} * ${row[b]}`))];
    return layers.standardise(
      raw,
      means.map((mean, k) => ({ mean, scale: scales[k] })),
    );
  },
};

function ofCoefficients(layers, model, cells) {
  const x = maps[model.map.map](layers, cells.z, model.map, cells);
  const [sum] = layers.affine(x, [[model.base, ...model.slopes]]);
  return layers.add([layers.within(sum, model)]);
}

function ofBlend(layers, blend, cells) {
  const { double } = layers.dialect;
  const scored = blend.parts.map(({ model, ...of }) => ({
    ...of,
    scores: PARTS[model.kind].sql(layers, model, cells),
  }));
  const outputs = scored[0].scores.map((_, k) => k);
  const sum = (which) =>
    layers.sums(
      outputs.map((k) => [
        double(0),
        ...scored.filter((of) => of[which] !== 0).map((of) => `${double(of[which])} * ${of.scores[k]}`),
      ]),
    );
  const [own, from] = [sum("share"), sum("public")];
  const limit = double(blend.limit);
  const scores = layers.add(
    own.map((score, k) => `LEAST(GREATEST(${score}, ${from[k]} - ${limit}), ${from[k]} + ${limit})`),
  );
  return layers.limited(scores, blend);
}

/** Probabilities of all classes, without a number that would be too large or too small for PostgreSQL. */
function probabilities(layers, scores) {
  const { double } = layers.dialect;
  const exponential = (x) => `CASE WHEN ${x} < ${double(-LEAST_EXPONENT)} THEN ${double(0)} ELSE EXP(${x}) END`;
  if (scores.length === 1) {
    const [x] = scores;
    const [size] = layers.add([`-ABS(${x})`]);
    const [e] = layers.add([exponential(size)]);
    const [likely, other] = layers.add([`${double(1)} / (${double(1)} + ${e})`, `${e} / (${double(1)} + ${e})`]);
    return layers.add([
      `CASE WHEN ${x} >= 0 THEN ${other} ELSE ${likely} END`,
      `CASE WHEN ${x} >= 0 THEN ${likely} ELSE ${other} END`,
    ]);
  }
  const [top] = layers.add([`GREATEST(${scores.join(", ")})`]);
  const gaps = layers.add(scores.map((x) => `${x} - ${top}`));
  const e = layers.add(gaps.map(exponential));
  const [sum] = layers.sums([[double(0), ...e]]);
  return layers.add(e.map((x) => `${x} / ${sum}`));
}

/**
 * What a blend predicts for each output of an offset: the number, or the probabilities of all classes but the first.
 */
function valuesOf(layers, blend, cells) {
  const scores = ofBlend(layers, blend, cells);
  return blend.classes ? probabilities(layers, scores).slice(1) : scores;
}

function ofCorrected(layers, { offset, units, share, other, delta }, cells) {
  const { double } = layers.dialect;
  const f = valuesOf(layers, offset, cells);
  const g = layers.standardise(
    f,
    units.map(({ centre, scale }) => ({ mean: centre, scale })),
  );
  const h = other && valuesOf(layers, other, cells);
  const mixed = h ? layers.add(f.map((own, k) => `${double(1 - share)} * ${own} + ${double(share)} * ${h[k]}`)) : f;
  const correction = layers.affine([...cells.z, ...g], delta);
  const values = layers.add(mixed.map((own, k) => `${own} + ${correction[k]}`));
  if (!offset.classes) return layers.add([layers.within(values[0], offset)]);
  const p = layers.add(values.map((own) => layers.within(own, { low: LEAST_PROBABILITY, high: 1 })));
  const [left] = layers.add([`GREATEST(${double(1)} - (${p.join(" + ")}), ${double(LEAST_PROBABILITY)})`]);
  const [sum] = layers.add([[left, ...p].join(" + ")]);
  return layers.add([left, ...p].map((own) => `${own} / ${sum}`));
}
