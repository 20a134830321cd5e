// "Try it with these data": both sides of the sample data, and how well a released model does on the private one. Only
// possible because it is synthetic and its labels are known. They are made here, as the build makes its files, and are
// there before the vault opens.
import { result } from "./texts.js";

export const sampleSource = () => new URL("../sample/source.csv", import.meta.url).href;

/** Resolves with {label, sourceData: Uint8Array, privateData: Uint8Array, score(release)}. */
export async function makeSampleData() {
  // Few visitors want it, and not at once.
  const { LABEL, leastSquares, makeHouses, makeSample, typicalError } = await import("./sample-houses.js");
  const { source, target } = makeHouses();
  const error = (predict) => Number(typicalError(target, predict).toFixed(1));
  const files = makeSample({ source, target });
  const bytes = (name) => new TextEncoder().encode(files[name]);
  return {
    label: LABEL,
    sourceData: bytes("source.csv"),
    privateData: bytes("target.csv"),
    score({ certificate, values }) {
      const before = error(leastSquares(source));
      if (values.coefficients) return result.score(before, error(predictorOf(values)));
      // Only the vault has the program that computes a nonlinear model.
      const after = values.weights && error(leastSquares(source, (row) => values.weights[row]));
      return after && result.scoreOfWeights(before, after, certificate.base?.kept);
    },
  };
}

function predictorOf({ intercept, coefficients, labelRange: [least, most] = [-Infinity, Infinity] }) {
  const value = (row, { column, level }) => (level === undefined ? Number(row[column]) : Number(row[column] === level));
  const sum = (row) =>
    coefficients.reduce((sum, coefficient) => sum + coefficient.value * value(row, coefficient), intercept);
  return (row) => Math.min(Math.max(sum(row), least), most);
}
