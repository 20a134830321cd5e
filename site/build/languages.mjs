// The site's languages: the texts of each, texts/TAG.ftl, become one module that a page loads beside its script, and the
// owner's page in each language gets its static words from them.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { PAGES } from "../owner/preferred-language.js";

const site = fileURLToPath(new URL("..", import.meta.url));

export const TAGS = Object.keys(PAGES);
export const pageOf = (tag) => PAGES[tag];
/** The modules that hold the texts of each language. */
export const ALL_TEXTS = TAGS.map((tag) => `texts/${tag}.js`);

const LINE = /^(#|$| {4}|-?[a-zA-Z][\w-]* =)/;
const KEY = /^-?[a-zA-Z][\w-]* =/gm;

/** The sentences of a language: [key, pattern, names of the values that it takes]. */
export function sentencesOf(text) {
  const { body } = new FluentResource(text);
  // The parser passes over what it cannot read.
  const strange = text.split("\n").find((line) => !LINE.test(line));
  if (strange !== undefined || body.length !== text.match(KEY).length || body.some(({ value }) => value === null))
    throw new Error(`build: there is a text without a sentence${strange ? `: ${strange}` : ""}`);
  const values = (value) => [...JSON.stringify(value).matchAll(/"type":"var","name":"(\w+)"/g)].map(([, name]) => name);
  return body.map(({ id, value }) => [id, value, [...new Set(values(value))].sort()]);
}

/**
 * Throws where a language lacks a sentence that another one has, has one twice, or fills it with other values. What is
 * the npm package's own in English, package-…, stands in the others alone.
 */
export function checkTexts(texts) {
  const signs = Object.entries(texts).map(([tag, sentences]) => ({
    tag,
    of: sentences.filter(([id]) => !id.startsWith("-")).map(([id, , values]) => `${id}(${values})`),
  }));
  const all = new Set(signs.flatMap(({ of }) => of));
  for (const { tag, of } of signs) {
    const missing = [...all].filter((one) => !of.includes(one) && !(tag === "en" && one.startsWith("package-")));
    const twice = of.filter((one, i) => of.indexOf(one) !== i);
    if (missing.length + twice.length > 0)
      throw new Error(
        `build: texts/${tag}.ftl lacks ${missing.join(", ") || "nothing"}, has twice ${twice.join(", ")}`,
      );
  }
}

const texts = Object.fromEntries(
  await Promise.all(
    TAGS.map(async (tag) => [tag, sentencesOf(await readFile(path.join(site, "texts", `${tag}.ftl`), "utf8"))]),
  ),
);

/** The sentences of the pages that are English alone. */
const pages = sentencesOf(await readFile(path.join(site, "texts", "pages.ftl"), "utf8"));

const PAGE = "page-"; // keys of the words in the markup
const FRONT = "front-"; // those of the site's first page, which no kit has
const EMBED = "embed-"; // keys of what the page for frames alone has

/**
 * The modules with the texts of each language, without what the owner's markup has, and one that imports those of the
 * page's language alone; and the same for what the page for frames adds.
 */
export function textModules() {
  checkTexts(texts);
  return {
    ...modulesOf("", (id) => ![PAGE, FRONT, EMBED].some((start) => id.startsWith(start))),
    ...modulesOf(EMBED, (id) => id.startsWith(EMBED)),
    "texts/pages.js": `export const entries = ${JSON.stringify(pages)};\n`,
  };
}

function modulesOf(start, isIn) {
  const name = (tag) => `texts/${start}${tag}.js`;
  const module = (tag) => `export const entries = ${JSON.stringify(texts[tag].filter(([id]) => isIn(id)))};\n`;
  const imports = TAGS.map((tag) => `${tag}: () => import("../${name(tag)}")`);
  const own = `export const { entries } = await { ${imports.join(", ")} }[language]();`;
  return {
    ...Object.fromEntries(TAGS.map((tag) => [name(tag), module(tag)])),
    [name("own")]: `${LANGUAGE}\n${own}\n`,
  };
}

const LANGUAGE = 'import { language } from "../shared/language.js";';

/** The module in the place of texts/own.js in a kit, which holds all texts of all languages. */
export function allLanguages() {
  const all = TAGS.map((tag) => [
    tag,
    texts[tag].filter(([id]) => ![FRONT, EMBED].some((start) => id.startsWith(start))),
  ]);
  return `${LANGUAGE}\nexport const entries = ${JSON.stringify(Object.fromEntries(all))}[language];\n`;
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
function pageTexts(tag, start = PAGE, values = {}) {
  const bundle = new FluentBundle(tag, { useIsolating: false });
  const own = texts[tag].filter(([id, , names]) => id.startsWith(start) && names.every((name) => name in values));
  return Object.fromEntries(own.map(([id, text]) => [id.slice(start.length), bundle.formatPattern(text, values)]));
}
const inMarkup = (texts) => Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, escaped(text)]));

/** What fills in the page for frames, whose script puts it into another language. */
export const wordsOfEmbed = () => inMarkup(pageTexts("en", EMBED + PAGE));

/**
 * What fills in the page of a language: its words, those of the first page with what `valuesOf(tag, words)` gives for
 * their values, and the links to it in the other languages.
 */
export function wordsOf(tag, valuesOf) {
  const link = (other) => `<a href="${PAGES[other]}" ${spoken(other)}`;
  const values = valuesOf(tag, pageTexts(tag, FRONT));
  const words = { ...pageTexts(tag), ...pageTexts(tag, FRONT, values), home: PAGES[tag] };
  return { ...values, ...inMarkup(words), languageSwitch: switchOf(others(tag), link, "a") };
}

/** The same for a kit, which is one page for all languages: English, with buttons. */
export function wordsOfKit() {
  const button = (other) => `<button type="button" class="quiet" ${spoken(other)}`;
  return { ...inMarkup(pageTexts("en")), languageSwitch: switchOf(TAGS, button, "button") };
}

const others = (own) => TAGS.filter((tag) => tag !== own);
const spoken = (tag) => `lang="${tag}" data-language="${tag}"`;

function switchOf(tags, start, name) {
  const items = tags.map((tag) => `${start(tag)}>${pageTexts(tag).ownName}</${name}>`);
  return `<div id="languages">${items.join(" ")}</div>`;
}

/** The template with marks at its words, by which a kit's script puts them into another language. */
export function marked(html) {
  const page = pageTexts("en");
  return html
    .replace(/(<\w+[^<>]*)(>\{\{(\w+)\}\})/g, (all, tag, rest, key) =>
      key in page ? `${tag} data-text="${key}"${rest}` : all,
    )
    .replace(/aria-label="\{\{(\w+)\}\}"/g, (all, key) => `data-name="${key}" ${all}`);
}
