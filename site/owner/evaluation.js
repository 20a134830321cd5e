// How well the defaults do on data whose private labels are known: what `make evaluate` has measured, as the build
// found it in evaluation.json.
import { dotPlot } from "../figures/dot-plot.js";
import { el } from "../shared/dom.js";
import { evaluation as measured } from "./evaluation-data.js";
import { plotFigure, words } from "../plots/plot-figure.js";
import { evaluation as texts } from "./texts.js";

const SHOWN = 1; // ε of the drawing
const HARM = 1.01; // an error that much above the public model's is named

export function fillEvaluation(place) {
  const { epsilons, repetitions, delta, tasks } = measured;
  const at = (task, method, epsilon) => task.ratios[method][epsilons.indexOf(epsilon)];
  const mean = (method, epsilon) =>
    Math.exp(tasks.reduce((sum, task) => sum + Math.log(at(task, method, epsilon)), 0) / tasks.length);
  const harmed = tasks.filter((task) => at(task, "blend", SHOWN) > HARM);
  const rows = tasks.map((task) => ({
    name: texts.task(task),
    values: { weighted: 100 * at(task, "blend", SHOWN), target: 100 * at(task, "labels", SHOWN) },
  }));
  const table = {
    head: [texts.head, ...["blend", "labels"].flatMap((method) => epsilons.map((one) => texts.column(method, one)))],
    rows: tasks.map((task) => [
      texts.task(task),
      ...["blend", "labels"].flatMap((method) => task.ratios[method].map((ratio) => Math.round(1000 * ratio) / 10)),
    ]),
  };
  const draw = dotPlot({ axis: texts.axis, marks: { weighted: texts.blend, target: texts.labels }, rows }, words);
  place.append(
    el("p", {}, texts.measured(tasks.length, repetitions, delta)),
    el("p", {}, texts.means(mean)),
    plotFigure({ id: "evaluation", title: texts.title, help: texts.help, table, draw }),
  );
  if (harmed.length > 0) {
    const most = Math.max(...harmed.map((task) => at(task, "blend", SHOWN))) - 1;
    const names = harmed.map((task) => `“${texts.name(task)}”`);
    place.append(el("p", {}, texts.harmed(names, most)));
  }
  place.append(el("p", { class: "help" }, texts.anew));
}
