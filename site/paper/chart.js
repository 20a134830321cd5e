// Draws one figure as SVG, by attributes only, so that the file saved from it needs no style sheet.
import { THEMES, looks } from "./curves.js";
import { line, scaleLinear, scaleLog } from "../shared/d3.js";
import { svg } from "../shared/dom.js";
import { grouped } from "../shared/numbers.js";
import { paper } from "./texts.js";

const MARGIN = { top: 34, right: 18, bottom: 48, left: 58 };
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/** What a figure shows of a point: the mean and its standard deviation. */
export const FIGURES = {
  a: { mean: (point) => point.norm, sd: (point) => point.normSD, name: "norm" },
  b: { mean: (point) => point.error, sd: (point) => point.errorSD, name: "error" },
};

/**
 * Returns {svg, hits, groups}: the drawing, the places {x, y, curve, point} of its markers, and the element of each
 * curve by its id. `all` are the curves that share the colours, `shown` those that are drawn.
 */
export function drawChart({ figure, all, shown, log, theme, width, height }) {
  const colours = THEMES[theme];
  const { mean, sd } = FIGURES[figure];
  const drawable = (point) => mean(point) !== null && (!log || mean(point) > 0);
  const curves = shown
    .map((curve) => ({ ...curve, points: curve.points.filter(drawable) }))
    .filter((curve) => curve.points.length > 0);
  const points = curves.flatMap((curve) => curve.points);
  const rows = [...new Set(all.flatMap((curve) => curve.points.map((point) => point.rows)))].sort((a, b) => a - b);

  const box = { left: MARGIN.left, right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom };
  const x = scaleLog([rows[0] / 1.12, rows.at(-1) * 1.12], [box.left + 6, box.right - 6]);
  const y = verticalScale(points, mean, sd, log).range([box.bottom, box.top]);
  const look = looks(all, theme);
  const hits = [];
  const groups = new Map();
  // Curves side by side at each n: error bars that cover one another cannot be read.
  const step = Math.min(4, 36 / curves.length);
  curves.forEach((curve, i) => {
    const shift = (i - (curves.length - 1) / 2) * step;
    const at = (point) => ({ x: x(point.rows) + shift, y: y(mean(point)), curve, point });
    hits.push(...curve.points.map(at));
    groups.set(
      curve.id,
      drawCurve(curve.points.map(at), look(curve), {
        sd: ({ point }) => [mean(point) - sd(point), mean(point) + sd(point)],
        y,
        box,
      }),
    );
  });
  const drawing = svg(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      "font-family": FONT,
      "font-size": 12,
    },
    svg("rect", { width, height, fill: colours.ground }),
    verticalAxis(y, log, box, colours),
    horizontalAxis(x, rows, box, colours),
    label(paper.axis[figure], { x: 8, y: 18, fill: colours.ink, "font-size": 13, "font-weight": 600 }),
    label(paper.axis.rows, {
      x: (box.left + box.right) / 2,
      y: height - 8,
      fill: colours.soft,
      "text-anchor": "middle",
    }),
    points.length === 0 &&
      label(paper.nothingShown, {
        x: (box.left + box.right) / 2,
        y: (box.top + box.bottom) / 2,
        fill: colours.soft,
        "text-anchor": "middle",
      }),
    ...groups.values(),
  );
  return { svg: drawing, hits, groups };
}

/**
 * A scale over all means and as much of the error bars as is useful; on a logarithmic scale a bar may have no lower
 * end.
 */
function verticalScale(points, mean, sd, log) {
  if (points.length === 0) return log ? scaleLog().domain([0.001, 1]) : scaleLinear();
  const top = Math.max(...points.map((point) => mean(point) + sd(point)));
  if (!log) return scaleLinear().domain([0, top * 1.04 || 1]);
  const ends = points.map((point) => Math.max(mean(point) - sd(point), mean(point) / 3));
  return scaleLog().domain([Math.min(...ends) / 1.2, top * 1.2]);
}

function drawCurve(places, { stroke, dash, marker }, { sd, y, box }) {
  const path = line(
    (place) => place.x,
    (place) => place.y,
  );
  return svg(
    "g",
    { stroke, fill: "none", "stroke-width": 1.75 },
    ...places.map((place) => errorBar(place.x, ...sd(place), y, box)),
    svg("path", { d: path(places), "stroke-dasharray": dash, "stroke-linejoin": "round" }),
    ...places.map((place) =>
      svg("path", { d: marker, transform: `translate(${place.x},${place.y})`, fill: stroke, "stroke-width": 0.5 }),
    ),
  );
}

function errorBar(x, low, high, y, box) {
  if (high === low) return undefined;
  const bottom = low > 0 ? Math.min(y(low), box.bottom) : box.bottom;
  const top = y(high);
  // No cap where the bar goes on below the figure.
  const caps = bottom < box.bottom ? `M${x - 3},${bottom}h6` : "";
  return svg("path", { d: `M${x},${bottom}V${top}M${x - 3},${top}h6${caps}`, "stroke-width": 1.25 });
}

function verticalAxis(y, log, box, colours) {
  const ticks = log ? logTicks(y) : y.ticks(6);
  return svg(
    "g",
    { stroke: colours.line, fill: colours.soft, "text-anchor": "end" },
    ...ticks.flatMap((tick) => [
      svg("line", { x1: box.left, x2: box.right, y1: y(tick), y2: y(tick) }),
      label(paper.tick(tick), { x: box.left - 8, y: y(tick) + 4, stroke: "none" }),
    ]),
  );
}

/** 1, 2 and 5 of each power of ten over short spans, powers alone over longer ones, and then not all of them. */
function logTicks(y) {
  const [low, high] = y.domain();
  const span = Math.log10(high / low);
  if (span < 0.5) return y.ticks(6);
  const every = Math.ceil(span / 8);
  const ticks = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
    if (power % every !== 0) continue;
    for (const digit of span < 1.2 ? [1, 2, 3, 5] : span < 2 ? [1, 2, 5] : span < 3.2 ? [1, 3] : [1])
      ticks.push(Number(`${digit}e${power}`));
  }
  return ticks.filter((tick) => tick >= low && tick <= high);
}

function horizontalAxis(x, rows, box, colours) {
  const labelled = [];
  for (const n of rows) if (labelled.length === 0 || x(n) - x(labelled.at(-1)) >= 42) labelled.push(n);
  return svg(
    "g",
    { stroke: colours.soft, fill: colours.soft, "text-anchor": "middle" },
    svg("line", { x1: box.left, x2: box.right, y1: box.bottom, y2: box.bottom }),
    ...rows.map((n) => svg("line", { x1: x(n), x2: x(n), y1: box.bottom, y2: box.bottom + 5 })),
    ...labelled.map((n) => label(grouped(n), { x: x(n), y: box.bottom + 20, stroke: "none" })),
  );
}

const label = (text, attributes) => svg("text", attributes, text);
