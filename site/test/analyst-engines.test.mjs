// tier: 2
// The analyst's whole round in every engine: an invitation is made, the owner's page
// opens it, and what came back is verified, compared and applied.
import assert from "node:assert/strict";
import test from "node:test";
import { parseInvitation } from "../../jsbridge/npm/invitation.js";
import { LABELLED, SAMPLE, makeReleases } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { installedEngines, startEngine } from "./support/engines.mjs";
import { siteFor } from "./support/servers.mjs";

const releases = skip ? {} : await makeReleases();

for (const name of skip ? [] : await installedEngines()) {
  test(`an analyst in ${name}`, async (t) => {
    const { site, elsewhere, write } = await siteFor(t, { "source.csv": SAMPLE["source.csv"] });
    const engine = await startEngine(name);
    t.after(() => engine.close());

    const page = await engine.open(`${site.url}analyst.html`);
    await page.fill("#source", `${elsewhere.url}source.csv`);
    await page.fill("#label", "price");
    await page.click("#load");
    await page.shown("#sample-facts td", "category");
    await page.fill("#title", "Prices of homes");
    await page.click("button[type=submit]");
    await page.shown("#made");
    const link = await page.evaluate(() => document.getElementById("link").value);
    assert.equal(parseInvitation(new URL(link).hash).invitation.title, "Prices of homes");

    await page.goto(`${site.url}releases.html`);
    await page.setFiles(
      "#files",
      await write("model.json", releases.model),
      await write("weights.json", releases.weights),
      await write("none.json", "{}"),
    );
    await page.shown("#open-status", "2 releases are open");
    assert.match(await page.shown("#open-error"), /none\.json/);
    assert.deepEqual(
      await page.evaluate(() => [...document.querySelectorAll("#table td:nth-child(2)")].map((cell) => cell.innerText)),
      ["holds", "holds"],
    );
    await page.setFiles("#data", await write("homes.csv", LABELLED));
    await page.click("#apply-form button[type=submit]");
    assert.match(await page.shown("#predictions", "Typical error"), /true price for 3,000 rows/);
    t.diagnostic(engine.version);
  });
}
