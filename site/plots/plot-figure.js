// The figure around a drawing: title, help, the drawing as wide as its place, and the numbers as a table.
import { el } from "../shared/dom.js";

/**
 * `draw(width)` returns an SVG element; it is asked again whenever the width of its place changes, which is `widest` at most.
 * `marks` is a legend, `numbers` the table, `heading` the element of the title.
 */
export function plotFigure({ id, title, help, heading = "h3", marks, numbers, widest = Infinity }, draw) {
  const place = el("div", { class: "dots" });
  const figure = el(
    "figure",
    { class: "plot", id },
    el("figcaption", {}, el(heading, {}, title), el("p", { class: "help" }, help)),
    marks,
    place,
    numbers,
  );
  let drawn = 0;
  const redraw = () => {
    const width = Math.min(widest, Math.floor(place.clientWidth));
    if (width === drawn || width <= 0) return;
    drawn = width;
    const drawing = draw(width);
    drawing.setAttribute("role", "img");
    drawing.setAttribute("aria-label", title);
    place.replaceChildren(drawing);
  };
  // Gone with the figure: an observer does not keep alive what it observes.
  new ResizeObserver(redraw).observe(place);
  return figure;
}
