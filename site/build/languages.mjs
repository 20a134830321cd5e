// The site's languages: the texts of each, texts/TAG.ftl and texts/analyst.TAG.ftl, become modules that a page loads beside
// its script, and each page of TRANSLATED gets its static words from them in each language.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { TAGS } from "../shared/preferred-language.js";

const site = fileURLToPath(new URL("..", import.meta.url));

/**
 * The pages that are there in each language. The operator's, the paper's, the documentation and what a host says of a
 * missing page are English alone; the page for frames and a kit are one page for all languages.
 */
export const TRANSLATED = ["index.html", "officers.html", "analyst.html", "releases.html", "deliver.html"];
/** The name of a page in a language. English ones are in links out in the world, and so is de.html. */
export function pageOf(tag, name) {
  if (tag === "en") return name;
  return name === "index.html" ? `${tag}.html` : name.replace(".html", `.${tag}.html`);
}

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
 * the npm package's own in English, package-… or analyst-package-…, stands in the others alone.
 */
export function checkTexts(texts) {
  const signs = Object.entries(texts).map(([tag, sentences]) => ({
    tag,
    of: sentences.filter(([id]) => !id.startsWith("-")).map(([id, , values]) => `${id}(${values})`),
  }));
  const all = new Set(signs.flatMap(({ of }) => of));
  for (const { tag, of } of signs) {
    const missing = [...all].filter((one) => !of.includes(one) && !(tag === "en" && /^(analyst-)?package-/.test(one)));
    const twice = of.filter((one, i) => of.indexOf(one) !== i);
    if (missing.length + twice.length > 0)
      throw new Error(
        `build: texts/${tag}.ftl lacks ${missing.join(", ") || "nothing"}, has twice ${twice.join(", ")}`,
      );
  }
}

const read = (name) => readFile(path.join(site, "texts", `${name}.ftl`), "utf8");
const texts = Object.fromEntries(
  await Promise.all(TAGS.map(async (tag) => [tag, sentencesOf(`${await read(tag)}\n${await read(`analyst.${tag}`)}`)])),
);

/** The sentences of the pages that are English alone. */
const pages = sentencesOf(await read("pages"));

const PAGE = "page-"; // keys of the words in the markup
const FRONT = "front-"; // those of the site's first page, which no kit has
const EMBED = "embed-"; // keys of what the page for frames alone has
const ANALYST = "analyst-"; // and the pages for analysts
/** The sentences whose keys begin with `start`, and with nothing of `but`. */
const sentences = (tag, start, but = []) =>
  texts[tag].filter(([id]) => id.startsWith(start) && !but.some((other) => id.startsWith(other)));

/**
 * The modules with the texts of each language, without what the markup has, and one that imports those of the page's
 * language alone; and the same for what the page for frames and those for analysts add.
 */
export function textModules() {
  checkTexts(texts);
  return {
    ...modulesOf("", [PAGE, FRONT, EMBED, ANALYST]),
    ...modulesOf(EMBED),
    ...modulesOf(ANALYST, [ANALYST + PAGE]),
    "texts/pages.js": `export const entries = ${JSON.stringify(pages)};\n`,
  };
}

function modulesOf(start, but) {
  const name = (tag) => `texts/${start}${tag}.js`;
  const module = (tag) => `export const entries = ${JSON.stringify(sentences(tag, start, but))};\n`;
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
  const all = TAGS.map((tag) => [tag, sentences(tag, "", [FRONT, EMBED, ANALYST])]);
  return `${LANGUAGE}\nexport const entries = ${JSON.stringify(Object.fromEntries(all))}[language];\n`;
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
function pageTexts(tag, start = PAGE, values = {}) {
  const bundle = new FluentBundle(tag, { useIsolating: false });
  const own = sentences(tag, start).filter(([, , names]) => names.every((name) => name in values));
  return Object.fromEntries(own.map(([id, text]) => [id.slice(start.length), bundle.formatPattern(text, values)]));
}
const inMarkup = (texts) => Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, escaped(text)]));

/** What fills in the page for frames, whose script puts it into another language. */
export const wordsOfEmbed = () => inMarkup(pageTexts("en", EMBED + PAGE));

/**
 * What fills in the pages of a language: their words, those of the first page with what `valuesOf(tag, words)` gives for
 * their values.
 */
export function wordsOf(tag, valuesOf) {
  const values = valuesOf(tag, pageTexts(tag, FRONT));
  const words = { ...pageTexts(tag), ...pageTexts(tag, FRONT, values), ...pageTexts(tag, ANALYST + PAGE) };
  return { ...values, ...inMarkup(words) };
}

/** A template with links to the pages of the language. */
export const linked = (tag, html) =>
  html.replace(/(?<=href=")[\w.-]+(?=")/g, (name) => (TRANSLATED.includes(name) ? pageOf(tag, name) : name));

/** The links from a page in a language to what it is in each, in its head and at its foot. */
export function linksOf(tag, page) {
  const others = TAGS.filter((other) => other !== tag);
  return {
    alternates: TAGS.map((one) => `<link rel="alternate" hreflang="${one}" href="${pageOf(one, page)}">`).join("\n"),
    languageSwitch: switchOf(
      others,
      (other, spoken) => `<a href="${pageOf(other, page)}?language=${other}" ${spoken}</a>`,
    ),
  };
}

/** What fills in a kit, which is one page for all languages: English, with buttons. */
export const wordsOfKit = () => ({
  ...inMarkup(pageTexts("en")),
  languageSwitch: switchOf(TAGS, (_tag, spoken) => `<button type="button" class="quiet" ${spoken}</button>`),
});

function switchOf(tags, element) {
  const spoken = (tag) => `lang="${tag}" data-language="${tag}">${pageTexts(tag).ownName}`;
  return `<div id="languages">${tags.map((tag) => element(tag, spoken(tag))).join(" ")}</div>`;
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
