// The model in a release as plain data, from which ONNX and SQL are written.
import { PrivadaptError } from "../errors.js";
import { Reader, dimOf, outputsOf } from "./wire.js";
import { readFile } from "./xgboost.js";

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
  const root = release.values.base
    ? nonlinear(new Reader(release.values.base), { columns, file: file && readFile(file, columns) })
    : coefficients(release, columns);
  return { columns, classes, root, features: featuresOf(columns) };
}

/** Zeros are left out of documents. */
const filled = ({ mean = 0, scale = 1, ...column }) => ({ ...column, mean, scale });

/** The standardised features: each with its column, and with its level if it stands for one. */
const featuresOf = (columns) =>
  columns.flatMap((column, i) => (column.levels ? column.levels.map((level, k) => ({ i, k, level })) : [{ i }]));

/** A model that is linear in what a map makes of the columns; see release.LinearRows. */
function coefficients(/** @type {Record<string, any>} */ { values, provenance }, columns) {
  const map = provenance.features ?? { map: "linear" };
  const features = featuresOf(columns);
  const raw = map.map === "linear";
  let base = values.intercept;
  const slopes = values.coefficients.map(({ value }, k) => {
    const { mean, scale } = raw ? (features[k].level ?? columns[features[k].i]) : { mean: 0, scale: 1 };
    base += value * mean;
    return value * scale;
  });
  const [low, high] = values.labelRange ?? [-Number.MAX_VALUE, Number.MAX_VALUE];
  const pairs = map.map === "quadratic" ? pairsOf(columns) : [];
  return { kind: "coefficients", map: { ...map, pairs }, slopes, base, low, high };
}

function nonlinear(reader, given) {
  const kind = String.fromCharCode(reader.byte());
  if (kind === "D") return blend(reader, given);
  reader.byte();
  const offset = blend(reader, given);
  const outputs = Math.max(1, offset.classes - 1);
  const units = Array.from({ length: outputs }, () => ({ centre: reader.float(), scale: reader.float() }));
  let [share, other] = [0, undefined];
  if (reader.count() === 1) {
    share = reader.float();
    reader.byte();
    other = blend(reader, given);
  }
  const width = 1 + featuresOf(given.columns).length + outputs;
  const delta = Array.from({ length: outputs }, () => reader.floats(width));
  return { kind: "corrected", offset, units, share, other, delta };
}

/** A blend after its first byte. */
function blend(reader, given) {
  const classes = reader.count();
  const widths = reader.columns();
  const [limit, low, high] = reader.floats(3);
  const parts = Array.from({ length: reader.count() }, () => {
    const [share, fromPublic] = reader.floats(2);
    const kind = String.fromCharCode(reader.byte());
    return { share, public: fromPublic, model: readers[kind](reader, given, { widths, low, high }) };
  });
  return { kind: "blend", classes, limit, low, high, parts };
}

const readers = {
  L(reader, { columns }) {
    const classes = reader.count();
    const dim = dimOf(reader.columns());
    const pairs = reader.count() === 1 ? pairsOf(columns) : [];
    const units = pairs.map(() => ({ mean: reader.float(), scale: reader.float() }));
    const [low, high] = reader.floats(2);
    const rows = Array.from({ length: outputsOf(classes) }, () => reader.floats(1 + dim + pairs.length));
    return { kind: "linear", classes, pairs, units, low, high, coefficients: rows };
  },
  S(reader) {
    const dim = dimOf(reader.columns());
    const [width, low, high] = reader.floats(3);
    const count = reader.count();
    const landmarks = Array.from({ length: count }, () => reader.floats(dim));
    return { kind: "smooth", width, low, high, landmarks, coefficients: reader.floats(1 + dim + count) };
  },
  T(reader) {
    const outputs = outputsOf(reader.count());
    const columns = Array.from({ length: reader.count() }, () => {
      const levels = reader.count();
      return levels ? { levels } : { levels, cuts: reader.floats(reader.count()) };
    });
    const base = reader.floats(outputs);
    const trees = Array.from({ length: reader.count() }, () => node(reader, columns));
    return { kind: "trees", base, trees };
  },
  X(reader, { file }, { low, high }) {
    reader.bytes(32);
    return { ...file, low, high };
  },
};

/**
 * A node and what is below it: {value} of a leaf; {column, limit} of a number, which goes left up to the limit;
 * {column, set} of a level. `missing` is whether a missing cell goes left.
 */
function node(reader, columns) {
  const which = reader.count();
  if (which === 0) return { value: reader.short() };
  const column = which - 1;
  const { levels, cuts } = columns[column];
  const asked = {};
  if (levels > 0) {
    const bits = reader.bytes(Math.floor(levels / 8) + 1);
    const holds = (k) => ((bits[k >> 3] >> (k & 7)) & 1) === 1;
    asked.set = Array.from({ length: levels }, (_, k) => k).filter(holds);
    asked.missing = holds(levels);
  } else {
    asked.limit = cuts[reader.byte()] ?? Number.MAX_VALUE;
    asked.missing = reader.byte() === 1;
  }
  return { column, ...asked, left: node(reader, columns), right: node(reader, columns) };
}

/** Squares of numbers and products of features of two columns, in the order of the engine. */
function pairsOf(columns) {
  const of = featuresOf(columns).map(({ i }) => i);
  return of.flatMap((a, i) =>
    of
      .map((b, k) => ({ k, fits: k >= i && (a !== b || (i === k && !columns[a].levels)) }))
      .filter(({ fits }) => fits)
      .map(({ k }) => [i, k]),
  );
}
