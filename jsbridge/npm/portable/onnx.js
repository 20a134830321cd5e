// A released model as ONNX: standard operators in numbers of 8 bytes, and the tree ensembles of ai.onnx.ml.
import { DOUBLE, Graph, STRING } from "./onnx-graph.js";
import { PARTS } from "./parts.js";

const LARGEST = 1e100; // standardised, beyond which a cell counts as missing
/** Bounds of what a correction leaves of a probability at least: half of what the models say without it. */
const [FLOOR, CEILING] = [0.001, 0.02];

/** The bytes of a model: see modelOf. An input for each column, and `prediction`, or `label` and `probabilities`. */
export function onnxOf(model, { facts, version }) {
  const graph = new Graph(model.columns.map(({ name }) => name));
  const cells = cellsOf(graph, model);
  const { root, classes } = model;
  const write = { coefficients: ofCoefficients, blend: ofBlend, corrected: ofCorrected };
  const scores = write[root.kind](graph, root, cells);
  if (!classes) graph.output("prediction", scores, DOUBLE, 1);
  else {
    const p = root.kind === "corrected" ? scores : probabilities(graph, scores, classes.length);
    const best = graph.node("ArgMax", [p], { axis: 1, keepdims: 1 });
    graph.output("label", graph.node("Gather", [graph.strings(classes), best], { axis: 0 }), STRING, 1);
    graph.output("probabilities", p, DOUBLE, classes.length);
  }
  return graph.model({ name: "privadapt", facts, version });
}

/**
 * The cells of a table: `z`, its standardised features; `cells` and their places in it by column, numbers in raw units,
 * NaN where they are missing, and levels from 1 on, the number after the last where they are missing.
 */
function cellsOf(graph, { columns, features }) {
  const numbers = columns.flatMap((column, i) => (column.levels ? [] : [i]));
  const place = [];
  const [z, cells] = [[], []];
  const at = columns.map(() => 0);
  let width = 0;
  columns.forEach(({ name, levels }) => graph.input(name, levels ? STRING : DOUBLE));
  if (numbers.length > 0) {
    const raw = graph.beside(numbers.map((i) => columns[i].name));
    const of = (field) => graph.doubles(numbers.map((i) => columns[i][field]));
    const standard = graph.node("Div", [graph.node("Sub", [raw, of("mean")]), of("scale")]);
    const usual = graph.node("LessOrEqual", [graph.node("Abs", [standard]), graph.number(LARGEST)]);
    z.push(graph.node("Where", [usual, standard, graph.number(0)]));
    cells.push(graph.node("Where", [usual, raw, graph.number(Number.NaN)]));
    for (const i of numbers) {
      place[i] = width;
      at[i] = width++;
    }
  }
  let cellCount = width;
  columns.forEach(({ name, levels }, i) => {
    if (!levels) return;
    const names = levels.map((level) => level.name);
    const code = graph.ml("LabelEncoder", [name], {
      keys_strings: names,
      values_int64s: names.map((_, k) => k),
      default_int64: names.length,
    });
    const table = names.flatMap((_, k) => levels.map(({ mean, scale }, m) => ((k === m ? 1 : 0) - mean) / scale));
    const rows = graph.doubles([...table, ...names.map(() => 0)], [names.length + 1, names.length]);
    const flat = graph.node("Squeeze", [code, graph.integers([1])]);
    z.push(graph.node("Gather", [rows, flat], { axis: 0 }));
    cells.push(graph.node("Add", [graph.cast(code, "double"), graph.number(1)]));
    place[i] = cellCount++;
    at[i] = width;
    width += names.length;
  });
  const order = features.map(({ i, k = 0 }) => at[i] + k);
  const joined = graph.beside(z);
  const sorted = order.every((p, k) => p === k) ? joined : graph.columns(joined, order);
  return { z: sorted, dim: features.length, cells: graph.beside(cells), place, columns };
}

/** Zeros where a feature of a row is not finite: x − x is then no number. */
function finiteRows(graph, x) {
  const gap = graph.sum(graph.node("Sub", [x, x]));
  return graph.node("Where", [graph.node("Equal", [gap, graph.number(0)]), x, graph.number(0)]);
}

const maps = {
  linear: (_graph, z) => z,
  quadratic: (graph, z, { means, scales, pairs }, { dim }) => {
    const bound = 1.5 * Math.sqrt(dim);
    const largest = graph.node("Max", [
      graph.node("ReduceMax", [graph.node("Abs", [z]), graph.integers([1])], { keepdims: 1 }),
      graph.number(1),
    ]);
    const small = graph.node("Div", [z, largest]);
    const root = graph.node("Sqrt", [graph.sum(graph.node("Mul", [small, small]))]);
    const fits = graph.node("LessOrEqual", [graph.node("Mul", [largest, root]), graph.number(bound)]);
    const clipped = graph.node("Mul", [small, graph.node("Div", [graph.number(bound), root])]);
    const row = graph.node("Where", [fits, z, clipped]);
    const [a, b] = [0, 1].map((side) =>
      graph.columns(
        row,
        pairs.map((pair) => pair[side]),
      ),
    );
    const raw = graph.beside([row, ...(pairs.length > 0 ? [graph.node("Mul", [a, b])] : [])]);
    const units = means.map((mean, k) => ({ mean, scale: scales[k] }));
    return finiteRows(graph, graph.standardised(raw, units));
  },
};

function ofCoefficients(graph, model, cells) {
  const x = maps[model.map.map](graph, cells.z, model.map, cells);
  return graph.within(graph.affine(x, [[model.base, ...model.slopes]]), model);
}

function ofBlend(graph, blend, cells) {
  const sums = {};
  for (const { model, ...of } of blend.parts) {
    const scores = PARTS[model.kind].onnx(graph, model, cells);
    for (const which of ["share", "public"]) {
      if (of[which] === 0) continue;
      const own = of[which] === 1 ? scores : graph.node("Mul", [scores, graph.number(of[which])]);
      sums[which] = sums[which] ? graph.node("Add", [sums[which], own]) : own;
    }
  }
  const limit = graph.number(blend.limit);
  const from = sums.public ?? graph.number(0);
  const bounds = ["Sub", "Add"].map((op) => graph.node(op, [from, limit]));
  const scores = graph.limited(sums.share ?? from, bounds[0], bounds[1]);
  return blend.classes ? scores : graph.within(scores, blend);
}

function probabilities(graph, scores, classes) {
  if (classes > 2) return graph.node("Softmax", [scores], { axis: 1 });
  return graph.beside([graph.node("Neg", [scores]), scores].map((x) => graph.node("Sigmoid", [x])));
}

/**
 * What a blend predicts for each output of an offset: the number, or the probabilities of all classes but the first.
 */
function valuesOf(graph, blend, cells) {
  const scores = ofBlend(graph, blend, cells);
  if (!blend.classes) return scores;
  const rest = Array.from({ length: blend.classes - 1 }, (_, k) => k + 1);
  return graph.columns(probabilities(graph, scores, blend.classes), rest);
}

/** A model that labels corrected: numbers, or the probabilities of all classes. */
function ofCorrected(graph, { offset, units, share, other, delta }, cells) {
  const raw = valuesOf(graph, offset, cells);
  const centres = graph.doubles(units.map(({ centre }) => centre));
  const finite = graph.node("Equal", [graph.node("Sub", [raw, raw]), graph.number(0)]);
  const f = graph.node("Where", [finite, raw, centres]);
  const g = graph.standardised(
    f,
    units.map(({ centre, scale }) => ({ mean: centre, scale })),
  );
  const scaled = (x, by) => graph.node("Mul", [x, graph.number(by)]);
  const mixed = other ? graph.node("Add", [scaled(f, 1 - share), scaled(valuesOf(graph, other, cells), share)]) : f;
  const moved = graph.node("Add", [mixed, graph.affine(graph.beside([cells.z, g]), delta)]);
  const values = graph.node("Where", [graph.node("IsNaN", [moved]), mixed, moved]);
  if (!offset.classes) return graph.within(values, offset);
  const rest = (of) => graph.node("Sub", [graph.number(1), graph.sum(of)]);
  const least = (of) => graph.within(scaled(of, 0.5), { low: FLOOR, high: CEILING });
  const p = graph.limited(values, least(mixed), graph.number(1));
  const all = graph.beside([graph.node("Max", [rest(p), least(rest(mixed))]), p]);
  return graph.node("Div", [all, graph.sum(all)]);
}
