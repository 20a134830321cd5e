// What a report says of a model: sentences, plots and tables of its figures, on the owner's page and on the one for
// analysts.
import { el, fold } from "../shared/dom.js";
import { report as texts } from "../shared/texts.js";
import { numberTable, plotFigure, words } from "./plot-figure.js";
import { known, mainOf, ownersFigure, reportFigures, taskOf } from "../figures/report.js";

/** Which model a report is about, in a sentence; its digest is a part of it. */
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

/** Figures for the page: `id` keeps the figures of several reports apart. `heading` is the element of their titles. */
export function reportPlots(figures, schema, { id = "report", heading = "h3" } = {}) {
  const { confusion } = figures.all;
  return [
    ...reportFigures(figures, schema, words, id).map((figure) => plotFigure(figure, { heading })),
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

/** Several owners' reports {name, release, figures} on one model beside each other, or undefined. */
export function ownersPlot(reports) {
  const figure = ownersFigure(reports, words);
  return figure && plotFigure(figure);
}
