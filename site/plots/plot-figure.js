// The figure around a drawing: title, help, the drawing as wide as its place, and the numbers as a table.
import { el } from "../shared/dom.js";
import { written } from "../shared/numbers.js";

const USUAL = 560; // pixels

/** A format of D3's ticks, with numbers as the language of the page writes them. */
export const spoken = (format) => (tick) => written(format(tick));

/**
 * `draw(width)` returns an SVG element, and is undefined where there is nothing to draw; it is asked again whenever the
 * width of its place changes, which is `widest` at most. `marks` is a legend, `numbers` the table, `heading` the
 * element of the title.
 */
export function plotFigure(
  /** @type {Record<string, any>} */ { id, title, help, heading = "h3", marks, numbers, widest = Infinity },
  draw,
) {
  const place = el("div", { class: "dots" });
  const figure = el(
    "figure",
    { class: "plot", id },
    el("figcaption", {}, el(heading, {}, title), el("p", { class: "help" }, help)),
    marks,
    place,
    numbers,
  );
  if (!draw) return figure;
  let drawn;
  const redraw = (available) => {
    const width = Math.min(widest, Math.floor(available));
    if (width === drawn || width <= 0) return;
    drawn = width;
    const drawing = draw(width);
    drawing.setAttribute("role", "img");
    drawing.setAttribute("aria-label", title);
    place.replaceChildren(drawing);
  };
  redraw(USUAL); // so that it has about its height from the start, and what is below stays where it is
  // Gone with the figure: an observer does not keep alive what it observes.
  new ResizeObserver(() => redraw(place.clientWidth)).observe(place);
  return figure;
}
