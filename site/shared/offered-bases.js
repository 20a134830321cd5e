// What the forms of analysts and operators offer of an invitation: the kinds of models.
import { BASES } from "../terms/bases.gen.js";
import { el } from "./dom.js";

/** Puts the kinds of models into their list, before the kind "file", which the page words. */
export function offerBases() {
  const list = /** @type {HTMLSelectElement} */ (document.getElementById("base"));
  const file = list.querySelector("[value=file]");
  for (const [value, { en }] of Object.entries(BASES))
    if (value !== "file") file.before(el("option", { value }, `${en[0].toUpperCase()}${en.slice(1)}`));
}
