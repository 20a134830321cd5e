// The texts that a kit alone has, in the language of the page.
import { language } from "../shared/language.js";
import { kit as de } from "./texts/de.js";
import { kit as en } from "./texts/en.js";

export const kit = { de, en }[language];
