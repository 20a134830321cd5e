// How a curve looks: the colour says which noise, the line and the marker which method, and fainter means smaller ε.
import {
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  scaleLinear,
} from "../shared/d3.js";
import { svg } from "../shared/dom.js";

/**
 * Colours from the smallest ε to the largest; each is at least 3 to 1 on its ground, and they differ in lightness too.
 */
export const THEMES = {
  light: {
    ground: "#ffffff",
    ink: "#18242b",
    soft: "#52636d",
    line: "#d3dce1",
    noise: {
      none: ["#18242b", "#18242b"],
      paper: ["#d07a3a", "#8a3a00"],
      tight: ["#9a86dc", "#4a2fa5"],
      moment: ["#2a9aa3", "#07505a"],
    },
    public: "#6b7b85",
    oracle: "#1d6b3a",
  },
  dark: {
    ground: "#182228",
    ink: "#e4ecef",
    soft: "#a3b3bc",
    line: "#2c3a42",
    noise: {
      none: ["#e4ecef", "#e4ecef"],
      paper: ["#b9692c", "#ffc795"],
      tight: ["#8a79d8", "#d3c8ff"],
      moment: ["#2f9299", "#9df0f0"],
    },
    public: "#a3b3bc",
    oracle: "#86d6a2",
  },
};

const SHAPES = {
  "frank-wolfe": { marker: symbolCircle, dash: undefined },
  "mirror-descent": { marker: symbolSquare, dash: "2 4" },
  "single-stage": { marker: symbolTriangle, dash: "8 4" },
  public: { marker: symbolCross, dash: "10 3 2 3" },
  oracle: { marker: symbolStar, dash: "5 3" },
};
const OTHER = { marker: symbolDiamond, dash: "12 4" };

/** Returns the function that gives a curve its {stroke, dash, marker}: `marker` is a path around the origin. */
export function looks(curves, themeName) {
  const theme = THEMES[themeName];
  const epsilons = [...new Set(curves.map((curve) => curve.epsilon))]
    .filter((epsilon) => epsilon !== null)
    .sort((a, b) => a - b);
  return ({ method, noise, epsilon }) => {
    const { marker, dash } = SHAPES[method.id] ?? OTHER;
    const shade = scaleLinear([0, 1], theme.noise[noise]);
    // One value of ε alone gets the middle of the range.
    const place = epsilon === null || epsilons.length < 2 ? 0.6 : epsilons.indexOf(epsilon) / (epsilons.length - 1);
    const stroke = theme[method.id === "public" || method.id === "oracle" ? method.id : ""] ?? shade(place);
    return { stroke, dash, marker: symbol(marker, marker === symbolCircle ? 44 : 38)() };
  };
}

/** A piece of the curve's line with its marker, for a legend; `x` and `y` place its left end. */
export function sample({ stroke, dash, marker }, x = 0, y = 0) {
  return svg(
    "g",
    { transform: `translate(${x},${y})`, stroke },
    svg("line", { x2: 30, "stroke-width": 2, "stroke-dasharray": dash }),
    svg("path", { d: marker, transform: "translate(15,0)", fill: stroke, "stroke-width": 0.5 }),
  );
}
