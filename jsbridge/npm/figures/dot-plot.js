// Draws named values on one line each: dots with the way between them.
import {
  LETTER,
  arrow,
  axisName,
  drawing,
  legend,
  shortened,
  sign,
  spreadLine,
  tick,
  wayLine,
  words as text,
} from "./marks.js";
import { linearScale, rangeOf, roundEnds, ticksOf } from "./scale.js";
import { node } from "./tree.js";

const TICK_EVERY = 80; // pixels

/**
 * A function of a width. `rows` are {name, values: {mark: number, or null where only its spread is known}, spread:
 * {mark: number or [low, high]; an arrow at the edge stands for an infinite end}}, `marks` maps each mark
 * (source, weighted) to its name for the legend, `near` shows the values
 * close up, where 0 means nothing. Undefined without rows.
 */
export const dotPlot = (/** @type {any} */ shown, words) =>
  shown.rows.length > 0 ? (/** @type {number} */ width) => plot(shown, width, words) : undefined;

function plot({ axis, rows, marks, near = false }, width, { numbers, report }) {
  const longest = Math.max(...rows.map(({ name }) => [...name].length)) * LETTER + 26;
  // Names beside the lines would be cut off: they stand above them.
  const narrow = width < 520 || longest > width * 0.35;
  const left = narrow ? 12 : longest;
  const lineHeight = narrow ? 56 : 30;
  const above = legend(marks, width);
  const top = 8 + above.height;
  const bottom = top + rows.length * lineHeight;
  const height = bottom + (axis ? 44 : 8);
  const ends = roundEnds(domain(rows, near), 5);
  const { values: ticks, step } = ticksOf(ends, Math.max(2, Math.floor((width - left) / TICK_EVERY)));
  const format = numbers.along(step, Math.max(...ends.map(Math.abs)));
  const half = (at) => (format(at).length * LETTER) / 2; // a number stands in the middle below its tick
  const x = linearScale(ends, [
    Math.max(left + 8, half(ticks[0])),
    width - Math.max(16, half(ticks[ticks.length - 1])),
  ]);
  const said = (value) => (value === null ? report.unknown : numbers.rough(value));
  const lines = rows.map((row, i) => {
    const y = top + (i + 0.5) * lineHeight + (narrow ? 12 : 0);
    const name = shortened(row.name, ((narrow ? width - left - 24 : left - 16) / LETTER) | 0);
    const label = narrow ? { x: left + 12, y: y - 20 } : { x: left - 8, y: y + 4, "text-anchor": "end" };
    const values = Object.keys(row.values).map((mark) => {
      const isOpen = !reach(0, row.spread?.[mark]).every(Number.isFinite);
      return `${marks[mark]}: ${said(row.values[mark])}${isOpen ? ` (${report.open})` : ""}`;
    });
    return node(
      "g",
      {},
      node("title", {}, [row.name, ...values].join(", ")),
      text(label, name),
      way(x, y, row),
      ...Object.entries(row.values).flatMap(([mark, value]) => dot(x, y, mark, value, row.spread?.[mark])),
    );
  });
  return drawing(
    width,
    height,
    ...above.nodes,
    ...ticks.map((at) =>
      tick(
        { x1: x(at), x2: x(at), y1: top, y2: bottom },
        format(at),
        axis && { x: x(at), y: bottom + 16, "text-anchor": "middle" },
        at === 0,
      ),
    ),
    axis && axisName({ x: (left + width) / 2, y: bottom + 36 }, shortened(axis, (width / LETTER) | 0)),
    ...lines,
  );
}

/** From the least to the largest of all values with their spreads; unless close up with 0, from which they are read. */
function domain(rows, near) {
  const ends = rows
    .flatMap(({ values, spread = {} }) =>
      Object.entries(values).flatMap(([mark, value]) => [value, ...reach(value, spread[mark])]),
    )
    .filter(Number.isFinite);
  const origin = near ? [] : [0];
  const [low, high] = [Math.min(...origin, ...ends), Math.max(...origin, ...ends)];
  return rangeOf([low, high]);
}

/** From where the sample was to where the weights have moved it; none through an interval, which it would seem a part of. */
function way(x, y, { values: { source, weighted }, spread }) {
  const known = source !== undefined && weighted !== undefined && !Array.isArray(spread?.weighted);
  return known && wayLine({ x1: x(source), x2: x(weighted), y1: y, y2: y });
}

/** The ends of a spread: so far on either side of the value, or as they are given. */
const reach = (value, spread = 0) => (Array.isArray(spread) ? spread : [value - spread, value + spread]);

function dot(x, lane, mark, value, spread) {
  const [low, high] = reach(value, spread);
  return [
    high > low && spreadLine({ x1: x(low), x2: x(high), y1: lane, y2: lane }, mark),
    low === -Infinity && arrow(x(low), lane, -1),
    high === Infinity && arrow(x(high), lane, 1),
    value !== null && sign(mark, x(value), lane),
  ];
}
