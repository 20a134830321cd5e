// Draws a curve in a square: how many rows of a class are found against how many others are taken for it by mistake, each
// threshold with its intervals.
import {
  LETTER,
  axisName,
  chance,
  curve,
  drawing,
  shortened,
  sign,
  spreadLine,
  tickAtLeft,
  tickBelow,
} from "./marks.js";
import { linearScale, rangeOf, roundEnds, ticksOf } from "./scale.js";
import { node } from "./tree.js";

const LEFT = 58;
const TOP = 10;
const BELOW = 44;

/** Where the curve passes: at an edge where the noise has carried the estimate beyond it. */
const place = ({ value, low, high }, /** @type {number[]} */ [least, most]) =>
  value ?? (low === least && high < most ? least : high === most && low > least ? most : undefined);
const end = (value, edge) => value ?? edge;

/**
 * A function of a width: a square with its diagonal. `points` are {name, across, up}, in the order of the curve through
 * them, with across and up as {value, low, high} within `ends`; an end that is null is drawn to the edge. `axes` names
 * both, `format` writes their numbers, and `whole` has the curve begin and end in the corners.
 */
export const squarePlot =
  (/** @type {Record<string, any>} */ { axes, points, ends: inner = [0, 1], format, whole = false }, { numbers }) =>
  (/** @type {number} */ width) => {
    const side = width - LEFT - 16;
    const height = TOP + side + BELOW;
    const ends = roundEnds(rangeOf(inner), 4);
    const x = linearScale(ends, [LEFT, LEFT + side]);
    const y = linearScale(ends, [TOP + side, TOP]);
    const { values: ticks, step } = ticksOf(ends, side < 300 ? 2 : 5);
    const written = format ?? numbers.along(step, Math.max(...ends.map(Math.abs)));
    const span = (from, to) => spreadLine({ x1: x(from[0]), y1: y(from[1]), x2: x(to[0]), y2: y(to[1]) });
    const corners = ends.map((at) => [x(at), y(at)]);
    const middle = (ends[0] + ends[1]) / 2;
    const drawn = points.filter(({ across, up }) => across.value !== null && up.value !== null);
    const placed = points
      .map(({ across, up }) => [place(across, ends), place(up, ends)])
      .filter(([across, up]) => across !== undefined && up !== undefined)
      .map(([across, up]) => [x(across), y(up)]);
    return drawing(
      width,
      height,
      ...ticks.flatMap((at) => [
        tickBelow(x(at), [y(ends[0]), y(ends[1])], written(at), 16),
        tickAtLeft(y(at), [x(ends[0]), x(ends[1])], written(at)),
      ]),
      axisName({ x: x(middle), y: height - 8 }, shortened(axes.across, (side / LETTER) | 0)),
      axisName({ x: 14, y: y(middle), transform: `rotate(-90 14 ${y(middle)})` }, axes.up),
      chance(corners),
      curve(whole ? [corners[0], ...placed, corners[1]] : placed),
      ...drawn.map(({ name, across, up }) =>
        node(
          "g",
          {},
          node("title", {}, name),
          span([across.value, end(up.low, ends[0])], [across.value, end(up.high, ends[1])]),
          span([end(across.low, ends[0]), up.value], [end(across.high, ends[1]), up.value]),
          sign("weighted", x(across.value), y(up.value), 50),
        ),
      ),
    );
  };
