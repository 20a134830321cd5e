// The plots of a result, and the table of coefficients.
import { plotFigure } from "../plots/plot-figure.js";
import { coefficientName, keyOf, resultFigures } from "../figures/result.js";
import { reportPlots } from "../plots/report.js";
import { words } from "../plots/words.js";
import { plots, result } from "./texts.js";

/** Returns figures. `release` is the document, `explanation` what came with it. */
export const plotsOf = (release, explanation) =>
  explanation.figures
    ? reportPlots(explanation.figures, release.provenance.schema)
    : resultFigures(release, explanation, { ...words, plots }).map((figure) => plotFigure(figure));

/** The rows of the table of coefficients: [name, before, after], or without before where it is not known. */
export function coefficientRows({ intercept, coefficients }, unweighted) {
  const before = unweighted && new Map(unweighted.coefficients.map((c) => [keyOf(c), c.value]));
  return [
    [result.intercept, ...(before ? [unweighted.intercept] : []), intercept],
    ...coefficients.map((c) => [coefficientName(c), ...(before ? [before.get(keyOf(c))] : []), c.value]),
  ];
}
