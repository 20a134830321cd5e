// The figure around a drawing of the npm package: title, help, the drawing as wide as its place, and the numbers as a
// table.
import { drawingOf } from "../figures/tree.js";
import { el, fold, svg, tableOf } from "../shared/dom.js";
import { numbers } from "../shared/numbers.js";
import { chosen as models, report } from "../shared/texts.js";

const USUAL = 560; // pixels

/**
 * `figure` is one of the package: see figures/result.js. It is drawn again whenever the width of its place changes;
 * what has no drawing is text and numbers; `open` shows these numbers at once. `heading` is the element of the title.
 */
export function plotFigure(
  /** @type {Record<string, any>} */ figure,
  /** @type {{heading?: string}} */ { heading = "h3" } = {},
) {
  const { id, title, help, note, table, open, draw } = figure;
  const place = draw && el("div", { class: "dots" });
  const element = el(
    "figure",
    { class: "plot", id: `plot-${id}` },
    el("figcaption", {}, el(heading, {}, title), help && el("p", { class: "help" }, help)),
    place,
    table &&
      fold(
        { open },
        report.numbers,
        note && el("p", { class: "help" }, note),
        numberTable(table.head, table.rows, title),
      ),
  );
  if (!place) return element;
  let drawn;
  const redraw = (available) => {
    if (available <= 0) return;
    const drawing = drawingOf(figure, available);
    if (drawing.attributes.width === drawn) return;
    drawn = drawing.attributes.width;
    place.replaceChildren(elementOf(drawing));
  };
  redraw(USUAL); // so that it has about its height from the start, and what is below stays where it is
  // Gone with the figure: an observer does not keep alive what it observes.
  new ResizeObserver(() => redraw(place.clientWidth)).observe(place);
  return element;
}

const elementOf = (child) =>
  typeof child === "string" ? child : svg(child.tag, child.attributes, ...child.children.map(elementOf));

/** A table of one name and numbers in each row, rounded to four digits. A missing number leaves its cell empty. */
export function numberTable(head, rows, label = head.slice(0, 2).join(", ")) {
  const written = (value) => (typeof value === "number" ? numbers.plain(Number(value.toPrecision(4))) : (value ?? ""));
  return tableOf(
    label,
    head,
    rows.map(([name, ...values]) => [name, ...values.map(written)]),
  );
}

/** What plots say, in the language of the page. The plots of a result have the owner's texts. */
export const words = { models, numbers, report };
