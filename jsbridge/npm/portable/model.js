// The model in a release as plain data, from which ONNX is written.
import { PrivadaptError } from "../errors.js";
import { version } from "../version.js";
import { onnxOf } from "./onnx.js";

/**
 * `columns` are those that the model reads, `classes` the names of the classes or undefined, and `root` is
 * coefficients, a blend or a corrected model. A release that names a file needs its text.
 */
export function modelOf(/** @type {Record<string, any>} */ release, /** @type {string | undefined} */ file) {
  if (release.kind !== "model")
    throw new PrivadaptError(
      "bad-release",
      `this release holds ${release.kind}, not a model; only models are exported`,
    );
  const { columns: all, classes } = release.provenance.schema;
  const columns = all.filter(({ kind }) => kind !== "ignored").map(filled);
  const { base } = release.values;
  const root = base ? { kind: base.parts ? "blend" : "corrected", ...base } : coefficients(release, columns);
  return { columns, classes, root, file: file && readFile(file, columns), features: featuresOf(columns) };
}

/** Zeros are left out of documents. */
const filled = ({ mean = 0, scale = 1, ...column }) => ({ ...column, mean, scale });

/** A model that is linear in the standardised columns; see release.LinearRows. */
function coefficients(/** @type {Record<string, any>} */ { values }, columns) {
  const features = featuresOf(columns);
  let base = values.intercept;
  const slopes = values.coefficients.map(({ value }, k) => {
    const { mean, scale } = features[k].level ?? columns[features[k].i];
    base += value * mean;
    return value * scale;
  });
  const [low, high] = values.labelRange ?? [-Number.MAX_VALUE, Number.MAX_VALUE];
  return { kind: "coefficients", slopes, base, low, high };
}

// The features of columns, in the order of the engine.

/** The standardised features: each with its column, and with its level if it stands for one. */
export const featuresOf = (columns) =>
  columns.flatMap((column, i) => (column.levels ? column.levels.map((level, k) => ({ i, k, level })) : [{ i }]));

/**
 * A model in an XGBoost file, which the engine has read before: see trees/xgboost.go. Its sums are of numbers of 4
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

// What a released model is written as for other programs. Nothing here is computed from more than the release.
/** The bytes of a model as ONNX. `file` is the text of the file that a release may need. */
export async function toONNX(/** @type {Record<string, any>} */ release, /** @type {string | undefined} */ file) {
  return onnxOf(modelOf(release, file), { facts: factsOf(release), version });
}

/** What has to travel with a model, as texts. */
function factsOf(/** @type {Record<string, any>} */ { releaseId, certificate, provenance }) {
  const { epsilon, delta, unit, unitColumn, adjacency } = certificate;
  const dates = provenance.schema.columns.filter((column) => column.dates).map(({ name }) => name);
  const facts = {
    releaseId,
    epsilon: String(epsilon),
    delta: String(delta),
    adjacency,
    unit,
    unitColumn,
    label: provenance.schema.label,
    sourceSHA256: provenance.sourceSHA256,
    engineVersion: provenance.engineVersion,
    wasmSHA256: provenance.wasmSHA256 ?? undefined,
    daysSince1970: dates.length > 0 ? JSON.stringify(dates) : undefined,
  };
  return Object.fromEntries(
    Object.entries(facts)
      .filter(([, text]) => text !== undefined)
      .map(([key, text]) => [`privadapt.${key}`, text]),
  );
}
