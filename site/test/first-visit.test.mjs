// Whoever comes without an invitation sees a finished result, what it is about, and what to do with data of their own.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { load } from "../../jsbridge/npm/index.js";
import { skip } from "./support/browser.mjs";
import { invitationOf } from "./support/counts.mjs";
import { owner } from "./support/owner.mjs";

const dist = new URL("../dist/", import.meta.url);

test("what a first visit shows is the released file, which the engine confirms", { skip }, async (t) => {
  const me = await owner(t);
  const [saved] = await Promise.all([
    me.page.waitForEvent("download"),
    me.page.getByRole("link", { name: "The file with the result" }).click(),
  ]);
  const text = await readFile(await saved.path(), "utf8");
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const { ok, epsilon } = await engine.verify(text);
  assert.equal(ok, true);
  assert.match(
    await me.page.locator("#finished-words .good").innerText(),
    new RegExp(`ε = ${Number(epsilon.toFixed(6))} `),
  );
  const { releaseId, certificate } = JSON.parse(text);
  const [{ base, corrected }] = certificate.labels.errors;
  const [off, was] = (await me.page.locator("#finished-words .short").innerText()).match(/[\d.]+\d/g).map(Number);
  assert.ok(Math.abs(off / Math.sqrt(corrected.value) - 1) < 0.01, `${off} of ${corrected.value}`);
  assert.ok(Math.abs(was / Math.sqrt(base.value) - 1) < 0.01, `${was} of ${base.value}`);
  const carries = async (name) => (await readFile(new URL(name, dist), "utf8")).includes(releaseId);
  assert.deepEqual([await carries("app.js"), await carries("kit/shell.txt")], [true, false], "no kit carries it");
});

test("with data of one's own the link is pasted, and an address of a sample is for analysts", { skip }, async (t) => {
  const me = await owner(t);
  await me.page.click("#mine");
  assert.equal(await me.page.locator("input:visible").count(), 1, "one field, for the link");
  await me.page.getByLabel("The link that you were sent").fill("https://example.org/sample.csv");
  await me.page.getByRole("button", { name: "Open it" }).click();
  await me.page.getByText("This is no invitation").waitFor();
  await me.page.locator("#link[aria-invalid=true]:focus").waitFor();
  await me.page.getByLabel("The link that you were sent").fill(invitationOf(me.site.url));
  await me.page.getByRole("button", { name: "Open it" }).click();
  await me.opened();
  assert.match(await me.vault.locator("#request h1, #request h2").first().innerText(), /City council/);
  await me.page.locator("#sample").waitFor({ state: "hidden" });
  await me.page.locator("#finished").waitFor({ state: "hidden" });
  assert.deepEqual(me.errors, []);
});
