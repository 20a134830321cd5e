// What the forms of analysts and operators offer of an invitation: boxes for flags, and the kinds of models.
import { BASES } from "../terms/bases.js";
import { ASKED } from "../terms/link.js";
import { el } from "./dom.js";

const place = () => /** @type {HTMLElement} */ (document.getElementById("options"));

/** Puts them into the form's place for them. */
export const offerOptions = () =>
  place().append(
    ...Object.entries(ASKED).map(([name, { en }]) =>
      el("label", { class: "check" }, el("input", { type: "checkbox", value: name }), ` ${capitalised(en)}`),
    ),
  );

/** Puts the kinds of models into their list, before the kind "file", which the page words. */
export function offerBases() {
  const list = /** @type {HTMLSelectElement} */ (document.getElementById("base"));
  const file = list.querySelector("[value=file]");
  for (const [value, { en }] of Object.entries(BASES))
    if (value !== "file") file.before(el("option", { value }, capitalised(en)));
}

const capitalised = (words) => `${words[0].toUpperCase()}${words.slice(1)}`;

/** The names of those that are checked. */
export const optionsChosen = () =>
  Array.from(place().querySelectorAll("input:checked"), (box) => /** @type {HTMLInputElement} */ (box).value);
