// Draws curves: one over a column of numbers, each point at its place on the column's scale; and how many rows of a class
// are found against how many others are taken for it by mistake, each threshold with its intervals.
import { LETTER, axisName, chance, curve, drawing, sign, spreadLine, tickAtLeft, tickBelow } from "./marks.js";
import { linearScale, rangeOf, roundEnds, ticksOf } from "./scale.js";
import { node } from "./tree.js";

const HEIGHT = 220;
const LEFT = 58;
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
      ...columns.values.map((at) => tickBelow(x(at), [TOP + HEIGHT, TOP], format(at))),
      ...rows.values.map((at) => tickAtLeft(y(at), [left, width - 16], upwards(at))),
      axisName({ x: (left + width) / 2, y: height - 8 }, across),
      curve(points.map(([at, value]) => [x(at), y(value)])),
      ...points.map(([at, value]) => sign("weighted", x(at), y(value), 40)),
    );
  };

const extent = (/** @type {number[]} */ values) => [Math.min(...values), Math.max(...values)];

/** Where the curve passes: at an edge where the noise has carried the estimate beyond it. */
const place = ({ value, low, high }) => value ?? (low === 0 && high < 1 ? 0 : high === 1 && low > 0 ? 1 : undefined);
const end = (value, edge) => value ?? edge;

/**
 * A function of a width. `points` are {name, across, up}, by falling thresholds, with across and up as {value, low,
 * high} between 0 and 1; an end that is null is drawn to the edge. `axes` names both.
 */
export const rocPlot =
  (/** @type {Record<string, any>} */ { axes, points }, { numbers }) =>
  (/** @type {number} */ width) => {
    const side = width - LEFT - 16;
    const height = TOP + side + BELOW;
    const x = linearScale([0, 1], [LEFT, LEFT + side]);
    const y = linearScale([0, 1], [TOP + side, TOP]);
    const { values: ticks } = ticksOf([0, 1], side < 300 ? 2 : 5);
    const known = points.filter(({ across, up }) => across.value !== null && up.value !== null);
    const placed = points
      .map(({ across, up }) => [place(across), place(up)])
      .filter(([across, up]) => across !== undefined && up !== undefined);
    return drawing(
      width,
      height,
      ...ticks.flatMap((at) => [
        tickBelow(x(at), [y(0), y(1)], numbers.percent(at), 16),
        tickAtLeft(y(at), [x(0), x(1)], numbers.percent(at)),
      ]),
      axisName({ x: x(0.5), y: height - 8 }, axes.across),
      axisName({ x: 14, y: y(0.5), transform: `rotate(-90 14 ${y(0.5)})` }, axes.up),
      chance([
        [x(0), y(0)],
        [x(1), y(1)],
      ]),
      curve([[x(0), y(0)], ...placed.map(([across, up]) => [x(across), y(up)]), [x(1), y(1)]]),
      ...known.map(({ name, across, up }) =>
        node(
          "g",
          {},
          node("title", {}, name),
          spreadLine({ x1: x(across.value), x2: x(across.value), y1: y(end(up.low, 0)), y2: y(end(up.high, 1)) }),
          spreadLine({ x1: x(end(across.low, 0)), x2: x(end(across.high, 1)), y1: y(up.value), y2: y(up.value) }),
          sign("weighted", x(across.value), y(up.value), 50),
        ),
      ),
    );
  };
