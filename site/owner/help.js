// The help: every term in one sentence, and what to do when something goes wrong.
import { el } from "../shared/dom.js";
import { glossary, help, troubles } from "./texts.js";

export function fillHelp(place) {
  const list = (items) => items.flatMap(({ term, text }) => [el("dt", {}, term), el("dd", {}, text)]);
  place.append(
    el(
      "details",
      { id: "troubles" },
      el("summary", {}, help.troubles),
      el("dl", { class: "terms" }, ...list(troubles)),
    ),
    el(
      "details",
      { id: "glossary" },
      el("summary", {}, help.glossary),
      el("dl", { class: "terms" }, ...list(glossary)),
    ),
  );
}
