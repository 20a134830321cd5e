import { el } from "../shared/dom.js";
import { plain } from "../shared/numbers.js";

/**
 * A table of one name and numbers in each row, rounded to four digits, which scrolls by itself on narrow screens. A
 * missing number leaves its cell empty, and a text stands as it is.
 */
export function numberTable(head, rows, label = head.slice(0, 2).join(", ")) {
  const cell = (value) =>
    el(
      "td",
      {},
      value === undefined || value === null
        ? ""
        : typeof value === "string"
          ? value
          : plain(Number(value.toPrecision(4))),
    );
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...head.map((name) => el("th", { scope: "col" }, name)))),
      el(
        "tbody",
        {},
        ...rows.map(([name, ...values]) => el("tr", {}, el("th", { scope: "row" }, name), ...values.map(cell))),
      ),
    ),
  );
}
