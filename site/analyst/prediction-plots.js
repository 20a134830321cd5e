// Two figures of predictions: how often each value occurs, and predicted against true.
import { bar, chance } from "../figures/marks.js";
import { node } from "../figures/tree.js";
import { linearAxis, xyPlot } from "../plots/xy-plot.js";
import { prediction as texts } from "./texts.js";

const MOST_DOTS = 3000;

/** `sorted` are the predictions, ascending. */
export const histogram = (sorted, label) => ({
  id: "histogram",
  title: texts.histogram(label),
  draw(width) {
    const x = linearAxis([sorted[0], sorted.at(-1)], Math.max(4, Math.round(width / 20)));
    const bins = new Uint32Array(x.values.length - 1);
    for (const value of sorted)
      bins[Math.min(bins.length - 1, Math.max(0, Math.floor((value - x.values[0]) / x.step)))]++;
    const wide = linearAxis([x.values[0], x.values.at(-1)], Math.max(2, Math.floor(width / 90)));
    return xyPlot(width, {
      x: { values: wide.values.filter((value) => value >= x.values[0] && value <= x.values.at(-1)), scale: x.scale },
      y: linearAxis([0, Math.max(...bins)]),
      across: texts.predicted(label),
      up: texts.rows,
      format: texts.tick,
      draw: (placeX, placeY) =>
        [...bins].map((count, i) => {
          const [from, to] = [placeX(x.values[i]), placeX(x.values[i + 1])];
          const top = placeY(count);
          return count > 0 && bar({ x: from, width: Math.max(1, to - from - 1), y: top, height: placeY(0) - top });
        }),
    });
  },
});

/** `rows` are {truth, predicted}. */
export function scatter(rows, label) {
  const step = Math.ceil(rows.length / MOST_DOTS);
  const shown = rows.filter((_, i) => i % step === 0);
  const all = shown.flatMap(({ truth, predicted }) => [truth, predicted]);
  const axis = linearAxis([Math.min(...all), Math.max(...all)]);
  return {
    id: "scatter",
    title: texts.scatter(label),
    help: step > 1 ? texts.thinned(shown.length, rows.length) : undefined,
    draw: (width) =>
      xyPlot(width, {
        x: axis,
        y: axis,
        across: texts.truth(label),
        up: texts.predicted(label),
        format: texts.tick,
        draw: (x, y) => {
          // One path of marks without length: thousands of elements would be slow.
          const dots = shown.map(({ truth, predicted }) => `M${x(truth).toFixed(1)},${y(predicted).toFixed(1)}h0`);
          const [low, high] = [axis.values[0], axis.values.at(-1)];
          return [
            node("path", { class: "cloud", d: dots.join("") }),
            chance([
              [x(low), y(low)],
              [x(high), y(high)],
            ]),
          ];
        },
      }),
  };
}
