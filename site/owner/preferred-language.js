// Which language the reader wants: the one chosen before, or else the first of the browser's that there is.
const KEY = "privadapt-language";

/** The owner's page in each language. */
export const PAGES = { en: "index.html", de: "de.html" };

export function preferred() {
  const asked = new URLSearchParams(location.search).get("language");
  const wanted = [asked, kept(), ...navigator.languages].map((tag) => `${tag}`.slice(0, 2).toLowerCase());
  return wanted.find((tag) => Object.hasOwn(PAGES, tag)) ?? "en";
}

/**
 * Keeps the reader's choice. Returns what has to stand behind the page's address: "", or the choice where the browser
 * keeps nothing.
 */
export function prefer(tag) {
  try {
    localStorage.setItem(KEY, tag);
    return "";
  } catch {
    return `?language=${tag}`;
  }
}

function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return undefined;
  }
}
