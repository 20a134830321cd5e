// tier: 2
// The owner's page in German, and how a language is chosen. Every language has the same texts, filled by the
// same values.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { clean } from "./support/axe.mjs";
import { newContext, skip } from "./support/browser.mjs";
import { WAYS, countOwnersWay, invitationOf } from "./support/counts.mjs";
import { kitFolder } from "./support/kit.mjs";
import { SAMPLE } from "./support/owner.mjs";
import { fits } from "./support/axe.mjs";
import { choose, press } from "./support/press.mjs";
import { siteServer } from "./support/servers.mjs";

const MOST_WORDS = 300;

/** Common English words that are no German ones, and none of the sample's columns and values. */
const ENGLISH =
  /\b(the|of|and|your|you|rows|is|are|with|this|from|for|leaves|nothing|column|choose|result|save|file|what|been)\b/i;
/** The lines that are English. */
const english = (text) => text.split("\n").filter((line) => ENGLISH.test(line));

/** What is on the screen of the page and of the vault, without what is marked as English. */
const shown = (page) =>
  Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() => {
        const english = [...document.querySelectorAll('html[lang="de"] [lang="en"]')];
        const before = english.map((element) => element.hidden);
        for (const element of english) element.hidden = true;
        const text = document.body.innerText;
        for (const [i, element] of english.entries()) element.hidden = before[i];
        return text;
      }),
    ),
  ).then((texts) => texts.join("\n"));

/** Opens all that is folded, in the panels too. The page opens one panel at a time. */
const unfold = (page) =>
  Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() => {
        for (const fold of document.querySelectorAll("details")) {
          fold.removeAttribute("name");
          fold.open = true;
        }
      }),
    ),
  );

/** A page at the built site in a browser that wants a language. */
async function visitor(t, locale) {
  const site = await siteServer();
  const context = await newContext({ locale });
  t.after(async () => {
    await context.close();
    await site.close();
  });
  return { site, page: await context.newPage() };
}

/** The texts of a language, as the page loads them. */
const textsOf = async (tag) => ({
  ...(await import(`../dist/owner/texts/${tag}/index.js`)),
  ...(await import(`../dist/shared/texts/${tag}/index.js`)),
  inKit: (await import(`../kit-page/texts/${tag}.js`)).kit,
  ofVault: (await import(`../vault/inside/texts/${tag}.js`)).vaultTexts,
});

/** What differs in kind: a list of the places. */
function differences(one, other, place = "") {
  if (typeof one !== typeof other || Array.isArray(one) !== Array.isArray(other)) return [`${place}: ${typeof other}`];
  if (typeof one === "string") return other.trim() === "" && one.trim() !== "" ? [`${place}: empty`] : [];
  if (typeof one === "function")
    return one.length === other.length ? [] : [`${place}: ${other.length} values instead of ${one.length}`];
  if (Object(one) !== one) return [];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.flatMap((name) => differences(one[name], other[name], `${place}.${name}`));
}

test("every language has the same texts, which take the same values", { skip }, async () => {
  const [en, de] = await Promise.all(["en", "de"].map(textsOf));
  assert.deepEqual(differences(en, de), []);
  assert.deepEqual(differences(en, { ...de, page: { ...de.page, skip: "" } }), [".page.skip: empty"]);
});

test("every word of the page is in its markup", async () => {
  const { page } = await import("../owner/texts/en/page.js");
  const markup = await readFile(new URL("../index.html", import.meta.url), "utf8");
  const unused = Object.keys(page).filter((key) => key !== "ownName" && !markup.includes(`{{${key}}}`));
  assert.deepEqual(unused, []);
});

for (const [language, locale] of [
  ["en", "en-GB"],
  ["de", "de-DE"],
]) {
  test(`from a link to a saved file in three screens and ${MOST_WORDS} words: ${locale}`, { skip }, async (t) => {
    const { site, page } = await visitor(t, locale);
    const found = [];
    const way = await countOwnersWay(page, site.url, {
      language,
      look: async (screen) => {
        assert.deepEqual(
          await Promise.all(page.frames().map((frame) => frame.evaluate(() => document.documentElement.lang))),
          [language, language],
        );
        if (language === "en") return;
        found.push(...english(await shown(page)));
        await clean(page, screen);
      },
    });
    t.diagnostic(`${way.words} words, ${way.before} of them before a file is picked; ${way.clicks} clicks`);
    assert.deepEqual(found, []);
    assert.ok(way.words <= MOST_WORDS, `${way.words} words`);
    assert.equal(way.screens, 3);
    assert.ok(way.clicks <= 5, `${way.clicks} clicks`);
    assert.match(way.file.suggestedFilename(), /^privadapt-model-\w+\.json$/);
    // The other language is not transferred.
    const texts = site.requests.filter((request) => request.includes("/texts/"));
    assert.equal(texts.length, 2);
    assert.ok(texts.every((request) => request.includes(`/texts/${language}/index.js`)));
  });
}

test("what is wrong with a link is English in German words around it, and marked so", { skip }, async (t) => {
  const { site, page } = await visitor(t, "de-DE");
  await page.goto(`${site.url}de.html#source=nonsense&label=`);
  await page.locator("#invitation [lang=en]").first().waitFor();
  assert.deepEqual(english(await shown(page)), []);
});

test("what can be unfolded is German, too, where it is not marked as English", { skip }, async (t) => {
  const { site, page } = await visitor(t, "de-DE");
  await page.goto(site.url);
  await page.locator("#network[data-site]").waitFor({ state: "attached" });
  assert.match(await page.locator("#finished-words .short").innerText(), /^Besser, wo Ihre Werte bekannt sind/);
  assert.equal(await page.locator("button.primary:visible").innerText(), "Mit meinen eigenen Daten");
  await fits(page, "the first visit");
  await unfold(page);
  assert.deepEqual(english(await shown(page)), []);
  await clean(page, "all that can be opened is open");
  await countOwnersWay(page, site.url, {
    language: "de",
    look: async (screen) => {
      await unfold(page);
      const words = (await shown(page)).replaceAll(/\{[\s\S]*\}/g, ""); // the released text itself
      assert.deepEqual(english(words), [], screen);
    },
  });
  await clean(page, "the result with all that can be opened");
});

test("the switch changes the language, keeps the request, and says before what is lost", { skip }, async (t) => {
  const { site, page } = await visitor(t, "de-DE");
  await page.goto(invitationOf(site.url));
  await page.frameLocator("iframe.vault").locator("label.button").waitFor();
  assert.match(page.url(), /de\.html#source=/);
  const asked = new URL(page.url()).hash;
  await page.click("#languages [data-language=en]");
  assert.equal(
    await page.locator("#languages p").innerText(),
    "Ihre Antworten gingen verloren. Es wurde keine Datei gelesen und nichts angerechnet. Weiter in English",
  );
  await page.getByRole("button", { name: "Weiter in English" }).click();
  await page.getByRole("heading", { name: "The vault" }).waitFor();
  await page.frameLocator("iframe.vault").getByText("Choose my file…").waitFor();
  assert.equal(new URL(page.url()).hash, asked);
  // The choice is kept, whatever the browser wants.
  await page.goto(`${site.url}de.html`);
  await page.getByText("Skip to the steps").waitFor({ state: "attached" });
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  // Where there is nothing to lose nothing is asked.
  await page.click("#languages [data-language=de]");
  await page.getByRole("heading", { name: "Ein Modell an Ihre Daten anpassen" }).waitFor();
});

test("a browser of another language gets the first one there is", { skip }, async (t) => {
  const { site, page } = await visitor(t, "fr-CH");
  await page.goto(site.url);
  await page.getByRole("heading", { name: "Adapt a model to your data" }).waitFor();
});

test("what the engine refuses is said in German: settings that exclude each other, too few rows", {
  skip,
}, async (t) => {
  const { site, page } = await visitor(t, "de-DE");
  await page.goto(`${invitationOf(site.url, WAYS.de)}&rowsMin=100`);
  const vault = page.frameLocator("iframe.vault");
  const pick = vault.locator("label.button");
  const give = async (rows) => {
    const text = `area,age,distance,rooms,heating\n${"80,20,3,3,gas\n".repeat(rows)}`;
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), pick.click()]);
    await chooser.setFiles({ name: "klinik.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  };
  await pick.waitFor();
  await choose(vault.getByRole("radio", { name: WAYS.de.moderate }));
  await vault.locator("#request details").evaluateAll((folds) => folds.forEach((fold) => (fold.open = true)));
  await vault.getByLabel("Kalibrierung").selectOption("paper");
  await vault.getByText("Diese Einstellungen passen nicht zusammen").first().waitFor();
  await give(200);
  await vault.getByText("Diese Einstellungen gehen nicht: Diese Einstellungen passen nicht zusammen").waitFor();
  assert.deepEqual(english(await shown(page)), [], "settings that exclude each other");

  await vault.getByLabel("Kalibrierung").selectOption("tight");
  await give(40);
  await vault
    .getByText(
      "Der Empfänger würde dieses Ergebnis ablehnen: Es müssen mindestens 100 Zeilen sein, oder Personen, wenn diese geschützt werden.",
    )
    .waitFor();
  assert.deepEqual(english(await shown(page)), [], "too few rows");
});

test("what is refused or missing is said in German", { skip }, async (t) => {
  const { site, page } = await visitor(t, "de-DE");
  await page.goto(invitationOf(site.url, WAYS.de));
  const vault = page.frameLocator("iframe.vault");
  const pick = vault.locator("label.button");
  const give = async (text) => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), pick.click()]);
    await chooser.setFiles({ name: "klinik.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  };
  await pick.waitFor();
  await choose(vault.getByRole("radio", { name: WAYS.de.moderate }));
  await give("Alter;Ort\n7;Köln\n");
  await vault.getByText("Diese Spalten stehen nicht unter diesem Namen in Ihrer Datei.").waitFor();
  assert.deepEqual(english(await shown(page)), [], "the question");
  await press(vault.getByRole("button", { name: "Weiter", exact: true }));
  await vault.getByText("In der ersten Zeile steht keine der gewünschten Spalten.").waitFor();
  assert.deepEqual(english(await shown(page)), [], "a file without the columns");

  const rows = Array.from({ length: 40 }, (_, i) => `${50 + i},${i % 30},3,gas,${100 + i}`);
  await give(`area,distance,rooms,heating,price\n${rows.join("\n")}\n`);
  await vault.getByText("Nicht in Ihrer Datei: age;").waitFor();
  await vault.getByText("Ihre Datei hat die Zielspalte „price“; ihre Werte wurden nicht gelesen.").waitFor();
  assert.deepEqual(english(await shown(page)), [], "a column is missing, and the rows are few");
  await press(vault.getByRole("button", { name: "Anhalten, kostet nichts" }));
  await vault.getByText("Angehalten. Es wurde nichts angerechnet").waitFor();

  await unfold(page);
  await page.fill("#limit-epsilon", "0,1");
  await page.fill("#limit-delta", "1e-5");
  await page.getByRole("button", { name: "Grenze setzen" }).click();
  await page.getByText(/^Die Grenze ist jetzt ε = 0,1 bei δ = 1e-5\.$/).waitFor();
  await pick.click();
  await vault.getByText("Ihr Datenschutz-Budget reicht dafür nicht.").first().waitFor();
  assert.deepEqual(english(await shown(page)), [], "the budget is too small");
});

test("a kit holds both languages and chooses when it starts", { skip }, async (t) => {
  const { make } = await kitFolder(t);
  const terms = ["--label", "price", "--epsilon", "1", "--delta", "1e-6", "--asker", "Eine Klinik"];
  const file = await make("kit.html", { "source.csv": SAMPLE["source.csv"] }, ...terms);
  const context = await newContext({ locale: "de-AT" });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  const vault = page.frameLocator("iframe.vault");
  await vault.getByText("Eine Klinik bittet um: ein Ergebnis").waitFor();
  await unfold(page);
  assert.deepEqual(english(await shown(page)), []);
  await page.click("#languages [data-language=en]");
  await page.getByRole("button", { name: "Weiter in English" }).click();
  await vault.getByText("Eine Klinik asks: a result").waitFor();
  await page.locator("#languages [data-language=en]").waitFor({ state: "hidden" });
});
