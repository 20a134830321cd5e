// The models that a blend adds up, by their kinds, as ONNX.
import { fileScores, treeScores } from "./onnx-trees.js";

/**
 * Each returns the scores of rows by a model of a release. `blend` has the limits of what a file predicts.
 *
 * @type {Record<string, (graph: import("./onnx-graph.js").Graph, model: any, cells: any, blend: any) => string>}
 */
export const PARTS = {
  linear: (graph, model, { z, classes }) => {
    const scores = graph.affine(z, model.coefficients);
    return classes ? scores : graph.within(scores, model);
  },
  smooth: (graph, model, { z, dim }) => {
    const { landmarks, width } = model;
    let squares;
    for (let i = 0; i < dim; i++) {
      const marks = landmarks.filter((_, k) => k % dim === i);
      const gap = graph.node("Sub", [graph.columns(z, [i]), graph.doubles(marks)]);
      const square = graph.node("Mul", [gap, gap]);
      squares = squares ? graph.node("Add", [squares, square]) : square;
    }
    const bumps = graph.node("Exp", [graph.node("Mul", [squares, graph.number(-1 / (2 * width * width))])]);
    return graph.within(graph.affine(graph.beside([z, bumps]), [model.coefficients]), model);
  },
  trees: (graph, model, cells) =>
    treeScores(graph, { base: model.constants, trees: rootsOf(model, cells.columns) }, cells),
  file: (graph, _, cells, blend) => {
    const scores = fileScores(graph, cells.file, cells);
    return cells.classes ? scores : graph.within(scores, blend);
  },
};

/**
 * The roots of trees, whose lists trees/encode.go explains. A node is {value} of a leaf; {column, limit} of a number,
 * which goes left up to the limit; {column, set} of a level. `missing` is whether a missing cell goes left.
 */
function rootsOf(model, columns) {
  const places = { columns: 0, bins: 0, sets: 0, values: 0 };
  const next = (list) => model[list][places[list]++];
  const node = () => {
    const which = next("columns");
    if (which === 0) return { value: Math.fround(next("values")) };
    const column = Math.abs(which) - 1;
    const { levels } = columns[column];
    let asked;
    if (levels) {
      const bits = atob(next("sets"));
      const holds = (_, k) => ((bits.charCodeAt(k >> 3) >> (k & 7)) & 1) === 1;
      asked = { set: [...levels.keys()].filter(holds), missing: holds(null, levels.length) };
    } else asked = { limit: model.cuts[column][next("bins")] ?? Number.MAX_VALUE, missing: which < 0 };
    return { column, ...asked, left: node(), right: node() };
  };
  const roots = [];
  while (places.columns < model.columns.length) roots.push(node());
  return roots;
}
