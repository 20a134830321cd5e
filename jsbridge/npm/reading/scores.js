// How good predictions are where the labels are known. The label column of a table is read by the engine's own reader, so
// that its rows are the rows of the engine's predictions, whatever the table's format, quotes or broken rows.
import { PrivadaptError } from "../errors.js";

/** A probability of 0 for what is true would make the log-loss infinite, and one wrong row decide alone. */
const LEAST = 1e-15;

/**
 * The scores of `found`, predictions as a Float64Array or what classify() returns, against `truth`, as readLabels()
 * returns it; over the rows whose label is known. Undefined where there is none.
 */
export function scoresOf(found, truth) {
  const rows = [...truth.keys()].filter((row) => Number.isFinite(truth[row]));
  if (rows.length === 0) return undefined;
  return found.classes ? ofClasses(found, truth, rows) : ofNumbers(found, truth, rows);
}

function ofNumbers(predictions, truth, rows) {
  const centre = mean(rows, (row) => truth[row]);
  const error = mean(rows, (row) => (predictions[row] - truth[row]) ** 2);
  const variance = mean(rows, (row) => (truth[row] - centre) ** 2);
  return { rows: rows.length, rmse: Math.sqrt(error), explained: variance > 0 ? 1 - error / variance : undefined };
}

function ofClasses({ classes, labels, probabilities }, truth, rows) {
  const scores = {
    rows: rows.length,
    accuracy: mean(rows, (row) => Number(labels[row] === classes[truth[row]])),
    logLoss: mean(rows, (row) => -Math.log(Math.max(LEAST, probabilities[truth[row]][row]))),
  };
  if (classes.length !== 2) return scores;
  const [, second] = probabilities;
  return {
    ...scores,
    brier: mean(rows, (row) => (second[row] - truth[row]) ** 2),
    auc: areaUnderCurve(second, truth, rows),
  };
}

/**
 * The share of pairs of rows, one of each class, that are in the right order; a pair of equal probabilities counts as
 * half.
 */
function areaUnderCurve(values, truth, rows) {
  const sorted = rows.toSorted((a, b) => values[a] - values[b]);
  const ones = rows.filter((row) => truth[row] === 1).length;
  const zeros = rows.length - ones;
  let ranks = 0;
  for (let from = 0, to; from < sorted.length; from = to) {
    for (to = from; to < sorted.length && values[sorted[to]] === values[sorted[from]]; to++);
    for (let i = from; i < to; i++) if (truth[sorted[i]] === 1) ranks += (from + 1 + to) / 2;
  }
  return ones > 0 && zeros > 0 ? (ranks - (ones * (ones + 1)) / 2) / (ones * zeros) : undefined;
}

const mean = (rows, of) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length;

/**
 * Resolves with the labels of a table, one for each row: numbers, or places among the model's classes, and NaN where a
 * label is missing or is none of them. `release` is any released model, as JSON.parse makes it; only its form is used.
 * Rejects with "missing-column" if the table has no label.
 */
export async function readLabels(engine, release, data, /** @type {{signal?: AbortSignal}} */ { signal } = {}) {
  const { label, classes } = release.provenance.schema;
  const read = async (column, coefficients) => {
    try {
      return await engine.predict(formOf(release, column, coefficients), data, { signal });
    } catch (error) {
      if (!["missing-column", "no-common-columns"].includes(error.code)) throw error;
      throw new PrivadaptError(
        "missing-column",
        `the data have no label column ${JSON.stringify(label)}, so there is nothing to compare with`,
      );
    }
  };
  if (classes) {
    // A linear model of the categories: the k-th of K gives K + k. A cell that is none of them gives half the sum of
    // all, which is no such number.
    const levels = classes.map((name) => ({ name, mean: 0.5, scale: 1 }));
    const column = { name: label, kind: "categorical", levels };
    const values = await read(
      column,
      classes.map((level, k) => ({ column: label, level, value: classes.length + k })),
    );
    return values.map((value) =>
      Number.isInteger(value) && value < 2 * classes.length ? value - classes.length : NaN,
    );
  }
  // A linear model can be the column itself: 1 times it. A cell that cannot be read counts as the mean of the column,
  // so a second such model with another mean gives another value there, and there only.
  const numeric = (mean) => read({ name: label, kind: "numeric", mean, scale: 1 }, [{ column: label, value: 1 }]);
  const values = await numeric(undefined); // a mean of 0 is not written in a release
  const again = await numeric(1);
  return values.map((value, row) => (value === 0 && again[row] === 1 ? NaN : value));
}

function formOf(release, column, coefficients) {
  const {
    provenance,
    certificate: { base, labels, ...certificate },
    ...rest
  } = release;
  // No table has a label column of this name.
  const schema = { label: `${column.name} (not read)`, columns: [column] };
  return {
    ...rest,
    version: 1,
    certificate,
    values: { intercept: 0, coefficients },
    provenance: { ...provenance, schema, features: undefined },
  };
}
