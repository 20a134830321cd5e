// The script of a kit: it puts the words of the markup into the page's language, by the keys there (build/languages.mjs),
// checks what this file says of itself, then starts the owner's page.
import "./language.js";
import { said } from "../shared/texts.js";
import { isWhole } from "./contents.js";

const { page } = said; // of the site's pages, the markup alone has these

for (const [attribute, put] of Object.entries({
  text: (element, words) => (element.textContent = words),
  name: (element, words) => element.setAttribute("aria-label", words),
}))
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-${attribute}]`)))
    put(element, page[element.dataset[attribute]]);
start().catch((error) => {
  console.error(error);
  refuse();
});

async function start() {
  if (await isWhole()) await import("../app.js");
  else refuse();
}

function refuse() {
  const late = document.getElementById("late");
  late.textContent = said.kit.damaged;
  late.classList.remove("late");
  late.setAttribute("role", "alert");
}
