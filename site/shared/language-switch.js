// The switch of languages at the foot of a page.
import { $, el } from "./dom.js";
import { language } from "./language.js";
import { said } from "./texts.js";

/**
 * Keeps the invitation in the address. A page of another language starts anew, and says so before. `lost()` names what would be lost:
 * "answers", "file" or "open"; or is false.
 */
export function offerLanguages(lost) {
  const place = $("languages");
  const question = el("p", { role: "status" });
  place.append(question);
  for (const link of place.querySelectorAll("[data-language]")) {
    const tag = link.dataset.language;
    link.hidden = tag === language; // in a kit, which is one page for all
    const go = () => {
      if (link.href) location.assign(link.href + location.hash);
      else location.search = `?language=${tag}`; // a kit, which chooses anew
    };
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const what = lost();
      if (!what) return go();
      const sure = el("button", { type: "button", click: go }, said.languages.go(link.textContent));
      question.replaceChildren(`${said.languages.lost[what]} `, sure);
      sure.focus();
    });
  }
}
