// The texts of the site, texts/TAG.ftl: what the build refuses, what the pages use, and that German has all that the npm
// package says in English. The modules are those of the site as built, in German.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { checkTexts, sentencesOf } from "../build/languages.mjs";
import { plots, report } from "../dist/figures/texts.js";
import { english } from "../dist/in-short.js";
import { FIELDS, RULES } from "../dist/terms/link.gen.js";

globalThis.document = /** @type {any} */ ({ documentElement: { lang: "de" } });
const rooms = ["shared", "owner", "analyst-files"].map((room) => import(`../dist/${room}/texts.js`));
const german = Object.assign({}, ...(await Promise.all(rooms)));
delete globalThis.document;

const dist = fileURLToPath(new URL("../dist", import.meta.url));

test("the build refuses a text that it cannot read, and languages that differ", () => {
  for (const text of ["a = { $x\n", "a = A\nB\n", "a = A\n  B\n", "a =\n", "a = { $x ->\n    [b] B\n    }\n"])
    assert.throws(() => sentencesOf(text), /a text without a sentence/, text);
  const check = (en, de) => () => checkTexts({ en: sentencesOf(en), de: sentencesOf(de) });
  check("a = A { $x }\n", "-t = T\na = { $x } { -t }\npackage-b = B\nanalyst-package-c = C\n")();
  for (const [en, de] of [
    ["a = A\n", "b = B\n"],
    ["a = A { $x }\n", "a = A { $y }\n"],
    ["a = A\n", "a = A\na = B\n"],
    ["a = A\nb = B\n", "a = A\n"],
  ])
    assert.throws(check(en, de), /texts\/\w\w\.ftl/);
});

test("a sentence without one of its values is an error", () => {
  assert.throws(() => german.said.send.what({ bytes: "1 kB" }), /Unknown variable/);
});

/** The places where `other` has not what `one` has, of the same kind. */
function missing(one, other, place) {
  if (typeof one !== typeof other) return [place];
  if (typeof one === "function") return one.length <= other.length ? [] : [`${place}()`];
  if (typeof one === "string") return [];
  return Object.keys(one).flatMap((name) => missing(one[name], other[name], `${place}.${name}`));
}

test("German has all that the npm package says in English", () => {
  const { plots: drawn, report: reported, inShort } = german;
  assert.deepEqual(missing({ plots, report, english }, { plots: drawn, report: reported, english: inShort }, ""), []);
  assert.deepEqual(missing({ a: "A" }, {}, ""), [".a"]);
});

const built = (await readdir(dist, { recursive: true })).filter(
  (name) => name.endsWith(".js") && !/^(texts\/|fluent\.js|app\.js)/.test(name),
);
const ofKits = ["kit", "surroundings"].map((name) => `../kit-page/${name}.js`);
const scripts = await Promise.all(
  [...built, ...ofKits].map(async (name) => [name, await readFile(path.join(dist, name), "utf8")]),
);

test("every sentence that a module names is there", () => {
  let named = 0;
  const missing = [];
  for (const [name, script] of scripts)
    for (const [, list, from] of script.matchAll(/^import \{([^}]*)\} from "([^"]*texts\.js)";/gm)) {
      if (!/^(\.\.\/)?(owner|shared|analyst-files)\/texts\.js$/.test(path.posix.join(path.posix.dirname(name), from)))
        continue;
      for (const [, own, alias = own] of list.matchAll(/(\w+)(?: as (\w+))?/g))
        for (const [chain] of script.matchAll(new RegExp(`(?<![.\\w/-])${alias}(?:\\.\\w+)+`, "g"))) {
          let at = german[own];
          for (const part of chain.split(".").slice(1)) if (typeof at === "object") at = at[part];
          if (at === undefined) missing.push(`${name}: ${chain}`);
          named++;
        }
    }
  assert.deepEqual(missing, []);
  assert.ok(named > 300, `${named} names`);
});

test("every sentence is named somewhere", async () => {
  const words = new Set(scripts.flatMap(([, script]) => script.match(/[\w-]+/g)));
  const analysts = ["analyst", "releases", "deliver"].map((name) => `analyst/${name}.html`);
  const pages = {
    "page-": ["index.html", "build/footer.html", "build/officers.html"],
    "front-": ["index.html", "owner/officers.html", "build/nav.html", "build/uses.mjs"],
    "embed-page-": ["embed/embed.html"],
    "analyst-page-": analysts,
  };
  for (const [start, names] of Object.entries(pages))
    pages[start] = (await Promise.all(names.map((name) => readFile(path.join(dist, "..", name), "utf8")))).join("\n");
  const texts = ["de", "analyst.de"].map((name) => readFile(path.join(dist, `../texts/${name}.ftl`), "utf8"));
  const unused = sentencesOf((await Promise.all(texts)).join("\n"))
    .map(([id]) => id)
    .filter((id) => !/^(-|glossary-|troubles-|mechanisms-|page-ownName$)|-\d$/.test(id)) // lists, and words of the engine
    .filter((id) => {
      const start = Object.keys(pages).find((start) => id.startsWith(start));
      const key = id.slice(start?.length);
      if (start) return !pages[start].includes(`{{${key}}}`) && !pages[start].includes(`names.${key}`);
      return !id.split("-").every((name) => words.has(name) || words.has(name.replaceAll("_", "-")));
    });
  assert.deepEqual(unused, []);
});

test("German says what is wrong with a link in words of its own", () => {
  const { invite } = german;
  const ofFields = FIELDS.flatMap(({ name, fault, missing = fault }) => [fault, missing].map((text) => [name, text]));
  for (const [field, text] of [...ofFields, ...RULES.map(({ field, text }) => [field, text])])
    assert.doesNotMatch(invite.fault({ field, text }), /auf Englisch|undefined/, text);
  const { fault } = FIELDS.find(({ name }) => name === "delta");
  assert.equal(invite.fault({ field: "delta", text: fault }), "Hier muss eine Zahl von 1e-12 bis 1e-4 stehen.");
});

test("a release that protects people counts people in German too", () => {
  const [people, noise] = [
    { unit: "person", n: 334, epsilon: 1, delta: 1e-6 },
    { low: null, high: null },
  ];
  assert.equal(german.result.rows(people), "334 Personen waren beteiligt. Ihre Zahl ist öffentlich.");
  assert.match(german.result.guarantee(people), /über eine Person in der privaten Datei/);
  const counted = [
    german.labelErrors.rows(900, 20, "person"),
    german.report.rows({ value: 900, ...noise }, { value: 0, ...noise }, "person"),
  ];
  for (const sentence of counted) assert.match(sentence, /^Etwa 900 Personen haben einen brauchbaren/);
});
