// Draws how many rows of a class are found against how many others are taken for it by mistake, each threshold with its
// intervals. The colours are the style sheet's, so the drawing follows the theme; widths follow the place it stands in.
import { line, scaleLinear, symbol, symbolCircle } from "../shared/d3.js";
import { svg } from "../shared/dom.js";
import { percent } from "../shared/numbers.js";
import { plotFigure } from "./plot-figure.js";

const LEFT = 58;
const TOP = 10;
const BELOW = 44;
const WIDEST = 460;

/**
 * Returns a figure. `points` are {name, across, up}, by falling thresholds, with across and up as {value, low, high}
 * between 0 and 1, of which an end may be null: it is drawn to the edge. `axes` names both, `numbers` is the same as a
 * table, `heading` the element of the title.
 */
export const rocPlot = ({ axes, points, ...figure }) =>
  plotFigure({ ...figure, widest: WIDEST }, (width) => plot(width, axes, points));

/** Where the curve passes: at an edge where the noise has carried the estimate beyond it. */
const place = ({ value, low, high }) => value ?? (low === 0 && high < 1 ? 0 : high === 1 && low > 0 ? 1 : undefined);

function plot(width, axes, points) {
  const side = width - LEFT - 16;
  const height = TOP + side + BELOW;
  const x = scaleLinear([0, 1], [LEFT, LEFT + side]);
  const y = scaleLinear([0, 1], [TOP + side, TOP]);
  const ticks = x.ticks(side < 300 ? 2 : 5);
  const format = percent;
  const known = points.filter(({ across, up }) => across.value !== null && up.value !== null);
  const placed = points
    .map(({ across, up }) => [place(across), place(up)])
    .filter(([across, up]) => across !== undefined && up !== undefined);
  const curve = line()([[x(0), y(0)], ...placed.map(([across, up]) => [x(across), y(up)]), [x(1), y(1)]]);
  const end = (value, edge) => value ?? edge;
  return svg(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, "font-size": 13 },
    ...ticks.flatMap((tick) => [
      svg(
        "g",
        { class: "tick" },
        svg("line", { x1: x(tick), x2: x(tick), y1: y(0), y2: y(1) }),
        svg("text", { x: x(tick), y: y(0) + 16, "text-anchor": "middle" }, format(tick)),
      ),
      svg(
        "g",
        { class: "tick" },
        svg("line", { x1: x(0), x2: x(1), y1: y(tick), y2: y(tick) }),
        svg("text", { x: x(0) - 8, y: y(tick) + 4, "text-anchor": "end" }, format(tick)),
      ),
    ]),
    svg("text", { class: "axis", x: x(0.5), y: height - 8, "text-anchor": "middle" }, axes.across),
    svg(
      "text",
      { class: "axis", x: 14, y: y(0.5), "text-anchor": "middle", transform: `rotate(-90 14 ${y(0.5)})` },
      axes.up,
    ),
    svg("path", {
      class: "chance",
      d: line()([
        [x(0), y(0)],
        [x(1), y(1)],
      ]),
    }),
    svg("path", { class: "curve", d: curve }),
    ...known.map(({ name, across, up }) =>
      svg(
        "g",
        {},
        svg("title", {}, name),
        svg("line", {
          class: "spread",
          x1: x(across.value),
          x2: x(across.value),
          y1: y(end(up.low, 0)),
          y2: y(end(up.high, 1)),
        }),
        svg("line", {
          class: "spread",
          x1: x(end(across.low, 0)),
          x2: x(end(across.high, 1)),
          y1: y(up.value),
          y2: y(up.value),
        }),
        svg("path", {
          class: "dot weighted",
          d: symbol(symbolCircle, 50)(),
          transform: `translate(${x(across.value)},${y(up.value)})`,
        }),
      ),
    ),
  );
}
