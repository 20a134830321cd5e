// The owner's page in each language: its static words come from owner/texts/TAG/page.js, and the texts of each language
// are one module that a page loads beside its script.
import { readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PAGES } from "../owner/preferred-language.js";
import { joined } from "./bundle.mjs";

const site = fileURLToPath(new URL("..", import.meta.url));

/** The rooms that have texts of several languages. */
const ROOMS = ["owner", "shared"];
export const TAGS = Object.keys(PAGES);
export const pageOf = (tag) => PAGES[tag];
const indexOf = (room, tag) => `${room}/texts/${tag}/index.js`;

/** The names of the modules that hold all texts of a language. */
const textModules = (tag) => ROOMS.map((room) => indexOf(room, tag));
export const ALL_TEXTS = TAGS.flatMap(textModules);

/** Replaces the texts' files among the site's files by one module for each room and language. */
export async function joinTexts(files) {
  const made = await Promise.all(ALL_TEXTS.map(async (name) => [name, await joined(name, files)]));
  for (const room of ROOMS)
    for (const name of Object.keys(files)) if (name.startsWith(`${room}/texts/`)) delete files[name];
  Object.assign(files, Object.fromEntries(made));
}

/** A module in whose place kits have one with all languages; `files` has what joinTexts() made. */
export function allLanguages(room, files) {
  const [, list] = /\nexport \{([^}]*)\};\s*$/.exec(files[indexOf(room, "en")]);
  const names = list.split(",").map((name) => name.trim().replace(/^.* as /, ""));
  const from = (name) => `from ${JSON.stringify(`../${name}`)};`;
  return [
    `import { language } ${from("shared/language.js")}`,
    ...TAGS.map((tag) => `import * as ${tag} ${from(indexOf(room, tag))}`),
    `export const { ${names.join(", ")} } = { ${TAGS.join(", ")} }[language];`,
    "",
  ].join("\n");
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const pageTexts = async (tag) => (await import(path.join(site, "owner/texts", tag, "page.js"))).page;

/** What fills in the page of a language: its words, and the links to it in the other languages. */
export async function wordsOf(tag) {
  const words = Object.entries(await pageTexts(tag)).map(([key, text]) => [key, escaped(text)]);
  const link = (other) => `<a href="${PAGES[other]}" ${spoken(other)}`;
  return { ...Object.fromEntries(words), languageSwitch: await switchOf(others(tag), link, "a") };
}

/** The same for a kit, which is one page for all languages: English, with buttons. */
export async function wordsOfKit() {
  const button = (other) => `<button type="button" class="quiet" ${spoken(other)}`;
  return { ...(await wordsOf("en")), languageSwitch: await switchOf(TAGS, button, "button") };
}

const others = (own) => TAGS.filter((tag) => tag !== own);
const spoken = (tag) => `lang="${tag}" data-language="${tag}"`;

async function switchOf(tags, start, name) {
  const items = tags.map(async (tag) => `${start(tag)}>${(await pageTexts(tag)).ownName}</${name}>`);
  return `<div id="languages">${(await Promise.all(items)).join(" ")}</div>`;
}

/** The template with marks at its words, by which a kit's script puts them into another language. */
export async function marked(html) {
  const page = await pageTexts("en");
  return html
    .replace(/(<\w+[^<>]*)(>\{\{(\w+)\}\})/g, (all, tag, rest, key) =>
      key in page ? `${tag} data-text="${key}"${rest}` : all,
    )
    .replace(/aria-label="\{\{(\w+)\}\}"/g, (all, key) => `data-name="${key}" ${all}`);
}

/** The folders with texts, as rooms of the site. */
export async function textRooms() {
  const rooms = ROOMS.map(async (room) =>
    (await readdir(path.join(site, room, "texts"))).map((tag) => `${room}/texts/${tag}`),
  );
  return (await Promise.all(rooms)).flat();
}
