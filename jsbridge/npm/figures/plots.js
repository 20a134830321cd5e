// The plots of a release as texts, in English.
import { resultFigures } from "./result.js";
import { models, numbers, plots, report } from "./texts.js";
import { drawingOf, svgText } from "./tree.js";

const words = { models, numbers, plots, report };
const USUAL = 560; // pixels

/** [{id, title, help, svg, table}]; `explanation` is what the engine said beside the release. */
export function plotsOf(release, explanation, width = USUAL) {
  return resultFigures(release, explanation, words).flatMap((figure) => {
    const drawing = drawingOf(figure, width);
    const { id, title, help, note, table } = figure;
    const said = [help, note].filter(Boolean).join(" ");
    return drawing ? [{ id, title, help: said, svg: svgText(drawing), table }] : [];
  });
}
