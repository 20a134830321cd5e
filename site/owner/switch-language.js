// The switch of languages at the foot of the page. A page of another language starts anew, and says so before.
import { el } from "../shared/dom.js";
import { language } from "../shared/language.js";
import { openIn } from "./asked.js";
import { prefer } from "./preferred-language.js";
import { languages as texts } from "./texts.js";

/**
 * `place` holds a link for each other language. `lost()` names what would be lost, "answers" or "file", or is false.
 */
export function offerLanguages(place, lost) {
  const question = el("p", { role: "status" });
  place.append(question);
  for (const link of place.querySelectorAll("[data-language]")) {
    const tag = link.dataset.language;
    link.hidden = tag === language; // in a kit, which is one page for all
    const go = () => openIn(tag, prefer(tag));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const what = lost();
      if (!what) return go();
      const sure = el("button", { type: "button", click: go }, texts.go(link.textContent));
      question.replaceChildren(`${texts.lost[what]} `, sure);
      sure.focus();
    });
  }
}
