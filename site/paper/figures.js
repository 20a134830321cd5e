// The two figures of a result: at one ε, a curve for each method and noise. The colour says which noise, the line which
// method.
import { LETTER, curve as line, shortened, words, axisName, drawing, tick, tickAtLeft } from "../figures/marks.js";
import { linearScale, ticksOf } from "../figures/scale.js";
import { node } from "../figures/tree.js";
import { paper as texts } from "./texts.js";

/** Each is at least 3 to 1 on a light and on a dark ground. */
const COLOURS = {
  none: "currentColor",
  paper: "#c46a1f",
  tight: "#8a6fd6",
  moment: "#1f8f99",
  public: "#7d8a93",
  oracle: "#3d9a5f",
};
const DASHES = { "mirror-descent": "2 4", "single-stage": "8 4", public: "10 3 2 3", oracle: "5 3" };
const TOP = 32;
const HEIGHT = 280;
const BELOW = 46;
const ROW = 20; // pixels of a line of the key
const SAMPLE = 34;

const MEASURES = {
  a: ({ norm, normSD }) => [norm, normSD],
  b: ({ error, errorSD }) => [error, errorSD],
};

const lookOf = ({ method, noise }) => ({
  stroke: COLOURS[method.private ? noise : method.id] ?? COLOURS.none,
  "stroke-width": 2,
  "stroke-dasharray": DASHES[method.id],
});

const NOISES = ["none", "paper", "tight", "moment"];

/** The curves of a result: {method, noise, epsilon, points in order of rows}, in the order in which they are listed. */
export function curvesOf({ methods, points }) {
  const curves = new Map();
  for (const point of points) {
    const { noise, epsilon } = point;
    const id = `${point.method} ${noise} ${epsilon}`;
    const method = methods.find((one) => one.id === point.method);
    if (!curves.has(id)) curves.set(id, { method, noise, epsilon, points: [] });
    curves.get(id).points.push(point);
  }
  for (const curve of curves.values()) curve.points.sort((a, b) => a.rows - b.rows);
  const rank = (curve) => [methods.indexOf(curve.method), NOISES.indexOf(curve.noise), curve.epsilon ?? Infinity];
  return [...curves.values()].sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    const i = x.findIndex((value, j) => value !== y[j]);
    return i < 0 ? 0 : x[i] - y[i];
  });
}

/** The ε of a result, ascending. */
export const epsilonsOf = (curves) =>
  [...new Set(curves.map(({ epsilon }) => epsilon))].filter((epsilon) => epsilon !== null).sort((a, b) => a - b);

/**
 * The figure "a" or "b" as plots/plot-figure.js has them: the curves at this ε, and those without privacy. A logarithmic
 * scale has no place for 0.
 */
export function figureOf(name, curves, epsilon) {
  const measure = MEASURES[name];
  const shown = curves
    .filter((one) => one.epsilon === null || one.epsilon === epsilon)
    .map((one) => ({ ...one, points: one.points.filter((point) => measure(point)[0] > 0) }))
    .filter(({ points }) => points.length > 0);
  return {
    id: `figure-${name}`,
    title: texts.figures[name],
    help: shown.length > 0 ? texts.captions[name] : texts.nothingShown,
    draw: shown.length > 0 ? (width) => draw(width, name, shown) : undefined,
  };
}

/** The drawing for a width, over two logarithmic axes, by the signs and scales of the npm package; the key is below. */
function draw(width, name, curves) {
  const points = curves.flatMap((one) => one.points);
  const rows = [...new Set(points.map((point) => point.rows))].sort((a, b) => a - b);
  // An error bar may have no lower end on this scale.
  const means = points.map(MEASURES[name]).flatMap(([mean, sd]) => [Math.max(mean - sd, mean / 3), mean + sd]);
  const ends = [Math.min(...means) / 1.2, Math.max(...means) * 1.2];
  const heights = logTicks(ends);
  const bottom = TOP + HEIGHT;
  const left = Math.max(...heights.map((value) => texts.tick(value).length)) * LETTER + 16;
  const right = width - 16;
  const x = logScale([rows[0] / 1.12, rows.at(-1) * 1.12], [left + 8, right - 8]);
  const y = logScale(ends, [bottom, TOP]);
  const most = Math.floor((right - left) / LETTER);
  let taken = -Infinity; // a number that would touch the one before it is left out
  const below = (value) => {
    const half = (texts.tick(value).length * LETTER) / 2;
    if (x(value) - half < taken + LETTER) return undefined;
    taken = x(value) + half;
    return { x: x(value), y: bottom + 20, "text-anchor": "middle" };
  };
  return drawing(
    width,
    bottom + BELOW + curves.length * ROW,
    ...heights.map((value) => tickAtLeft(y(value), [left, right], texts.tick(value))),
    ...rows.map((value) =>
      tick({ x1: x(value), x2: x(value), y1: bottom, y2: bottom + 5 }, texts.tick(value), below(value)),
    ),
    words({ class: "axis", x: 4, y: 18 }, shortened(texts.axis[name], most)),
    axisName({ x: (left + right) / 2, y: bottom + BELOW - 8 }, shortened(texts.axis.rows, most)),
    ...curves.map((one, i) => drawCurve(one, name, x, y, (i - (curves.length - 1) / 2) * 2)),
    ...curves.flatMap((one, i) => {
      const y = bottom + BELOW + ROW * (i + 0.5);
      const ends = [4, SAMPLE].map((x) => [x, y]);
      const said = shortened(texts.curve(one), Math.floor((width - SAMPLE - 16) / LETTER));
      return [line(ends, "line", lookOf(one)), words({ x: SAMPLE + 8, y: y + 4 }, said)];
    }),
  );
}

/** `shift` sets error bars of one n apart, which could not be read one upon the other. */
function drawCurve(one, name, x, y, shift) {
  const look = lookOf(one);
  const at = (point) => [x(point.rows) + shift, y(MEASURES[name](point)[0])];
  return node(
    "g",
    {},
    line(one.points.map(at), "line", look),
    ...one.points.map((point) => {
      const [mean, sd] = MEASURES[name](point);
      const [across, up] = at(point);
      return node(
        "g",
        {},
        node("title", {}, texts.value(name, { curve: one, point })),
        sd > 0 &&
          node("line", {
            x1: across,
            x2: across,
            y1: y(Math.max(mean - sd, mean / 1e6)),
            y2: y(mean + sd),
            ...look,
            "stroke-dasharray": undefined,
            "stroke-width": 1,
          }),
        node("circle", { cx: across, cy: up, r: 3.5, fill: look.stroke }),
      );
    }),
  );
}

/** A function from a value to its place; equal ratios of the two positive ends are equally far apart. */
function logScale(/** @type {number[]} */ ends, /** @type {number[]} */ range) {
  const place = linearScale(ends.map(Math.log), range);
  return (value) => place(Math.log(value));
}

/** 1, 2 and 5 of each power of ten over short spans, powers alone over longer ones, and then not all of them. */
function logTicks(/** @type {number[]} */ [low, high]) {
  const span = Math.log10(high / low);
  if (span < 0.5) return ticksOf([low, high], 5).values;
  const every = Math.ceil(span / 8);
  const digits = span < 2 ? [1, 2, 5] : span < 3.2 ? [1, 3] : [1];
  const ticks = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++)
    if (power % every === 0) ticks.push(...digits.map((digit) => Number(`${digit}e${power}`)));
  return ticks.filter((value) => value >= low && value <= high);
}
