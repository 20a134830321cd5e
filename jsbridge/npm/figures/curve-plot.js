// Draws a curve over a column of numbers, each point at its place on the column's scale.
import { LETTER, axisName, curve, drawing, sign, tick } from "./marks.js";
import { linearScale, rangeOf, roundEnds, ticksOf } from "./scale.js";

const HEIGHT = 220;
const TOP = 10;
const BELOW = 44;

/** A function of a width. `points` are [x, y], ascending in x; `across` names their axis. One curve needs no legend. */
export const curvePlot =
  (/** @type {Record<string, any>} */ { across, points }, { numbers }) =>
  (/** @type {number} */ width) => {
    const [sides, ends] = [0, 1].map((k) => rangeOf(extent(points.map((point) => point[k]))));
    const upEnds = roundEnds(ends, 4);
    const y = linearScale(upEnds, [TOP + HEIGHT, TOP]);
    const rows = ticksOf(upEnds, 4);
    const most = (range) => Math.max(...range.map(Math.abs));
    const upwards = numbers.along(rows.step, most(upEnds));
    const left = Math.max(...rows.values.map((at) => upwards(at).length)) * LETTER + 16;
    const x = linearScale(sides, [left + 8, width - 24]);
    const columns = ticksOf(sides, Math.max(2, Math.floor((width - left) / 90)));
    const format = numbers.along(columns.step, most(sides));
    const height = TOP + HEIGHT + BELOW;
    return drawing(
      width,
      height,
      ...columns.values.map((at) =>
        tick({ x1: x(at), x2: x(at), y1: TOP, y2: TOP + HEIGHT }, format(at), {
          x: x(at),
          y: TOP + HEIGHT + 18,
          "text-anchor": "middle",
        }),
      ),
      ...rows.values.map((at) =>
        tick({ x1: left, x2: width - 16, y1: y(at), y2: y(at) }, upwards(at), {
          x: left - 8,
          y: y(at) + 4,
          "text-anchor": "end",
        }),
      ),
      axisName({ x: (left + width) / 2, y: height - 8 }, across),
      curve(points.map(([at, value]) => [x(at), y(value)])),
      ...points.map(([at, value]) => sign("weighted", x(at), y(value), 40)),
    );
  };

const extent = (/** @type {number[]} */ values) => [Math.min(...values), Math.max(...values)];
