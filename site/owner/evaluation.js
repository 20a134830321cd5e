// How well the defaults do on data whose private labels are known: what `make evaluate` has measured, as the build
// found it in evaluation.json.
import { dotPlot } from "../figures/dot-plot.js";
import { el } from "../shared/dom.js";
import { evaluation as measured } from "./evaluation-data.js";
import { plotFigure, words } from "../plots/plot-figure.js";
import { evaluation as texts } from "./texts.js";

const DRAWN = { source: 0.1, target: 0.3, weighted: 1 }; // ε of each mark

export function fillEvaluation(place) {
  const { epsilons, median, tasks, repetitions, delta } = measured;
  const real = tasks.filter((task) => task.real);
  const counted = real.filter((task) => task.kept);
  const harmed = real.filter((task) => task.reference > 0);
  const at = (list, epsilon) => list[epsilons.indexOf(epsilon)];
  const percents = (list) => list.map((share) => Math.round(100 * share));
  const rows = counted.map((task) => ({
    name: texts.task(task),
    values: Object.fromEntries(Object.entries(DRAWN).map(([mark, epsilon]) => [mark, 100 * at(task.kept, epsilon)])),
  }));
  const marks = Object.fromEntries(Object.entries(DRAWN).map(([mark, epsilon]) => [mark, texts.epsilon(epsilon)]));
  const table = {
    head: [texts.head, ...epsilons.map(texts.epsilon)],
    rows: tasks.filter((task) => task.kept).map((task) => [texts.task(task), ...percents(task.kept)]),
  };
  place.append(
    el(
      "p",
      {},
      texts.kept(counted.length, real.length, repetitions, delta, (epsilon) => Math.round(100 * at(median, epsilon))),
    ),
    plotFigure({
      id: "evaluation",
      title: texts.title,
      help: texts.help,
      note: texts.numbersHelp,
      table,
      draw: dotPlot({ axis: texts.axis, marks, rows }, words),
    }),
    ...(harmed.length > 0
      ? [
          el(
            "p",
            {},
            texts.harmed(
              harmed.map((task) => `“${texts.name(task)}”`),
              Math.round(100 * Math.max(...harmed.flatMap(({ reference, engine }) => [reference, ...engine]))),
            ),
          ),
        ]
      : []),
    el("p", { class: "help" }, texts.anew),
  );
}
