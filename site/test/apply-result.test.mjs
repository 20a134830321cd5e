// From the owner's result one press leads to where the released model is applied to a file, with the model at hand.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";
import { untilDrawn } from "./support/press.mjs";

test("one press leads from a result to predictions for a file, with the model at hand", { skip }, async (t) => {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  await me.fix();
  const file = await me.write("private.csv", SAMPLE["target.csv"]);
  await me.pick(file);
  await me.preview();
  await me.run();
  const [other] = await Promise.all([
    me.page.waitForEvent("popup"),
    me.page.getByRole("button", { name: "Apply it" }).click(),
  ]);
  const { releaseId } = JSON.parse(await me.released());
  await other.locator("#apply-form").waitFor();
  assert.match(
    await other.locator("#model").innerText(),
    new RegExp(`privadapt-model-${releaseId.slice(0, 8)}\\.json`),
  );
  await other.waitForFunction(() => document.activeElement.id === "data");
  const before = me.site.requests.length;
  await other.locator("#data").setInputFiles(file);
  await other.locator("#apply-form button[type=submit]").click();
  await other.locator("#apply-status").filter({ hasText: "3,000" }).waitFor();
  const sent = me.site.requests.slice(before).filter((request) => !/\.(wasm|js)\b/.test(request));
  assert.deepEqual(sent, [], "the file stays in that page");
  assert.deepEqual(me.errors, []);
});

test("a page that was opened by another takes no document from a stranger", { skip }, async (t) => {
  const me = await owner(t);
  await me.page.goto(`${me.site.url}releases.html`);
  await me.page.locator("#files").waitFor();
  await me.page.evaluate(() => {
    const seen = new Promise((resolve) => addEventListener("message", resolve, { once: true }));
    postMessage({ name: "a.json", text: "{}" }, location.origin);
    return seen.then(() => {});
  });
  await untilDrawn(me.page.mainFrame());
  assert.equal(await me.page.locator("#open-error").innerText(), "");
});
