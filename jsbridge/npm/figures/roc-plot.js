// Draws how many rows of a class are found against how many others are taken for it by mistake, each threshold with its
// intervals.
import { axisName, chance, curve, drawing, sign, spreadLine, tick } from "./marks.js";
import { linearScale, ticksOf } from "./scale.js";
import { node } from "./tree.js";

const LEFT = 58;
const TOP = 10;
const BELOW = 44;

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
        tick({ x1: x(at), x2: x(at), y1: y(0), y2: y(1) }, numbers.percent(at), {
          x: x(at),
          y: y(0) + 16,
          "text-anchor": "middle",
        }),
        tick({ x1: x(0), x2: x(1), y1: y(at), y2: y(at) }, numbers.percent(at), {
          x: x(0) - 8,
          y: y(at) + 4,
          "text-anchor": "end",
        }),
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
