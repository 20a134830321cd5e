/**
 * A model in an XGBoost file, which the engine has read before: see package xgboost. Its sums are of numbers of 4
 * bytes. `trees` are lists of roots, one list for each output; a node is {value}, or {column, level, limit, missing,
 * left, right}, where what is less than the limit goes left and `level` is undefined of a number.
 */
export function readFile(/** @type {string} */ text, /** @type {any[]} */ columns) {
  const { learner } = JSON.parse(text.replace(/^\ufeff/, ""));
  const { objective, learner_model_param: param, gradient_booster: booster } = learner;
  const scores = param.base_score
    .replace(/^\[|\]$/g, "")
    .split(",")
    .map((score) => Math.fround(Number(score)));
  const classes =
    objective.name === "binary:logistic" ? 2 : objective.name.startsWith("multi:") ? Number(param.num_class) : 0;
  const names = learner.feature_names?.length ? learner.feature_names : columns.map(({ name }) => name);
  const places = new Map();
  columns.forEach(({ name, levels }, column) => {
    if (!levels) places.set(name, { column });
    levels?.forEach((level, k) => places.set(`${name}=${level.name}`, { column, level: k }));
  });
  const outputs = classes > 2 ? classes : 1;
  const trees = Array.from({ length: outputs }, () => []);
  const best = learner.attributes?.best_iteration;
  const forest = outputs * Number(booster.model.gbtree_model_param?.num_parallel_tree ?? 1);
  const used = best === undefined ? undefined : (Number(best) + 1) * forest;
  booster.model.trees.slice(0, used).forEach((tree, i) => {
    const read = (at) =>
      tree.left_children[at] < 0
        ? { value: Math.fround(tree.split_conditions[at]) }
        : {
            ...places.get(names[tree.split_indices[at]]),
            limit: Math.fround(tree.split_conditions[at]),
            missing: Boolean(tree.default_left[at]),
            left: read(tree.left_children[at]),
            right: read(tree.right_children[at]),
          };
    trees[booster.model.tree_info[i]].push(read(0));
  });
  const margins = trees.map((_, k) => {
    const score = scores[k % scores.length];
    return classes === 2 ? Math.fround(-Math.log(Math.fround(Math.fround(1 / score) - 1))) : score;
  });
  return { classes, margins, trees };
}
