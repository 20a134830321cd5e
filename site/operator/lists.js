// Tables of the contents of the edge's store, with the actions on each row.
import { el } from "../shared/dom.js";
import { texts } from "./texts.js";

/**
 * A table of `rows`, each {cells, actions, id}; a sentence where there are none. The first cell names its row; links
 * lead to its id.
 */
export function table(name, rows) {
  if (rows.length === 0) return el("p", { class: "help" }, texts.none[name]);
  const head = texts.heads[name].map((text) =>
    text === "" ? el("td", {}) : el("th", { scope: "col", class: "text" }, text),
  );
  const line = ({ cells: [first, ...rest], actions = [], id }) =>
    el(
      "tr",
      id ? { id, tabindex: "-1" } : {},
      el("th", { scope: "row" }, first),
      ...rest.map((cell, i) => el("td", { class: "text", "data-label": texts.heads[name][i + 1] }, cell)),
      texts.heads[name].at(-1) === "" && el("td", { class: "text" }, el("div", { class: "actions" }, ...actions)),
    );
  return el(
    "div",
    { class: "scroll kept", tabindex: "0", role: "region", "aria-label": texts.tables[name] },
    el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows.map(line))),
  );
}

/** The id of the row about an "invitation" or a "release". */
export const rowOf = (kind, id) => `${kind}-${id}`;

/** A link to that row; nothing where there is none. */
export const linkTo = (kind, id) => (id ? el("a", { href: `#${rowOf(kind, id)}` }, el("code", {}, id)) : "");

export const button = (label, click) => el("button", { type: "button", click }, label);

/** A button for an action that cannot be undone: it asks for confirmation, in its place. */
export function carefully(label, question, act) {
  const place = el("div", { class: "careful" });
  const first = button(label, () => {
    const cancel = button(texts.cancel, rest);
    place.replaceChildren(
      el("p", { class: "warning" }, question),
      el("div", { class: "actions" }, button(label, act), cancel),
    );
    cancel.focus();
  });
  const rest = () => {
    place.replaceChildren(first);
    first.focus();
  };
  place.append(first);
  return place;
}
