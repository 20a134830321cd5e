// What the forms of analysts and operators for an invitation have in common.
import { basesIn } from "../terms/bases.gen.js";
import { $, el } from "./dom.js";
import { language } from "./language.js";
import { capital } from "./numbers.js";

/** Puts the kinds of models into their list, before the kind "file", which the page words. */
export function offerBases() {
  const file = $("base").querySelector("[value=file]");
  for (const [value, words] of Object.entries(basesIn(language)))
    if (value !== "file") file.before(el("option", { value }, capital(words)));
}

/** What a field says, one on each line. */
export const linesOf = (id) =>
  $(id)
    .value.split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Lines such as `dmy: sold` as an object of orders by column. */
export const ordersIn = (lines) => Object.fromEntries(lines.map((line) => [line.slice(4).trim(), line.slice(0, 3)]));
