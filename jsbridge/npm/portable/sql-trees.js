// Trees as CASE expressions.

const MOST = Number.MAX_VALUE; // a limit below which all numbers are
const TREES = 40; // in one layer
const LARGEST_SINGLE = 3.4028235677973366e38; // from which a number of 4 bytes is infinite
const LEAST_SINGLE = 7.006492321624085e-46; // up to which it is 0

const either = (condition, value, other) => `CASE WHEN ${condition} THEN ${value} ELSE ${other} END`;

/** Adds trees to each output's constant, some in each layer. */
function added(layers, constants, lists) {
  let scores = layers.add(constants);
  const most = Math.max(...lists.map((own) => own.length));
  for (let from = 0; from < most; from += TREES)
    scores = layers.add(scores.map((own, k) => [own, ...lists[k].slice(from, from + TREES)].join(" + ")));
  return scores;
}

export function treeScores(layers, { base, trees }, { cells }) {
  const { double } = layers.dialect;
  const write = (node) => {
    if (!node.left) return double(node.value);
    const [left, right] = [write(node.left), write(node.right)];
    const cell = cells[node.column];
    if (node.set) {
      const level = node.set.length > 0 ? `${cell} IN (${node.set.join(", ")})` : "FALSE";
      return either(node.missing ? `${cell} IS NULL OR ${level}` : level, left, right);
    }
    if (node.limit === MOST) return node.missing ? left : either(`${cell} IS NULL`, right, left);
    const limit = double(node.limit);
    return node.missing ? either(`${cell} > ${limit}`, right, left) : either(`${cell} <= ${limit}`, left, right);
  };
  const lists = base.map((_, output) => trees.filter((_tree, i) => i % base.length === output).map(write));
  return added(layers, base.map(double), lists);
}

/** Trees of an XGBoost file, in numbers of 4 bytes. */
export function fileScores(layers, { trees, margins }, { cells, columns }) {
  const { double, single, float } = layers.dialect;
  const rounded = layers.add(
    cells.map((cell, i) =>
      columns[i].levels
        ? cell
        : `CASE WHEN ${cell} >= ${double(LARGEST_SINGLE)} THEN ${double(MOST)} WHEN ${cell} <= ${double(-LARGEST_SINGLE)} THEN ${double(-MOST)} WHEN ABS(${cell}) <= ${double(LEAST_SINGLE)} THEN ${double(0)} ELSE CAST(CAST(${cell} AS ${float}) AS DOUBLE PRECISION) END`,
    ),
  );
  const write = (node) => {
    if (!node.left) return single(node.value);
    const [left, right] = [write(node.left), write(node.right)];
    const cell = rounded[node.column];
    const value =
      node.level === undefined ? cell : `CASE ${cell} WHEN ${node.level} THEN ${double(1)} ELSE ${double(0)} END`;
    const less = `${value} < ${double(node.limit)}`;
    if (node.missing) return either(`${cell} IS NULL OR ${less}`, left, right);
    return either(node.level === undefined ? less : `${cell} IS NOT NULL AND ${less}`, left, right);
  };
  const sums = added(
    layers,
    margins.map((margin) => single(margin)),
    trees.map((own) => own.map(write)),
  );
  return layers.add(sums.map((own) => `CAST(${own} AS DOUBLE PRECISION)`));
}
