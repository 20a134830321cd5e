// Draws a curve over a column of numbers, each point at its place on the column's scale. The colours are the style
// sheet's, so the drawing follows the theme.
import { line, scaleLinear, symbol, symbolCircle } from "../shared/d3.js";
import { svg } from "../shared/dom.js";
import { plotFigure, spoken } from "./plot-figure.js";

const WIDEST = 620;
const HEIGHT = 220;
const TOP = 10;
const BELOW = 44;
const LETTER = 7.2; // pixels, about the widest average of the fonts used

/**
 * Returns a figure. `points` are [x, y], ascending in x; `across` names their axis, and the help says what y is. One
 * curve needs no legend.
 */
export const curvePlot = ({ across, points, marks, ...figure }) =>
  plotFigure({ ...figure, widest: WIDEST }, (width) => plot(width, across, points));

function plot(width, across, points) {
  const y = scaleLinear(extent(points.map(([, value]) => value)), [TOP + HEIGHT, TOP]).nice(4);
  const rows = y.ticks(4);
  const upwards = spoken(y.tickFormat(4));
  const left = Math.max(...rows.map((tick) => upwards(tick).length)) * LETTER + 16;
  const x = scaleLinear(extent(points.map(([at]) => at)), [left + 8, width - 24]);
  const columns = x.ticks(Math.max(2, Math.floor((width - left) / 90)));
  const format = spoken(x.tickFormat(columns.length));
  const height = TOP + HEIGHT + BELOW;
  return svg(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, "font-size": 13 },
    ...columns.map((tick) =>
      svg(
        "g",
        { class: "tick" },
        svg("line", { x1: x(tick), x2: x(tick), y1: TOP, y2: TOP + HEIGHT }),
        svg("text", { x: x(tick), y: TOP + HEIGHT + 18, "text-anchor": "middle" }, format(tick)),
      ),
    ),
    ...rows.map((tick) =>
      svg(
        "g",
        { class: "tick" },
        svg("line", { x1: left, x2: width - 16, y1: y(tick), y2: y(tick) }),
        svg("text", { x: left - 8, y: y(tick) + 4, "text-anchor": "end" }, upwards(tick)),
      ),
    ),
    svg("text", { class: "axis", x: (left + width) / 2, y: height - 8, "text-anchor": "middle" }, across),
    svg("path", { class: "curve", d: line()(points.map(([at, value]) => [x(at), y(value)])) }),
    ...points.map(([at, value]) =>
      svg("path", {
        class: "dot weighted",
        d: symbol(symbolCircle, 40)(),
        transform: `translate(${x(at)},${y(value)})`,
      }),
    ),
  );
}

/** Of equal values a range around them. */
function extent(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low < high ? [low, high] : [low - 1, high + 1];
}
