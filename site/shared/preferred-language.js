// Which language the reader wants: the one chosen by the switch, now or before, or else the first of the browser's that
// there is.
const KEY = "privadapt-language";

export const TAGS = ["en", "de"];

/** The switch puts the choice into the address, from where it is kept. */
export function preferred() {
  const asked = new URLSearchParams(location.search).get("language");
  let kept;
  try {
    if (TAGS.includes(asked)) localStorage.setItem(KEY, asked);
    kept = localStorage.getItem(KEY);
  } catch {
    // A browser that keeps nothing has the choice in the address alone.
  }
  const wanted = [asked, kept, ...navigator.languages].map((tag) => `${tag}`.slice(0, 2).toLowerCase());
  return wanted.find((tag) => TAGS.includes(tag)) ?? "en";
}
