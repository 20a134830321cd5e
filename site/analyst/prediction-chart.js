// Two charts of predictions: how often each value occurs, and predicted against true. Their colours are classes of the
// page's style sheet, so they follow the theme by themselves.
import { bin, line, scaleLinear } from "../shared/d3.js";
import { el, svg } from "../shared/dom.js";
import { prediction as texts } from "./texts.js";

const MARGIN = { top: 16, right: 18, bottom: 44, left: 62 };
const MOST_DOTS = 3000;

/** The numbers as a Float64Array. Returns {element, start(signal)}, as scatter does. */
export function histogram(values, label) {
  return chart(texts.histogram(label), "", (box) => {
    const bars = bin().thresholds(Math.round((box.right - box.left) / 18))(values);
    const x = scaleLinear([bars[0].x0, bars.at(-1).x1], [box.left, box.right]);
    const y = scaleLinear([0, Math.max(...bars.map((bar) => bar.length))], [box.bottom, box.top]).nice(5);
    const rectangle = (bar) =>
      svg("rect", {
        class: "bar",
        x: x(bar.x0),
        y: y(bar.length),
        width: Math.max(1, x(bar.x1) - x(bar.x0)),
        height: box.bottom - y(bar.length),
      });
    return [
      ...axes(box, x, y, texts.predicted(label), texts.rows),
      ...bars.filter((bar) => bar.length > 0).map(rectangle),
    ];
  });
}

/** Rows as {truth, predicted}. */
export function scatter(rows, label) {
  const step = Math.ceil(rows.length / MOST_DOTS);
  const shown = rows.filter((_, i) => i % step === 0);
  const thinned = step > 1 ? texts.thinned(shown.length, rows.length) : "";
  const all = shown.flatMap(({ truth, predicted }) => [truth, predicted]);
  const ends = [Math.min(...all), Math.max(...all)];
  return chart(texts.scatter(label), thinned, (box) => {
    const x = scaleLinear(ends, [box.left, box.right]).nice(5);
    const y = scaleLinear(ends, [box.bottom, box.top]).nice(5);
    const [from, to] = x.domain();
    // One path of marks without length: thousands of elements would be slow.
    const dots = shown.map(({ truth, predicted }) => `M${x(truth).toFixed(1)},${y(predicted).toFixed(1)}h0`).join("");
    const equal = line()([
      [x(from), y(from)],
      [x(to), y(to)],
    ]);
    return [
      ...axes(box, x, y, texts.truth(label), texts.predicted(label)),
      svg("path", { class: "dots", d: dots }),
      svg("path", { class: "equal", d: equal }),
    ];
  });
}

/** A figure whose parts `draw(box)` makes again for each width. */
function chart(title, remark, draw) {
  const place = el("div", { role: "img", "aria-label": [title, remark].filter(Boolean).join(". ") });
  const redraw = () => {
    const width = Math.floor(place.clientWidth);
    if (width === 0) return;
    const height = Math.round(Math.min(380, Math.max(260, width * 0.65)));
    const box = { left: MARGIN.left, right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom };
    place.replaceChildren(svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` }, ...draw(box)));
  };
  return {
    element: el(
      "figure",
      { class: "plot" },
      el("figcaption", {}, title),
      place,
      remark && el("p", { class: "help" }, remark),
    ),
    start(signal) {
      const observer = new ResizeObserver(redraw);
      observer.observe(place);
      signal.addEventListener("abort", () => observer.disconnect());
    },
  };
}

function axes(box, x, y, across, up) {
  const label = (text, attributes) => svg("text", attributes, text);
  const short = (text) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
  const ticks = x.ticks(Math.max(2, Math.floor((box.right - box.left) / 90)));
  return [
    ...y
      .ticks(5)
      .flatMap((tick) => [
        svg("line", { class: "axis", x1: box.left, x2: box.right, y1: y(tick), y2: y(tick) }),
        label(texts.tick(tick), { x: box.left - 8, y: y(tick) + 4, "text-anchor": "end" }),
      ]),
    ...ticks.map((tick) => label(texts.tick(tick), { x: x(tick), y: box.bottom + 18, "text-anchor": "middle" })),
    label(short(across), { x: (box.left + box.right) / 2, y: box.bottom + 36, "text-anchor": "middle" }),
    label(short(up), {
      x: 14,
      y: (box.top + box.bottom) / 2,
      "text-anchor": "middle",
      transform: `rotate(-90 14 ${(box.top + box.bottom) / 2})`,
    }),
  ];
}
