// What a report says of a model, and what an estimate says of an average: sentences, plots and tables of its figures, on
// the owner's page and on the one for analysts.
import { el, fold } from "../shared/dom.js";
import { estimate, report as texts } from "../shared/texts.js";
import { numberTable, plotFigure, words } from "./plot-figure.js";
import { estimateFigures, known, mainOf, ownersFigure, reportFigures, statedMean, taskOf } from "../figures/report.js";

const NAMED = 3; // classes that are named in the answer
const CHANCE = 0.5; // the AUC of a model that knows nothing

/** Which model counts are about, in a sentence; its digest is a part of it. */
export const aboutModel = ({ certificate: { report } }) => texts.about(report);

/** What a report says, in sentences, the most important first. */
export function reportWords({ all }, { label, classes }, { unit }) {
  const { measures, labelled, unlabelled } = all;
  const task = taskOf({ classes });
  const main = mainOf({ classes });
  const said = [
    known(measures[main].low) && (known(measures[main].value) || known(measures[main].high))
      ? texts.main[main](measures[main], label, classes)
      : texts.tooNoisy,
    texts.rows(labelled, unlabelled, unit),
  ];
  if (task === "numbers")
    said.push(texts.explained(measures.r2), texts.bias(measures.bias, label), texts.beyond(measures.beyond));
  if (task === "two") said.push(texts.accuracy(measures.accuracy));
  return said.filter(Boolean);
}

/** The main number of a report in a few words, undefined where the noise hides it. Residuals are counted up to four times the public error. */
export function reportAnswer({ all: { measures } }, { classes }, { residuals }) {
  const main = mainOf({ classes });
  const { value, low, high } = measures[main];
  if (!known(value) || (main === "rmse" && !(low >= high / 4))) return undefined;
  return texts.answer[main](value, residuals?.at(-1) / 4);
}

/** What follows for the use of the model, in a sentence; undefined where there is nothing to compare with. */
export function reportWorth({ all: { measures } }, { classes }, { residuals }) {
  const main = mainOf({ classes });
  const isLeast = (end) => known(measures.r2?.[end]) && measures.r2[end] <= 0;
  if (isLeast("high")) return texts.explained(measures.r2);
  const [{ low, high }, than] = [measures[main], main === "rmse" ? residuals?.at(-1) / 4 : CHANCE];
  const { above, below, within } = texts.worth[main] ?? {};
  if (known(low) && low > than) return above;
  if (isLeast("low")) return texts.explained(measures.r2);
  if (known(high) && high < than) return below;
  return known(low) && known(high) ? within : undefined;
}

/** What an estimate says: the answer, what it is and how sure, and what nobody can see. */
export function estimateWords({ all, sample }, { label, classes }, { unit }) {
  const stated = all.means.map((mean) => statedMean(all, mean, texts));
  if (stated.some(({ instead }) => instead)) return [estimate.nothing];
  const [first] = stated;
  const second = classes?.[1];
  const several = stated.length > 1;
  const shares = stated.map(({ value }, k) => ({ value, name: classes?.[k], ofPublic: sample.averages[k] }));
  return [
    several
      ? estimate.shares(shares.toSorted((a, b) => b.value - a.value).slice(0, NAMED))
      : estimate.answer(first, sample.averages[0], second),
    !several && (all.labelled ? estimate.interval : estimate.noise)(first, label, second),
    ...(all.labelled
      ? [estimate.labelled(all.labelled, unit)]
      : [estimate.unseen, estimate.yardstick(sample, classes)]),
  ].filter(Boolean);
}

/** Whether an estimate is worth taking in place of the public average, in a sentence; undefined where nobody can say. */
export function estimateWorth({ all, sample: { averages, yardstick, deviation } }) {
  const { value, low, high, instead } = statedMean(all, all.means[0], texts);
  const [average] = averages;
  if (instead || all.means.length > 1 || (all.labelled && !(known(low) && known(high)))) return undefined;
  if (all.labelled) return estimate.worth[average < low || average > high ? "outside" : "inside"];
  if (!known(yardstick)) return undefined;
  return estimate.worth[Math.abs(value - average) > yardstick * deviation ? "far" : "near"];
}

/** Figures for the page: `id` keeps the figures of several reports apart. `heading` is the element of their titles. */
export function reportPlots(figures, release, { id = "report", heading = "h3" } = {}) {
  const { schema } = release.provenance;
  if (figures.sample) return estimateFigures(figures, schema, words, id).map((one) => plotFigure(one, { heading }));
  const { confusion } = figures.all;
  return [
    ...reportFigures(figures, release, words, id).map((figure) => plotFigure(figure, { heading })),
    confusion && confusionTable(confusion, schema, heading),
  ].filter(Boolean);
}

/** Shares of the rows with a label; the table of more than a few classes scrolls. */
function confusionTable(confusion, { classes }, heading) {
  const rows = confusion.map((row, i) => [
    texts.confusion.predicted(classes[i]),
    ...row.map(({ value, high }) => value ?? (known(high) ? texts.confusion.atMost(high) : texts.unknown)),
  ]);
  return fold(
    { class: "confusion" },
    el(heading, {}, texts.confusion.title),
    el("p", { class: "help" }, texts.confusion.help),
    numberTable([texts.confusion.head, ...classes], rows, texts.confusion.title),
  );
}

/** Several owners' reports on one model, or estimates by it, {name, release, figures}, or undefined. */
export function ownersPlot(reports) {
  const figure = ownersFigure(reports, words);
  return figure && plotFigure(figure);
}
