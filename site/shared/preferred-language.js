// Which language the reader wants: the one chosen before, or else the first of the browser's that there is.
const KEY = "privadapt-language";

export const TAGS = ["en", "de"];

/** Where the page is in a language, from its head; null in a kit, which is one page for all. */
export const pageIn = (tag) => /** @type {HTMLLinkElement} */ (document.querySelector(`link[hreflang=${tag}]`));

export function preferred() {
  const asked = new URLSearchParams(location.search).get("language");
  const wanted = [asked, kept(), ...navigator.languages].map((tag) => `${tag}`.slice(0, 2).toLowerCase());
  return wanted.find((tag) => TAGS.includes(tag)) ?? "en";
}

/**
 * Keeps the reader's choice, and leads to the page in that language under the same invitation. The choice stands in the
 * address where the browser keeps nothing.
 */
export function openIn(tag) {
  let query = "";
  try {
    localStorage.setItem(KEY, tag);
  } catch {
    query = `?language=${tag}`;
  }
  const page = pageIn(tag);
  if (page) location.assign(page.href + query + location.hash);
  else if (query === "") location.reload();
  else location.search = query;
}

function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return undefined;
  }
}
