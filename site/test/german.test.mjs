// tier: 2
// The owner's page in German beside what snapshots/owner-de.txt and owners-page.test.mjs hold: what is refused, and how a
// language is chosen.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { newContext, test } from "./support/browser.mjs";
import { WAYS, invitationOf } from "./support/counts.mjs";
import { kitFolder } from "./support/kit.mjs";
import { SAMPLE } from "./support/owner.mjs";
import { choose, press } from "./support/press.mjs";
import { siteServer } from "./support/servers.mjs";

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

test("the switch changes the language, keeps the request, and says before what is lost", async (t) => {
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

test("a browser of another language gets the first one there is", async (t) => {
  const { site, page } = await visitor(t, "fr-CH");
  await page.goto(site.url);
  await page.getByRole("heading", { name: "Adapt a model to your data" }).waitFor();
});

test("what is refused or missing is said in German", async (t) => {
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
});

test("a kit holds both languages and chooses when it starts", async (t) => {
  const { make } = await kitFolder(t);
  const terms = ["--label", "price", "--epsilon", "1", "--delta", "1e-6", "--asker", "Eine Klinik"];
  const file = await make("kit.html", { "source.csv": SAMPLE["source.csv"] }, ...terms);
  const context = await newContext({ locale: "de-AT" });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  const vault = page.frameLocator("iframe.vault");
  await vault.getByText("Eine Klinik bittet um: ein Ergebnis").waitFor();
  await page.click("#languages [data-language=en]");
  await page.getByRole("button", { name: "Weiter in English" }).click();
  await vault.getByText("Eine Klinik asks: a result").waitFor();
  await page.locator("#languages [data-language=en]").waitFor({ state: "hidden" });
});
