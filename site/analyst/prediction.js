// Applies a released model to a table, and says how it does where the table has the label.
import { download, el } from "../shared/dom.js";
import { predictionsCSV } from "../csv.js";
import { readLabels, scoresOf } from "../shared/scores.js";
import { plotFigure } from "../plots/plot-figure.js";
import { histogram, scatter } from "./prediction-plots.js";
import { prediction as texts } from "./texts.js";

/**
 * Resolves with {said, elements}: a sentence, and elements to show. The model is {name, text, release}; `baseFile` is the
 * file that it is in, if it is in one.
 */
export async function predict(engine, { name, text, release }, file, options) {
  const { label, classes } = release.provenance.schema;
  if (classes) return classify(engine, { name, text, release }, file, options);
  const notes = [];
  const predictions = await engine.predict(text, file, {
    ...options,
    onMissing: "mean",
    onNote: (note) => notes.push(note),
  });
  const truth = await labelsIn(engine, release, file, options.signal);
  const known = [...truth.keys()].filter((row) => Number.isFinite(truth[row]));
  const sorted = predictions.toSorted();
  const plots = sorted.length === 0 ? [] : [histogram(sorted, label)];
  if (known.length > 1)
    plots.push(
      scatter(
        known.map((row) => ({ truth: truth[row], predicted: predictions[row] })),
        label,
      ),
    );
  const facts = [
    sorted.length > 0 && texts.summary(label, range(sorted)),
    known.length > 1 ? texts.error(label, scoresOf(predictions, truth)) : texts.unlabelled(label),
    ...notes.map(texts.note),
  ];
  return {
    said: texts.count(predictions.length),
    elements: [
      el("ul", { class: "facts" }, ...facts.filter(Boolean).map((fact) => el("li", {}, fact))),
      el(
        "div",
        { class: "actions" },
        download(
          texts.download,
          () => predictionsCSV({ predictions }),
          "text/csv",
          `predictions-${name.replace(/[^\w-]+/g, "-").slice(0, 40)}.csv`,
          "primary",
        ),
      ),
      el("div", { class: "plots" }, ...plots.map((plot) => plotFigure(plot))),
    ],
  };
}

/** The same for a model of classes: the likeliest class of each row and the probabilities of all, to be saved. */
async function classify(engine, { name, text, release }, file, options) {
  const notes = [];
  const { classes, labels, probabilities } = await engine.classify(text, file, {
    ...options,
    onMissing: "mean",
    onNote: (note) => notes.push(note),
  });
  const { label } = release.provenance.schema;
  const scores = scoresOf({ classes, labels, probabilities }, await labelsIn(engine, release, file, options.signal));
  const counts = classes.map((of) => texts.ofClass(of, labels.filter((label) => label === of).length));
  return {
    said: texts.count(labels.length),
    elements: [
      el(
        "ul",
        { class: "facts" },
        ...[...counts, scores ? texts.scores(label, scores) : texts.unlabelled(label), ...notes.map(texts.note)].map(
          (fact) => el("li", {}, fact),
        ),
      ),
      el(
        "div",
        { class: "actions" },
        download(
          texts.download,
          () => predictionsCSV({ classes, labels, probabilities }),
          "text/csv",
          `predictions-${name.replace(/[^\w-]+/g, "-").slice(0, 40)}.csv`,
          "primary",
        ),
      ),
    ],
  };
}

/** The labels of a table; none where it has no such column. */
const labelsIn = (engine, release, file, signal) =>
  readLabels(engine, release, file, { signal }).catch((error) => {
    if (error.code !== "missing-column") throw error;
    return new Float64Array();
  });

const range = (sorted) => ({
  least: sorted[0],
  median: (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2,
  most: sorted.at(-1),
});
