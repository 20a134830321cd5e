// The model in a release as plain data, from which ONNX and SQL are written.
import { PrivadaptError } from "../errors.js";
import { featuresOf, pairsOf } from "./features.js";
import { PARTS } from "./parts.js";
import { Reader } from "./wire.js";
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
  reader.columns();
  const [limit, low, high] = reader.floats(3);
  const parts = Array.from({ length: reader.count() }, () => {
    const [share, fromPublic] = reader.floats(2);
    const kind = String.fromCharCode(reader.byte());
    return { share, public: fromPublic, model: { kind, ...PARTS[kind].read(reader, given, { low, high }) } };
  });
  return { kind: "blend", classes, limit, low, high, parts };
}
