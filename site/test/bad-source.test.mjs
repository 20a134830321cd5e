// tier: 2
// Whatever is wrong with the public sample: a sentence that helps, and a page that goes on working.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, follow, owner } from "./support/owner.mjs";

const good = SAMPLE["source.csv"];
const lines = good.split("\n");
const files = {
  "no-cors.csv": (response) => response.removeHeader("Access-Control-Allow-Origin") ?? response.end(good),
  "broken.csv": (response) => {
    response.writeHead(200, { "Content-Type": "text/csv", "Content-Length": good.length });
    response.write(good.slice(0, good.length / 2), () => response.destroy());
  },
  "ragged.csv": lines.map((l, i) => (i === 4 ? `${l},1` : l)).join("\n"),
  "markup.csv": `area,<img src=x onerror=alert(1)>,price\n1,2,3\n4,5,7\n2,2,9\n`,
};

const onThePage = [
  ["404", "missing.csv", "price", "", /answered 404.*misspelling/],
  ["no CORS", "no-cors.csv", "price", "", /does not allow other sites to read it/],
  ["another file than announced", "source.csv", "price", "0".repeat(64), /not the one with this SHA-256/],
  ["a transfer that breaks off", "broken.csv", "price", "", /stopped before the file was complete/],
];

const byTheEngine = [
  ["a label that is not there", "source.csv", "cost", /cost/],
  ["a ragged row", "ragged.csv", "price", /line 5/],
];

test("a faulty public sample is explained on the page", { skip }, async (t) => {
  const me = await owner(t, { files });
  const address = (name) => (/[: ]/.test(name) ? name : me.elsewhere.url + name);
  for (const [what, name, label, integrity, says] of onThePage) {
    await t.test(what, async () => {
      await me.load(address(name), label, integrity);
      const problem = me.page.locator("#sample-error:not(:empty), #sample-form .problem:not(:empty)");
      await problem.waitFor();
      assert.match(await problem.innerText(), says);
      assert.equal(await me.page.locator("iframe").count(), 0, "no vault for a sample that was not loaded");
      await me.page.locator("#loading").waitFor({ state: "hidden" });
    });
  }
  await me.loadSample();
  assert.equal(await me.page.locator("#sample-error:not(:empty), #sample-form .problem:not(:empty)").count(), 0);
});

test("a sample that the engine refuses is explained at the field of its address, a label that is not in it at the label's", {
  skip,
}, async (t) => {
  const me = await owner(t, { files });
  for (const [what, name, label, says] of byTheEngine) {
    await t.test(what, async () => {
      await me.load(me.elsewhere.url + name, label);
      const field = label === "price" ? "source" : "label";
      const problem = me.page.locator(`#${field}-problem:not(:empty)`);
      await problem.waitFor();
      assert.match(await problem.innerText(), says);
      assert.equal(
        await me.page.evaluate(() => document.activeElement.id),
        field,
        "the cursor is where it can be corrected",
      );
      assert.equal(await me.page.locator("iframe").count(), 0, "the vault is closed");
    });
  }
  await me.loadSample();
  assert.deepEqual(me.errors, []);
});

test("a load can be stopped, and started anew", { skip }, async (t) => {
  const me = await owner(t, { files: { "endless.csv": (response) => response.writeHead(200).write("area,") } });
  await me.load(`${me.elsewhere.url}endless.csv`);
  await me.page.getByRole("button", { name: "Stop" }).click();
  await me.page.getByText("Stopped.").waitFor();
  await me.load(`${me.elsewhere.url}endless.csv`);
  await me.loadSample();
});

test("names in the sample and in the address are shown as text", { skip }, async (t) => {
  const me = await owner(t, { files });
  const dialogs = [];
  me.page.on("dialog", (dialog) => dialogs.push(dialog.message()) && dialog.dismiss());
  const hostile = "<img src=x onerror=alert(2)>";
  await follow(me, { source: `${me.elsewhere.url}markup.csv?${encodeURIComponent(hostile)}`, label: "price" });
  await me.page.locator("#load-invited").waitFor();
  assert.equal(await me.page.inputValue("#label"), "price");
  assert.equal(me.elsewhere.requests.length, 0, "a link alone loads nothing");
  await me.page.click("#load-invited");
  await me.opened();
  assert.match(await me.asked(), /<img src=x onerror=alert\(1\)>/);
  assert.equal(await me.vault.locator("img").count(), 0);
  assert.deepEqual(dialogs, []);
});
