// tier: 2
// <private-adapt> in a page of another origin, with a page that means well.
import assert from "node:assert/strict";
import test from "node:test";
import { makeReleases } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { embedding } from "./support/embedder.mjs";
import { SAMPLE } from "./support/owner.mjs";
import { press } from "./support/press.mjs";

test("what the owner keeps, the page around does not get", { skip }, async (t) => {
  const me = await embedding(t);
  const owner = await me.open(`<private-adapt ${me.asked}></private-adapt>`);
  await owner.start();
  await owner.fix();
  await owner.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  await owner.run();
  await press(owner.host.locator("#keep"));
  await owner.host.locator("#handed").filter({ hasText: "Kept" }).waitFor();
  assert.deepEqual(await me.events(), [{ type: "cancel", detail: null }]);
  assert.equal(await me.page.locator("private-adapt").evaluate((element) => element.value), "");
});

test("where the browser stores nothing for embedded pages, the file of a result made in a window of its own is taken", {
  skip,
}, async (t) => {
  const me = await embedding(t, { privateWindow: true });
  const owner = await me.open(`<private-adapt ${me.asked} release="model"></private-adapt>`);
  const mayAsk = await owner.host
    .locator("body")
    .evaluate(() => /** @type {any} */ (document).featurePolicy.allowsFeature("storage-access"));
  assert.equal(mayAsk, true, "the page may ask the browser for storage");
  await owner.start();
  const problem = (text) => owner.host.locator("#problem").filter({ hasText: text }).waitFor();
  await problem("store nothing");
  const link = owner.host.getByRole("link", { name: "Go on in a window of its own" });
  assert.match(await link.getAttribute("href"), new RegExp(`^${me.site.url}#source=`));
  assert.equal(me.elsewhere.requests.length, 0, "asked before anything is loaded");
  const events = [{ type: "error", detail: { code: "not-charged", reason: "ledger-unavailable" } }];
  assert.deepEqual(await me.events(), events);
  const { noisy, weights } = await makeReleases();
  for (const [name, text, says] of [
    ["private.csv", SAMPLE["target.csv"], "This file is not handed over. Not a JSON document of a release"],
    ["weights.json", weights, "asks for model"],
    ["forged.json", noisy.replace('"epsilon": 0.1,', '"epsilon": 0.05,'), "certificate does not hold"],
  ]) {
    await owner.host.locator("#made").setInputFiles(await me.write(name, text));
    await problem(says);
  }
  await owner.host.locator("#made").setInputFiles(await me.write("noisy.json", noisy));
  await owner.host.locator("#result").waitFor();
  assert.deepEqual(await me.events(), events, "nothing leaves before the owner agrees");
  await owner.handOver();
  const [, { type, detail }, ...more] = await me.events();
  assert.deepEqual([type, detail.text, more], ["release", noisy, []]);
  assert.equal(me.elsewhere.requests.length, 0);
});

test("the cap of the page around holds, and the budget is this embedding's alone", { skip }, async (t) => {
  const me = await embedding(t);
  const owner = await me.open(`<private-adapt ${me.asked} epsilon-max="0.5"></private-adapt>`);
  await owner.start();
  await owner.asked();
  await owner.vault.getByRole("radio", { name: "moderate" }).waitFor({ state: "hidden" });
  await owner.vault.getByLabel("Your own value of ε").fill("1");
  await press(owner.vault.locator("label.button"));
  assert.match(await owner.vault.locator("#epsilon-problem").innerText(), /0\.5/);
  await owner.vault.getByLabel("Your own value of ε").fill("0.5");
  await press(owner.host.locator("summary").filter({ hasText: "what this page cannot prevent" }));
  assert.match(
    await owner.host.locator("#budget").innerText(),
    new RegExp(`hold only for runs inside ${me.embedder.origin}`),
  );
  // The owner's own limit can be changed in here, and the vault knows of it.
  await press(owner.host.locator("#budget-limit summary"));
  await owner.host.locator("#limit-epsilon").fill("0.25");
  await press(owner.host.getByRole("button", { name: "Set the limit" }));
  await owner.host.getByText("The limit is now ε = 0.25").waitFor();
  await owner.host.getByText("History (1)").waitFor();
  await owner.vault.locator("#epsilon .line").filter({ hasText: "too little left" }).waitFor();
});
