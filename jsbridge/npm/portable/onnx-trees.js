// Trees as the operator TreeEnsemble.
import { bytes, doubles } from "./onnx-graph.js";

const [AT_MOST, LESS, MEMBER] = [0, 1, 6];

/**
 * The sums of trees, a column for each target. Each tree is {root, target}; `ask` returns the question of an inner
 * node: its feature, mode, limit, whether a missing cell goes left, and of levels the set that goes left.
 */
function ensemble(graph, x, trees, { targets, ask }) {
  const nodes = [];
  const leaves = [];
  const sets = [];
  const roots = [];
  for (const { root, target } of trees) {
    const leaf = ({ value }) => leaves.push({ target, value }) - 1;
    const write = (node) => {
      const own = ask(node);
      const at = nodes.push(own) - 1;
      if (own.set) sets.push(...own.set, Number.NaN);
      [own.left, own.right] = [node.left, node.right].map((side) => (side.left ? write(side) : leaf(side)));
      [own.leftLeaf, own.rightLeaf] = [node.left, node.right].map((side) => (side.left ? 0 : 1));
      return at;
    };
    if (root.left) roots.push(write(root));
    else {
      const own = leaf(root); // a tree is at least a node
      const sole = {
        feature: 0,
        mode: AT_MOST,
        limit: 0,
        missing: true,
        left: own,
        right: own,
        leftLeaf: 1,
        rightLeaf: 1,
      };
      roots.push(nodes.push(sole) - 1);
    }
  }
  const of = (field) => nodes.map((node) => Number(node[field]));
  const values = (list) => doubles([list.length], list);
  return graph.ml("TreeEnsemble", [x], {
    aggregate_function: 1, // the sum
    post_transform: 0,
    n_targets: targets,
    tree_roots: roots,
    nodes_featureids: of("feature"),
    nodes_modes: bytes(of("mode")),
    nodes_splits: values(of("limit")),
    nodes_truenodeids: of("left"),
    nodes_falsenodeids: of("right"),
    nodes_trueleafs: of("leftLeaf"),
    nodes_falseleafs: of("rightLeaf"),
    nodes_missing_value_tracks_true: of("missing"),
    leaf_targetids: leaves.map(({ target }) => target),
    leaf_weights: values(leaves.map(({ value }) => value)),
    ...(sets.length > 0 && { membership_values: values(sets) }),
  });
}

export function treeScores(graph, { base, trees }, { cells, place, columns }) {
  const constants = graph.doubles(base);
  const ask = ({ column, limit = 0, set, missing }) => {
    if (!set) return { feature: place[column], mode: AT_MOST, limit, missing };
    if (set.length === 0 && !missing) return { feature: place[column], mode: AT_MOST, limit: 0, missing: false };
    const members = missing ? [...set, columns[column].levels.length] : set;
    return { feature: place[column], mode: MEMBER, limit: 0, missing: false, set: members.map((k) => k + 1) };
  };
  const none = graph.node("Mul", [graph.columns(cells, [0]), graph.number(0)]);
  if (trees.length === 0)
    return graph.node("Add", [graph.node("Where", [graph.node("IsNaN", [none]), graph.number(0), none]), constants]);
  const rooted = trees.map((root, i) => ({ root, target: i % base.length }));
  return graph.node("Add", [ensemble(graph, cells, rooted, { targets: base.length, ask }), constants]);
}

/** The sums of a file are of numbers of 4 bytes, one tree after the other: so is the operator CumSum. */
export function fileScores(graph, { trees, margins }, { cells, place, columns }) {
  const four = graph.cast(graph.cast(cells, "float"), "double");
  const places = new Map();
  const features = [];
  const placeOf = ({ column, level }) => {
    const key = `${column} ${level}`;
    if (!places.has(key)) {
      places.set(key, features.length);
      features.push(level === undefined ? graph.columns(four, [place[column]]) : indicator(column, level));
    }
    return places.get(key);
  };
  const indicator = (column, level) => {
    const code = graph.columns(cells, [place[column]]);
    const is = (k) => graph.node("Equal", [code, graph.number(k)]);
    const known = graph.node("Where", [is(level + 1), graph.number(1), graph.number(0)]);
    return graph.node("Where", [is(columns[column].levels.length + 1), graph.number(Number.NaN), known]);
  };
  const ask = (node) => ({ feature: placeOf(node), mode: LESS, limit: node.limit, missing: node.missing });
  const roots = trees.flat();
  const rooted = roots.map((root, target) => ({ root, target }));
  roots.forEach(function visit(node) {
    if (!node.left) return;
    placeOf(node);
    visit(node.left);
    visit(node.right);
  });
  if (features.length === 0) features.push(graph.columns(four, [0]));
  const values = ensemble(graph, graph.beside(features), rooted, { targets: roots.length, ask });
  let first = 0;
  const sums = trees.map((own, k) => {
    const places = own.map((_, i) => first + i);
    first += own.length;
    const summands = graph.columns(values, places);
    const start = graph.node("Add", [
      graph.node("Mul", [graph.columns(summands, [0]), graph.number(0)]),
      graph.number(margins[k]),
    ]);
    const sum = graph.node("CumSum", [graph.cast(graph.beside([start, summands]), "float"), graph.integers([1])]);
    return graph.cast(graph.columns(sum, [own.length]), "double");
  });
  return graph.beside(sums);
}
