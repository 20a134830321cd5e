// What drawings are made of: signs, axes and a legend, each with the look that it has without a style sheet.
import { node } from "./tree.js";

export const LETTER = 7.2; // pixels, about the widest average of the fonts used
const [GREY, BLUE, RED] = ["#8a8f98", "#2563c9", "#b45309"];
const LINE = 22; // pixels of a line of the legend

const around = (points) => `M${points.map((point) => point.map((v) => v.toFixed(2)).join(",")).join("L")}Z`;
const square = (size) => {
  const half = Math.sqrt(size) / 2;
  return around([
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ]);
};
const diamond = (size) => {
  const across = Math.tan(Math.PI / 6);
  const y = Math.sqrt(size / (2 * across));
  return around([
    [0, -y],
    [y * across, 0],
    [0, y],
    [-y * across, 0],
  ]);
};
const circle = (size) => {
  const r = Math.sqrt(size / Math.PI).toFixed(2);
  return `M${r},0A${r},${r},0,1,1,-${r},0A${r},${r},0,1,1,${r},0Z`;
};

const SIGNS = {
  source: { shape: square, fill: "#fff", stroke: GREY },
  target: { shape: diamond, fill: RED, stroke: "#fff" },
  weighted: { shape: circle, fill: BLUE, stroke: "#fff" },
};

export function sign(mark, /** @type {number} */ x, /** @type {number} */ y, size = 70) {
  const { shape, ...look } = SIGNS[mark];
  const at = `translate(${x.toFixed(2)},${y.toFixed(2)})`;
  return node("path", { class: `dot ${mark}`, d: shape(size), transform: at, "stroke-width": 2, ...look });
}

const line = (name, ends, look) => node("line", { class: name, ...ends, ...look });
export const spreadLine = (ends, mark = "") =>
  line(`spread ${mark}`.trim(), ends, {
    stroke: mark === "target" ? RED : BLUE,
    "stroke-width": 3,
    "stroke-opacity": 0.45,
  });
/** At the edge of an axis, for what goes on beyond it: to the right with 1, to the left with -1. */
export const arrow = (/** @type {number} */ x, /** @type {number} */ y, way) =>
  node("path", { class: "beyond", d: `M${x + 8 * way},${y}l${-8 * way},-5v10Z`, fill: BLUE, "fill-opacity": 0.6 });
export const wayLine = (ends) => line("way", ends, { stroke: GREY, "stroke-width": 2 });
export const curve = (points, name = "curve", /** @type {any} */ look = { stroke: BLUE, "stroke-width": 2 }) =>
  node("path", { class: name, d: pathOf(points), fill: "none", ...look });
export const chance = (points) => curve(points, "chance", { stroke: GREY, "stroke-dasharray": "4 4" });

const pathOf = (points) => `M${points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join("L")}`;

const text = (attributes, said) => node("text", { fill: "currentColor", ...attributes }, said);
export const words = (attributes, said) => text(attributes, said);
export const axisName = (attributes, said) => text({ class: "axis", "text-anchor": "middle", ...attributes }, said);

/** A line of the grid and, with `place`, the number at it. */
export const tick = (ends, /** @type {string} */ said, place, zero = false) =>
  node(
    "g",
    { class: zero ? "tick zero" : "tick" },
    node("line", { ...ends, stroke: zero ? GREY : "#d5d8dd" }),
    place && text(place, said),
  );

/** A line up from `bottom` at `x`, with the number below it; and one across from `left` at `y`, with it at its left. */
export const tickBelow = (x, [bottom, top], said, below = 18) =>
  tick({ x1: x, x2: x, y1: top, y2: bottom }, said, { x, y: bottom + below, "text-anchor": "middle" });
export const tickAtLeft = (y, [left, right], said) =>
  tick({ x1: left, x2: right, y1: y, y2: y }, said, { x: left - 8, y: y + 4, "text-anchor": "end" });

export const drawing = (/** @type {number} */ width, /** @type {number} */ height, ...children) =>
  node(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, "font-size": 13, "font-family": "sans-serif" },
    ...children,
  );

/** {height, nodes}: which sign is what. `marks` maps signs to their names. */
export function legend(/** @type {Record<string, string>} */ marks, /** @type {number} */ width) {
  let [x, y] = [12, LINE / 2];
  const nodes = Object.entries(marks).map(([mark, name]) => {
    const wide = 32 + [...name].length * LETTER;
    if (x > 12 && x + wide > width) [x, y] = [12, y + LINE];
    const entry = node("g", { class: "mark" }, sign(mark, x, y), words({ x: x + 12, y: y + 4 }, name));
    x += wide;
    return entry;
  });
  return { height: y + LINE / 2, nodes };
}

/** By characters and not by halves of them. */
export function shortened(/** @type {string} */ said, /** @type {number} */ most) {
  const characters = [...said];
  return characters.length <= most ? said : `${characters.slice(0, Math.max(1, most - 1)).join("")}…`;
}
