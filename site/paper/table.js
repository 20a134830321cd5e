// What stands below the figures: the settings of the result, and all its numbers.
import { listOf, tableOf, pairsOf } from "../shared/dom.js";
import { plain } from "../shared/numbers.js";
import { paper } from "./texts.js";

export const settingsList = (settings) => listOf(paper.settings(settings));

/** What the lab says about each method. */
export const methodList = (methods) =>
  pairsOf(
    methods.filter(({ description }) => description !== "").map(({ title, description }) => [title, description]),
    "methods-said",
  );

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
  const rows = curves.flatMap((curve) => curve.points.map((point) => row(curve, point)));
  return tableOf(paper.table.name, paper.table.head, rows, "numbers");
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
  return tableOf(paper.grid.name, paper.grid.head, grid.map(row), "grid");
}
