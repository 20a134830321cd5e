// The files of a result: a figure as SVG or CSV, everything as JSON.
import { FIGURES, drawChart } from "./chart.js";
import { THEMES, looks, sample } from "./curves.js";
import { tableCSV } from "../csv.js";
import { svg } from "../shared/dom.js";
import { paper } from "./texts.js";

const WIDTH = 760;
const HEIGHT = 460;
const LINE = 22;

/** The figure with a legend beside nothing but itself: black on white, whatever the reader's theme. */
export function figureSVG({ figure, all, shown, log }) {
  const colours = THEMES.light;
  const look = looks(all, "light");
  const chart = drawChart({ figure, all, shown, log, theme: "light", width: WIDTH, height: HEIGHT }).svg;
  const perColumn = Math.ceil(shown.length / 2);
  const height = HEIGHT + 20 + perColumn * LINE;
  chart.setAttribute("height", height);
  chart.setAttribute("viewBox", `0 0 ${WIDTH} ${height}`);
  chart.prepend(svg("title", {}, paper.figures[figure]), svg("rect", { width: WIDTH, height, fill: colours.ground }));
  shown.forEach((curve, i) => {
    const x = 20 + Math.floor(i / perColumn) * (WIDTH / 2 - 10);
    const y = HEIGHT + 12 + (i % perColumn) * LINE;
    chart.append(
      sample(look(curve), x, y),
      svg("text", { x: x + 40, y: y + 4, fill: colours.ink }, paper.curve(curve)),
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(chart)}\n`;
}

/** All numbers of a figure, shown or not. Without privacy ε is inf. */
export function figureCSV(figure, curves) {
  const { mean, sd, name } = FIGURES[figure];
  const lines = [["method", "noise", "epsilon", "n", name, `${name}_sd`, "repetitions"]];
  for (const { points } of curves) {
    for (const point of points) {
      if (mean(point) === null) continue;
      lines.push([
        point.method,
        point.noise,
        point.epsilon ?? "inf",
        point.rows,
        mean(point),
        sd(point),
        point.repetitions,
      ]);
    }
  }
  return tableCSV(lines);
}

export const resultJSON = (result) => `${JSON.stringify(result.raw, undefined, 1)}\n`;
