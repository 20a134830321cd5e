// The settings of a run: two presets and the reader's own.
import { paper } from "./texts.js";

const ITERATIONS = 1000; // the paper's K

export const PRESETS = {
  quick: { repetitions: 2, epsilons: [1, 4], rows: [1000, 4000], iterations: ITERATIONS },
  full: { repetitions: 10, epsilons: [0.5, 1, 2, 4, 8], rows: [1000, 2000, 4000, 8000], iterations: ITERATIONS },
};

/** The reader's own settings by the name of their field. Bounds prevent a mistyped number from running for days. */
const OWN = {
  repetitions: { least: 1, most: 100, whole: true },
  epsilons: { least: 0.01, most: 100, list: true },
  rows: { least: 100, most: 100_000, whole: true, list: true },
  iterations: { least: 2, most: 100_000, whole: true },
};
const MOST_VALUES = 8;

/**
 * Reads the reader's own settings from texts by field name. Returns {options} or {problems}, a sentence for each field
 * that is faulty.
 */
export function readOwn(texts) {
  const options = {};
  const problems = {};
  for (const [name, bounds] of Object.entries(/** @type {Record<string, any>} */ (OWN))) {
    const values = numbers(texts[name], bounds);
    if (values) options[name] = bounds.list ? values : values[0];
    else problems[name] = paper.settingProblem(bounds, MOST_VALUES);
  }
  return Object.keys(problems).length > 0 ? { problems } : { options };
}

/** Returns the numbers in a text in ascending order and once each, or undefined if one is not as it should be. */
function numbers(text, { least, most, whole, list }) {
  const parts = (list ? text.split(/[,;\s]+/) : [text.trim()]).filter((part) => part !== "");
  const values = [...new Set(parts.map(Number))].sort((a, b) => a - b);
  const fine = values.every((value) => value >= least && value <= most && (!whole || Number.isInteger(value)));
  return fine && values.length > 0 && values.length <= MOST_VALUES ? values : undefined;
}
