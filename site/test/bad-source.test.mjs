// tier: 2
// Whatever is wrong with the public sample: a sentence where it can be mended, and a page that goes on working. What the
// engine refuses is tested in core/data.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

const good = SAMPLE["source.csv"];
const files = {
  "no-cors.csv": (response) => response.removeHeader("Access-Control-Allow-Origin") ?? response.end(good),
  "broken.csv": (response) => {
    response.writeHead(200, { "Content-Type": "text/csv", "Content-Length": good.length });
    response.write(good.slice(0, good.length / 2), () => response.destroy());
  },
  "ragged.csv": good.replace(/\n(.*)\n/, "\n$1,1\n"),
  "endless.csv": (response) => response.writeHead(200).write("area,"),
};

test("a faulty public sample is explained where it can be corrected, and another one can be loaded", {
  skip,
}, async (t) => {
  const me = await owner(t, { files });
  for (const [name, label, integrity, place, says] of [
    ["missing.csv", "price", "", "", /answered 404.*misspelling/],
    ["no-cors.csv", "price", "", "", /does not allow other sites to read it/],
    ["broken.csv", "price", "", "", /stopped before the file was complete/],
    ["source.csv", "price", "0".repeat(64), "", /not the one with this SHA-256/],
    ["source.csv", "", "", "label-problem", /Give the name of the label column/],
    ["ragged.csv", "price", "", "source-problem", /line 2/],
    ["source.csv", "cost", "", "label-problem", /cost/],
  ]) {
    await me.load(me.elsewhere.url + name, label, integrity);
    const said = place === "" ? "#sample-error, #sample-form .problem" : `#${place}`;
    await me.page.locator(said).filter({ hasText: says }).waitFor();
    if (place !== "")
      assert.equal(await me.page.evaluate(() => document.activeElement.id), place.split("-")[0], "the cursor is there");
    assert.equal(await me.page.locator("iframe").count(), 0, "no vault is open");
    await me.page.locator("#loading").waitFor({ state: "hidden" });
  }
  await me.load(`${me.elsewhere.url}endless.csv`);
  await me.page.getByRole("button", { name: "Stop" }).click();
  await me.page.getByText("Stopped.").waitFor();
  await me.loadSample();
  assert.deepEqual(me.errors, []);
});
