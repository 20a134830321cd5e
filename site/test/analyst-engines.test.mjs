// The analyst's whole round in every engine: an invitation is made, the owner's page
// opens it, and what came back is verified, compared and applied.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { parseInvitation } from "../../jsbridge/npm/invitation.js";
import { LABELLED, SAMPLE, makeReleases } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { installedEngines, startEngine } from "./support/engines.mjs";
import { publicServer, siteServer } from "./support/servers.mjs";

const releases = skip ? {} : await makeReleases();

for (const name of skip ? [] : await installedEngines()) {
  test(`an analyst in ${name}`, async (t) => {
    const site = await siteServer();
    const elsewhere = await publicServer({ "source.csv": SAMPLE["source.csv"] });
    const folder = await mkdtemp(path.join(os.tmpdir(), "privadapt-analyst-"));
    const engine = await startEngine(name);
    t.after(async () => {
      await engine.close();
      await Promise.all([site.close(), elsewhere.close(), rm(folder, { recursive: true })]);
    });
    const file = async (name, content) => {
      await writeFile(path.join(folder, name), content);
      return path.join(folder, name);
    };

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
      await file("model.json", releases.model),
      await file("weights.json", releases.weights),
      await file("none.json", "{}"),
    );
    await page.shown("#open-status", "2 releases are open");
    assert.match(await page.shown("#open-error"), /none\.json/);
    assert.deepEqual(
      await page.evaluate(() => [...document.querySelectorAll("#table td:nth-child(2)")].map((cell) => cell.innerText)),
      ["holds", "holds"],
    );
    await page.setFiles("#data", await file("homes.csv", LABELLED));
    await page.click("#apply-form button[type=submit]");
    assert.match(await page.shown("#predictions", "Typical error"), /true price for 3,000 rows/);
    await page.until(() => document.querySelectorAll("#predictions svg").length === 2); // plots come after the words
    t.diagnostic(engine.version);
  });
}
