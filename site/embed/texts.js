// The embeddable page's texts in its language, which early.js chooses. English words that never change are in the
// markup.
import { language } from "../shared/language.js";
import { embed as de } from "./texts-de.js";
import { embed as en } from "./texts-en.js";

export const embed = language === "de" ? de : en;

/** Puts the words of another language in the place of those in the markup. */
export function translatePage() {
  for (const element of document.querySelectorAll("[data-text]"))
    if (embed.page) element.textContent = embed.page[element.getAttribute("data-text")];
}
