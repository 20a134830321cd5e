/** Makes an element. Strings become text, never markup: labels, columns and addresses are written by strangers. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** The same for the elements of a drawing. Attributes only: the page's policy forbids inline styles. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
  return element;
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
