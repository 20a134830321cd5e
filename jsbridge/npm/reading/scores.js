// How good predictions are where the labels are known.

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
