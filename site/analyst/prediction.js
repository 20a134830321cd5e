// Applies a released model to a table, and says how it does where the table has the label.
import { predictionsCSV } from "../csv.js";
import { readLabels, scoresOf } from "../reading/scores.js";
import { actions, download, listOf } from "../shared/dom.js";
import { problem, prediction as texts } from "./texts.js";

/**
 * Resolves with {said, elements}: a sentence, and elements to show. The model is {name, text, release}; `options` are
 * for the engine, with the file that it is in, if it is in one. Of a model of classes the likeliest class of each row and the probabilities of
 * all can be saved.
 */
export async function predict(engine, { name, text, release }, file, options) {
  const { label, classes } = release.provenance.schema;
  const notes = [];
  const given = { ...options, onMissing: "mean", onNote: (note) => notes.push(note) };
  const found = classes ? await engine.classify(text, file, given) : await engine.predict(text, file, given);
  const values = classes ? found.labels : found;
  const truth = await readLabels(engine, release, file, { signal: options.signal }).catch((error) => {
    if (error.code !== "missing-column") throw error;
    return new Float64Array();
  });
  const scores = scoresOf(found, truth);
  const facts = [
    ...(classes
      ? classes.map((of) => texts.ofClass(of, values.filter((value) => value === of).length))
      : [values.length > 0 && texts.summary(label, range(values.toSorted()))]),
    scores === undefined || (scores.rows === 1 && !classes)
      ? texts.unlabelled(label)
      : (classes ? texts.scores : texts.error)(label, scores),
    ...notes.map(problem),
  ];
  const csv = () => predictionsCSV(classes ? found : { predictions: found });
  const saved = `predictions-${name.replace(/[^\w-]+/g, "-").slice(0, 40)}.csv`;
  return {
    said: texts.count(values.length),
    elements: [listOf(facts.filter(Boolean)), actions(download(texts.download, csv, "text/csv", saved, "primary"))],
  };
}

const range = (sorted) => ({
  least: sorted[0],
  median: (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2,
  most: sorted.at(-1),
});
