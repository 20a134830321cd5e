// A page has the language of its document: the build makes most pages in each (build/languages.mjs), and a kit
// chooses when it starts (kit-page/language.js). A program outside a browser speaks English.

/** A BCP 47 tag: "en", "de". */
export const language = globalThis.document?.documentElement.lang || "en";
