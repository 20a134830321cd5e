// tier: 2
// How a language is chosen. The screens in German are in snapshots.test.mjs, and that whatever is refused is said in it is
// tested in jsbridge/vaultui/answers.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { readFile } from "node:fs/promises";
import { json, opened } from "./support/analyst.mjs";
import { newContext, test } from "./support/browser.mjs";
import { invitationOf } from "./support/counts.mjs";
import { kitFolder } from "./support/kit.mjs";
import { SAMPLE } from "./support/owner.mjs";
import { siteServer } from "./support/servers.mjs";

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
  await page.getByRole("heading", { name: "Erfahren, wie gut ein Modell" }).waitFor();
});

test("a browser of another language gets the first one there is", async (t) => {
  const { site, page } = await visitor(t, "fr-CH");
  await page.goto(site.url);
  await page.getByRole("heading", { name: "Find out how good a model is" }).waitFor();
});

test("the pages for analysts lead to each other in German, and a phone shows the numbers of a report whole", async (t) => {
  const { site, page } = await visitor(t, "de-DE");
  const report = new URL("../../core/adapt/testdata/golden/report.json", import.meta.url);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.url}releases.html`);
  await page.waitForURL(/releases\.de\.html$/);
  await opened({ page }, [json("report.json", await readFile(report))], 1);
  for (const fold of await page.locator("#reports details").all()) await fold.evaluate((one) => (one.open = true));
  const tables = await page
    .locator("#reports .scroll")
    .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
  assert.ok(tables.length > 2);
  assert.equal(Math.max(...tables), 0);
  await page.getByRole("link", { name: "eine eigene Seite" }).click();
  await page.getByRole("heading", { name: "Übergeben, was" }).waitFor();
  await page.getByRole("link", { name: "Um ein Ergebnis bitten" }).click();
  await page.waitForURL(/analyst\.de\.html$/);
  await page.locator("#network[data-site]").waitFor({ state: "attached" }); // the script runs
  await page.fill("#title", "Häuserpreise");
  await page.click("#languages [data-language=en]");
  await page.getByText("Was hier geöffnet oder eingetragen ist, ginge verloren.").waitFor();
  await page.getByRole("button", { name: "Weiter in English" }).click();
  await page.getByRole("heading", { name: "Ask a data owner" }).waitFor();
  assert.equal(new URL(page.url()).pathname, new URL(`${site.url}analyst.html`).pathname);
  // A page without a script has a switch too.
  await page.goto(`${site.url}officers.html`);
  await page.click("#languages [data-language=de]");
  await page.getByRole("heading", { name: "Für Datenschutzbeauftragte" }).waitFor();
  await page.getByRole("link", { name: "Ein Ergebnis öffnen" }).click();
  await page.getByRole("heading", { name: "Prüfen und verwenden" }).waitFor();
});

test("a kit holds both languages and chooses when it starts", async (t) => {
  const { make } = await kitFolder(t);
  const terms = ["--label", "price", "--epsilon", "1", "--delta", "1e-6", "--asker", "Eine Klinik"];
  const file = await make("kit.html", SAMPLE["source.csv"], ...terms);
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
