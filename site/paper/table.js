// What stands below the figures: the settings of the result, and all its numbers.
import { el } from "../shared/dom.js";
import { plain } from "../shared/numbers.js";
import { paper } from "./texts.js";

export function settingsList(settings) {
  const facts = paper.settings(settings);
  return el("ul", { class: "facts" }, ...facts.map((fact) => el("li", {}, fact)));
}

/** What the lab says about each method. */
export function methodList(methods) {
  const described = methods.filter((method) => method.description !== "");
  return el(
    "dl",
    { class: "methods-said" },
    ...described.flatMap((method) => [el("dt", {}, method.title), el("dd", {}, method.description)]),
  );
}

/** A table of every point of every curve. */
export function numbersTable(curves) {
  const row = (curve, point) => [
    curve.method.title,
    curve.method.private ? paper.noises[curve.noise] : paper.dash,
    curve.epsilon === null ? paper.dash : plain(curve.epsilon),
    plain(point.rows),
    paper.meanAndSD(point.norm, point.normSD, point.repetitions),
    paper.meanAndSD(point.error, point.errorSD, point.repetitions),
    point.effectiveSampleSize === null ? paper.dash : plain(Math.round(point.effectiveSampleSize)),
    plain(point.repetitions),
  ];
  return table(
    paper.table,
    "numbers",
    curves.flatMap((curve) => curve.points.map((point) => row(curve, point))),
  );
}

/** A table of the parameters that the single stage was tried with. */
export function gridTable(grid) {
  const one = (value) => paper.meanAndSD(value, 0, 1);
  const row = (cell) => [
    plain(cell.mu),
    plain(cell.modelNorm),
    one(cell.playedError),
    one(cell.error),
    cell.chosen === true ? paper.grid.chosen : "",
  ];
  return table(paper.grid, "grid", grid.map(row));
}

/** A table that scrolls by itself. */
function table({ name, head }, look, rows) {
  return el(
    "div",
    { class: `scroll ${look}`, tabindex: "0", role: "region", "aria-label": name },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...head.map((cell) => el("th", { scope: "col" }, cell)))),
      el(
        "tbody",
        {},
        ...rows.map(([first, ...cells]) =>
          el("tr", {}, el("th", { scope: "row" }, first), ...cells.map((cell) => el("td", {}, cell))),
        ),
      ),
    ),
  );
}
