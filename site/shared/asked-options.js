// The boxes for the flags that an invitation can ask for, on the forms of analysts and operators.
import { ASKED } from "../terms/link.js";
import { el } from "./dom.js";

const place = () => /** @type {HTMLElement} */ (document.getElementById("options"));

/** Puts them into the form's place for them. */
export const offerOptions = () =>
  place().append(
    ...Object.entries(ASKED).map(([name, { en }]) =>
      el(
        "label",
        { class: "check" },
        el("input", { type: "checkbox", value: name }),
        ` ${en[0].toUpperCase()}${en.slice(1)}`,
      ),
    ),
  );

/** The names of those that are checked. */
export const optionsChosen = () =>
  Array.from(place().querySelectorAll("input:checked"), (box) => /** @type {HTMLInputElement} */ (box).value);
