// The two figures of a result: at one ε, a curve for each method and noise. The colour says which noise, the line which
// method.
import { LETTER, curve as line, shortened, words } from "../figures/marks.js";
import { node } from "../figures/tree.js";
import { logAxis, xyPlot } from "../plots/xy-plot.js";
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

function draw(width, name, curves) {
  const points = curves.flatMap((one) => one.points);
  const rows = [...new Set(points.map((point) => point.rows))].sort((a, b) => a - b);
  // An error bar may have no lower end on this scale.
  const ends = points.map(MEASURES[name]).flatMap(([mean, sd]) => [Math.max(mean - sd, mean / 3), mean + sd]);
  return xyPlot(width, {
    x: logAxis([rows[0] / 1.12, rows.at(-1) * 1.12], rows),
    y: logAxis([Math.min(...ends) / 1.2, Math.max(...ends) * 1.2]),
    across: texts.axis.rows,
    up: texts.axis[name],
    format: texts.tick,
    draw: (x, y) => curves.map((one, i) => drawCurve(one, name, x, y, (i - (curves.length - 1) / 2) * 2)),
    keyHeight: curves.length * ROW,
    key: (top) =>
      curves.flatMap((one, i) => {
        const y = top + ROW * (i + 0.5);
        const said = shortened(texts.curve(one), Math.floor((width - SAMPLE - 16) / LETTER));
        return [
          line(
            [
              [4, y],
              [SAMPLE, y],
            ],
            "line",
            lookOf(one),
          ),
          words({ x: SAMPLE + 8, y: y + 4 }, said),
        ];
      }),
  });
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
