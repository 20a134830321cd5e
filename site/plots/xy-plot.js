// A drawing over two axes, linear or logarithmic, by the signs and scales of the npm package: for the paper's figures and
// for predictions.
import { LETTER, axisName, drawing, shortened, tick, words } from "../figures/marks.js";
import { linearScale, rangeOf, roundEnds, ticksOf } from "../figures/scale.js";

const TOP = 32;
const HEIGHT = 280;
const BELOW = 46;

/** An axis of equal steps, whose ends are rounded. */
export function linearAxis(/** @type {number[]} */ ends, count = 5) {
  const domain = roundEnds(rangeOf(ends), count);
  return { ...ticksOf(domain, count), scale: (range) => linearScale(domain, range) };
}

/** An axis of equal ratios between two positive ends; `values` are its ticks. */
export const logAxis = (/** @type {number[]} */ ends, values = logTicks(ends)) => ({
  values,
  scale(range) {
    const place = linearScale(ends.map(Math.log), range);
    return (value) => place(Math.log(value));
  },
});

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

/**
 * The drawing for a width. `x` and `y` are axes, `across` and `up` name them, and `format` writes their ticks.
 * `draw(x, y)` gives what is drawn, by functions from values to pixels; `key` is drawn below, `keyHeight` high.
 */
export function xyPlot(
  width,
  /** @type {Record<string, any>} */ { x, y, across, up, format, keyHeight = 0, draw, key = () => [] },
) {
  const bottom = TOP + HEIGHT;
  const left = Math.max(...y.values.map((value) => format(value).length)) * LETTER + 16;
  const right = width - 16;
  const [placeX, placeY] = [x.scale([left + 8, right - 8]), y.scale([bottom, TOP])];
  const most = Math.floor((right - left) / LETTER);
  let taken = -Infinity; // a number that would touch the one before it is left out
  const below = (value) => {
    const half = (format(value).length * LETTER) / 2;
    if (placeX(value) - half < taken + LETTER) return undefined;
    taken = placeX(value) + half;
    return { x: placeX(value), y: bottom + 20, "text-anchor": "middle" };
  };
  return drawing(
    width,
    bottom + BELOW + keyHeight,
    ...y.values.map((value) =>
      tick({ x1: left, x2: right, y1: placeY(value), y2: placeY(value) }, format(value), {
        x: left - 8,
        y: placeY(value) + 4,
        "text-anchor": "end",
      }),
    ),
    ...x.values.map((value) =>
      tick({ x1: placeX(value), x2: placeX(value), y1: bottom, y2: bottom + 5 }, format(value), below(value)),
    ),
    words({ class: "axis", x: 4, y: 18 }, shortened(up, most)),
    axisName({ x: (left + right) / 2, y: bottom + BELOW - 8 }, shortened(across, most)),
    ...draw(placeX, placeY),
    ...key(bottom + BELOW),
  );
}
