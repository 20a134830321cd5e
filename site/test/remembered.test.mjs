// tier: 2
// What an earlier vault has shown is not forgotten when the sample, or the whole page, is loaded again.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

async function previewed(t, epsilon) {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  const file = await me.write("private.csv", SAMPLE["target.csv"]);
  await me.prepare(file, epsilon);
  return { me, file };
}

async function released(me, file, epsilon) {
  await me.prepare(file, epsilon);
  await me.run();
  return JSON.parse(await readFile(await me.download(), "utf8")).provenance.settingsAfterPreview;
}

test("other settings after a preview and a reload of the sample are recorded", { skip }, async (t) => {
  const { me, file } = await previewed(t, "moderate");
  await me.loadSample();
  assert.equal(await released(me, file, "strong"), true);
  // And it stays so, in whatever vault.
  await me.loadSample();
  assert.equal(await released(me, file, "strong"), true);
});

test("also after a reload of the page", { skip }, async (t) => {
  const { me, file } = await previewed(t, "moderate");
  await me.page.reload();
  await me.loadSample();
  assert.equal(await released(me, file, "strong"), true);
});

test("another label after a preview is recorded: the same rows then answer another question", { skip }, async (t) => {
  const me = await owner(t);
  const file = await me.write("private.csv", SAMPLE["source.csv"]);
  for (const label of ["price", "area"]) {
    await me.load(`${me.elsewhere.url}source.csv`, label);
    await me.opened();
    await me.fix("moderate", /^Weights/);
    await me.pick(file);
    await me.preview();
  }
  await me.run();
  assert.equal(JSON.parse(await me.released()).provenance.settingsAfterPreview, true);
});

test("the same settings again are no change", { skip }, async (t) => {
  const { me, file } = await previewed(t, "moderate");
  await me.page.reload();
  await me.loadSample();
  assert.equal(await released(me, file, "moderate"), false);
});

test("the tour on invented data leaves no mark", { skip }, async (t) => {
  const me = await owner(t);
  await me.page.click("#try-sample");
  await me.opened();
  await me.fix("weak");
  await me.press("Use the invented file");
  await me.preview();
  // The same sample, from the site itself.
  await me.load(`${me.site.url}sample/source.csv`);
  await me.opened();
  assert.equal(await released(me, await me.write("private.csv", SAMPLE["target.csv"]), "moderate"), false);
});
