// tier: 2
// The site's main job in every engine: a public sample, the vault, a private file, a run, a release. Also the example
// of how a test is written for all three.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { installedEngines, startEngine } from "./support/engines.mjs";
import { SAMPLE } from "./support/owner.mjs";
import { siteFor } from "./support/servers.mjs";

for (const name of skip ? [] : await installedEngines()) {
  test(`the main job in ${name}`, async (t) => {
    const { site, elsewhere, write } = await siteFor(t, { "source.csv": SAMPLE["source.csv"] });
    const engine = await startEngine(name);
    t.after(() => engine.close());
    const file = await write("private.csv", SAMPLE["target.csv"]);

    const page = await engine.open(site.url);
    // What the service worker fetches in the background is not what this test counts.
    await page.until(() => document.getElementById("network").dataset.site !== "loading");
    await page.click("#mine");
    await page.click("#own-sample summary");
    await page.fill("#source", `${elsewhere.url}source.csv`);
    await page.fill("#label", "price");
    await page.click("#sample-form button[type=submit]");
    const vault = page.frame("iframe.vault");
    await vault.click("label", "moderate");
    const before = [site.requests.length, elsewhere.requests.length];
    await vault.setFiles("input[type=file]", file);
    await vault.click("button", "Make the result");
    const result = await page.shown("#result", "Privacy confirmed");
    assert.equal(await page.evaluate(() => document.activeElement.id), "result-heading", "the reader is at the result");
    await page.evaluate(() => document.querySelectorAll("#result-more details").forEach((fold) => (fold.open = true)));
    assert.match(result, /Privacy confirmed: ε = 1 at δ = 1e-7/);
    assert.match(await page.shown("#promised"), /3,000 private rows took part/);
    assert.deepEqual(
      [site.requests.length, elsewhere.requests.length],
      before,
      "nothing is requested after the file is chosen",
    );
    assert.equal((await page.screenshot()).subarray(1, 4).toString(), "PNG");
    t.diagnostic(engine.version);
  });
}
