// Puts the words of the page that are in its markup into its language, by the keys there (build/languages.mjs).
import { page } from "../owner/texts.js";

for (const [attribute, put] of Object.entries({
  text: (element, words) => (element.textContent = words),
  name: (element, words) => element.setAttribute("aria-label", words),
}))
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-${attribute}]`)))
    put(element, page[element.dataset[attribute]]);
