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
function cellsOf(graph, { columns, features, classes, file }) {
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
  return {
    z: sorted,
    dim: features.length,
    cells: graph.beside(cells),
    place,
    columns,
    classes: classes?.length ?? 0,
    file,
  };
}

function ofCoefficients(graph, model, cells) {
  return graph.within(graph.affine(cells.z, [[model.base, ...model.slopes]]), model);
}

function ofBlend(graph, blend, cells) {
  const sums = {};
  for (const { base, model, ...of } of blend.parts) {
    const scores = PARTS[base](graph, model, cells, blend);
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
  return cells.classes ? scores : graph.within(scores, blend);
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
  if (!cells.classes) return scores;
  const rest = Array.from({ length: cells.classes - 1 }, (_, k) => k + 1);
  return graph.columns(probabilities(graph, scores, cells.classes), rest);
}

/** A model that labels corrected: numbers, or the probabilities of all classes. */
function ofCorrected(graph, { offset, share, other, delta }, cells) {
  const raw = valuesOf(graph, offset.model, cells);
  const centres = graph.doubles(offset.centres);
  const finite = graph.node("Equal", [graph.node("Sub", [raw, raw]), graph.number(0)]);
  const f = graph.node("Where", [finite, raw, centres]);
  const g = graph.standardised(
    f,
    offset.scales.map((scale, k) => ({ mean: offset.centres[k], scale })),
  );
  const scaled = (x, by) => graph.node("Mul", [x, graph.number(by)]);
  const mixed = other ? graph.node("Add", [scaled(f, 1 - share), scaled(valuesOf(graph, other, cells), share)]) : f;
  const moved = graph.node("Add", [mixed, graph.affine(graph.beside([cells.z, g]), delta)]);
  const values = graph.node("Where", [graph.node("IsNaN", [moved]), mixed, moved]);
  if (!cells.classes) return graph.within(values, offset.model);
  const rest = (of) => graph.node("Sub", [graph.number(1), graph.sum(of)]);
  const least = (of) => graph.within(scaled(of, 0.5), { low: FLOOR, high: CEILING });
  const p = graph.limited(values, least(mixed), graph.number(1));
  const all = graph.beside([graph.node("Max", [rest(p), least(rest(mixed))]), p]);
  return graph.node("Div", [all, graph.sum(all)]);
}
