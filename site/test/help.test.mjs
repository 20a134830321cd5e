// Help: the tour on invented data, every term in a sentence, and what to do when something goes wrong.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { owner } from "./support/owner.mjs";

test("the tour guides through every step, and only on the sample data", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  assert.equal(await me.vault.locator(".tour:visible").count(), 0);
  await me.panel("help");
  await me.page.getByRole("button", { name: "Take the tour" }).click();
  await me.opened();
  const note = (step) => me.vault.locator(`#${step} .tour`).innerText();
  assert.match(await note("asked"), /invented sample has house prices/);
  await me.goOn();
  assert.match(await note("settings"), /type 3000/);
  await me.vault.getByLabel("About how many rows").fill("3000");
  await me.fix();
  assert.match(await note("file-step"), /invented and about nobody/);
  await me.press("synthetic");
  await me.preview();
  assert.match(await note("report"), /for your eyes only/);
  await me.run();
  assert.match(await note("done"), /all that has left/);
});

test("every step explains its words, and the page all of its own", { skip }, async (t) => {
  const me = await owner(t);
  await me.panel("help");
  await me.page.locator("#glossary > summary").click();
  const words = await me.page.locator("#glossary dt").allInnerTexts();
  for (const word of [
    "Epsilon (ε)",
    "Delta (δ)",
    "Differential privacy",
    "Effective sample size",
    "Learning bound",
    "Certificate",
    "CORS",
  ])
    assert.ok(words.includes(word), word);
  await me.page.locator("#troubles > summary").click();
  for (const list of ["glossary", "troubles"]) {
    const sentences = await me.page.locator(`#${list} dd`).allInnerTexts();
    assert.ok(sentences.length >= 10 && sentences.every((text) => /^[A-Z“].*\.$/.test(text)), list);
  }
  await me.loadSample();
  // Each control under “Advanced” has its word.
  await me.press(me.vault.locator("#settings .glossary summary"));
  const inVault = (await me.vault.locator("#settings .glossary dt").allInnerTexts()).join(" ");
  for (const label of await me.vault.locator("#settings .columns label").allTextContents())
    assert.ok(inVault.includes(label), `${label} is not explained in ${inVault}`);
});
