// The owner's texts in the language of the page; see shared/texts.js.
import { language } from "../shared/language.js";

const inLanguage = { en: () => import("./texts/en/index.js"), de: () => import("./texts/de/index.js") };

export const {
  budget,
  evaluation,
  framed,
  glossary,
  help,
  invitation,
  kept,
  kinds,
  languages,
  loading,
  ownData,
  page,
  plots,
  receiver,
  result,
  runProblems,
  send,
  troubles,
  words,
} = await inLanguage[language]();
