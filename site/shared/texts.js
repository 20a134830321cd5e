// The texts of more than one room in the language of the page. All texts are in files or folders called texts, beside
// what shows them, so that they can be translated and read as a whole. Of a page in one language no other is loaded; a
// kit holds all (kit-page/languages.js).
import { language } from "./language.js";

const inLanguage = { en: () => import("./texts/en/index.js"), de: () => import("./texts/de/index.js") };

export const { chosen, inShort, labelErrors, network, report, sampleProblems, shares, vault } =
  await inLanguage[language]();
