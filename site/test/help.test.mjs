// tier: 2
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
  assert.match(await note("request"), /invented sample has house prices/);
  await me.vault.getByLabel("About how many rows").fill("3000");
  await me.fix();
  await me.press("Use the invented file");
  await me.preview();
  assert.match(await note("check"), /does not see this/);
  await me.run();
  assert.match(await note("done"), /all that has left/);
});

test("the page explains its words, and the vault's", { skip }, async (t) => {
  const me = await owner(t);
  await me.panel("help");
  await me.page.locator("#glossary > summary").click();
  const words = await me.page.locator("#glossary dt").allInnerTexts();
  for (const word of [
    "Epsilon (ε)",
    "Delta (δ)",
    "Differential privacy",
    "Effective sample size",
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
  for (const label of await me.vault.locator(".details .columns label").allTextContents())
    assert.ok(words.includes(label), `${label} is not explained in ${words}`);
});
