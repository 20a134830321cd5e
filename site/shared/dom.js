/** The element of the page with this id. */
export const $ = (id) => /** @type {any} */ (document.getElementById(id));

/** Resolves with whether a promise is kept. */
export const succeeds = (promise) =>
  promise.then(
    () => true,
    () => false,
  );

/** Makes an element. Strings become text, never markup: labels, columns and addresses are written by strangers. */
export const el = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);

/** The same for the elements of a drawing. Attributes only: the page's policy forbids inline styles. */
export const svg = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** Texts as a list. */
export const listOf = (texts, look = "facts") => el("ul", { class: look }, ...texts.map((text) => el("li", {}, text)));

/** What is asked for or explained: pairs of a term and its text. */
export const pairsOf = (pairs, look) =>
  el("dl", { class: look }, ...pairs.flatMap(([term, text]) => [el("dt", {}, term), el("dd", {}, text)]));

/** Buttons side by side. */
export const actions = (...buttons) => el("div", { class: "actions" }, ...buttons);

/** What can be unfolded. */
export const fold = (attributes, title, ...content) => el("details", attributes, el("summary", {}, title), ...content);

/**
 * A table that scrolls by itself where it is wide, called `label`. The first cell of each row names it, and the columns
 * whose places are in `texts` have words in place of numbers.
 */
export function tableOf(label, head, rows, look = "", texts = []) {
  const lookOf = (place) => texts.includes(place) && "text";
  const row = ([name, ...cells]) =>
    el("tr", {}, el("th", { scope: "row" }, name), ...cells.map((cell, i) => el("td", { class: lookOf(i + 1) }, cell)));
  const names = head.map((name, i) => el("th", { scope: "col", class: lookOf(i) }, name));
  return el(
    "div",
    { class: `scroll ${look}`.trim(), tabindex: "0", role: "region", "aria-label": label },
    el("table", {}, el("thead", {}, el("tr", {}, ...names)), el("tbody", {}, ...rows.map(row))),
  );
}

/**
 * A button that saves a text, or what a function returns or promises when it is pressed. The blob's address is made on
 * the click, so nothing lingers for results never saved.
 */
export function download(label, text, type, name, look) {
  const content = async () => (typeof text === "function" ? text() : text);
  return el("button", { type: "button", class: look, click: async () => save(await content(), type, name) }, label);
}

/** Saves a text or bytes as a file. */
export function save(content, type, name) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// A progress bar and its words. Not a live region: it changes many times a second.

/** `place` holds a progress element and a paragraph. Returns {show, set}. */
export function meter(place) {
  const [bar, words] = place.children;

  return {
    show(on) {
      place.hidden = !on;
    },
    set(text, done, total) {
      words.textContent = text;
      if (total) Object.assign(bar, { max: total, value: done });
      else bar.removeAttribute("value");
    },
  };
}
