// Draws named values on one line each: dots with the way between them, or bars. The colours are the style sheet's, so
// the drawing follows the theme; widths follow the place it stands in.
import { scaleLinear, symbol, symbolCircle, symbolDiamond, symbolSquare } from "../shared/d3.js";
import { el, svg } from "../shared/dom.js";
import { plotFigure, spoken } from "./plot-figure.js";
import { plain } from "../shared/numbers.js";
import { report as texts } from "../shared/texts.js";

const MARKERS = { source: symbolSquare, target: symbolDiamond, weighted: symbolCircle };
/**
 * Private values have a lane of their own above the sample's, or they would cover one another where the weights fit
 * well.
 */
const LANE = { source: 4, weighted: 4, target: -5 };
const LETTER = 7.2; // pixels, about the widest average of the fonts used
const TICK_EVERY = 80; // pixels

/**
 * Returns a figure. `rows` are {name, values: {mark: number, or null where only its spread is known}, spread: {mark:
 * number or [low, high], of which an end may be infinite: it is drawn to the edge}}, `marks` maps each mark (source,
 * target, weighted) to its name for the legend, `bars` draws the value as a bar from 0. `numbers` is the same as a
 * table, `heading` the element of the title.
 */
export const dotPlot = (/** @type {Record<string, any>} */ { axis, rows, marks, bars = false, ...figure }) =>
  plotFigure(
    { ...figure, marks: bars ? undefined : legend(marks) },
    rows.length > 0 ? (width) => plot({ axis, rows, marks, bars, width }) : undefined,
  );

function plot({ axis, rows, marks, bars, width }) {
  const longest = Math.max(...rows.map(({ name }) => [...name].length)) * LETTER + 26;
  // Names beside the lines would be cut off: they stand above them.
  const narrow = width < 520 || longest > width * 0.35;
  const left = narrow ? 12 : longest;
  const lineHeight = narrow ? 56 : 30;
  const top = 8;
  const bottom = top + rows.length * lineHeight;
  const height = bottom + (axis ? 44 : 8);
  const x = scaleLinear().domain(domain(rows, bars)).nice(5).clamp(true);
  const ticks = x.ticks(Math.max(2, Math.floor((width - left) / TICK_EVERY)));
  const format = spoken(x.tickFormat(ticks.length));
  const half = (tick) => (format(tick).length * LETTER) / 2; // a number stands in the middle below its tick
  x.range([Math.max(left + 8, half(ticks[0])), width - Math.max(16, half(ticks.at(-1)))]);
  const lines = rows.map((row, i) => {
    const y = top + (i + 0.5) * lineHeight + (narrow ? 12 : 0);
    const name = shortened(row.name, ((narrow ? width - left - 24 : left - 16) / LETTER) | 0);
    const label = narrow ? { x: left + 12, y: y - 20 } : { x: left - 8, y: y + 4, "text-anchor": "end" };
    return svg(
      "g",
      {},
      svg(
        "title",
        {},
        [
          row.name,
          ...Object.keys(row.values).map(
            (mark) =>
              `${marks[mark]}: ${row.values[mark] === null ? texts.unknown : plain(Number(row.values[mark].toPrecision(3)))}`,
          ),
        ].join(", "),
      ),
      svg("text", label, name),
      ...(bars
        ? [bar(x, y, row.values)]
        : [
            way(x, y, row.values),
            ...Object.entries(row.values).flatMap(([mark, value]) => dot(x, y, mark, value, row.spread?.[mark])),
          ]),
    );
  });
  return svg(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, "font-size": 13 },
    ...ticks.map((tick) =>
      svg(
        "g",
        { class: tick === 0 ? "tick zero" : "tick" },
        svg("line", { x1: x(tick), x2: x(tick), y1: top, y2: bottom }),
        axis && svg("text", { x: x(tick), y: bottom + 16, "text-anchor": "middle" }, format(tick)),
      ),
    ),
    axis &&
      svg(
        "text",
        { class: "axis", x: (left + width) / 2, y: bottom + 36, "text-anchor": "middle" },
        shortened(axis, (width / LETTER) | 0),
      ),
    ...lines,
  );
}

/** From the least to the largest of all values with their spreads; with 0, from which they are read. */
function domain(rows, bars) {
  const ends = rows
    .flatMap(({ values, spread = {} }) => Object.entries(values).flatMap(([mark, value]) => reach(value, spread[mark])))
    .filter(Number.isFinite);
  const low = Math.min(0, ...ends);
  const high = Math.max(0, ...ends);
  return low === high ? [bars ? 0 : -1, 1] : [low, high];
}

const bar = (x, y, { weighted }) =>
  svg("rect", { class: "bar", x: x(0), y: y - 8, width: Math.max(1, x(weighted) - x(0)), height: 16, rx: 2 });

/** From where the sample was to where the weights have moved it. */
function way(x, y, { source, weighted }) {
  return (
    source !== undefined &&
    weighted !== undefined &&
    svg("line", { class: "way", x1: x(source), x2: x(weighted), y1: y + LANE.source, y2: y + LANE.weighted })
  );
}

/** The ends of a spread: so far on either side of the value, or as they are given. */
const reach = (value, spread = 0) => (Array.isArray(spread) ? spread : [value - spread, value + spread]);

function dot(x, y, mark, value, spread) {
  const lane = y + LANE[mark];
  const [low, high] = reach(value, spread);
  return [
    high > low && svg("line", { class: `spread ${mark}`, x1: x(low), x2: x(high), y1: lane, y2: lane }),
    value !== null &&
      svg("path", {
        class: `dot ${mark}`,
        d: symbol(MARKERS[mark], 70)(),
        transform: `translate(${x(value)},${lane})`,
      }),
  ];
}

function legend(marks) {
  const entry = ([mark, name]) =>
    el(
      "li",
      {},
      svg(
        "svg",
        { width: 16, height: 16, viewBox: "-8 -8 16 16", "aria-hidden": "true" },
        ...dot((v) => v, -LANE[mark], mark, 0),
      ),
      name,
    );
  return el("ul", { class: "marks" }, ...Object.entries(marks).map(entry));
}

/** By characters and not by halves of them. */
function shortened(text, most) {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, Math.max(1, most - 1)).join("")}…`;
}
