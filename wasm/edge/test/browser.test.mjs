// tier: 2
// The whole campaign with a real browser: an analyst's sample in R2, links, owners who follow them in Chromium, each
// with a private file, the releases sent by the page's own button, and the analyst's model of what was exported.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../../../jsbridge/npm/index.js";
import { digestOf } from "../../../jsbridge/npm/test/tools.mjs";
import { makeSample } from "../../../site/owner/sample-houses.js";
import { newContext, skip } from "../../../site/test/support/browser.mjs";
import { choose, press } from "../../../site/test/support/press.mjs";
import { world } from "./support.mjs";

const data = makeSample();

test("from the upload to the combined model, with two owners in Chromium", { skip }, async (t) => {
  const [edge, engine] = await Promise.all([world(), load({ ledger: false })]);
  t.after(() => Promise.all([edge.end(), engine.dispose()]));
  const uploaded = (await edge.call("POST", "samples?name=prices.csv", data["source.csv"])).body;
  assert.equal(uploaded.sha256, digestOf(data["source.csv"]));
  const settings = {
    source: uploaded.source,
    sha256: uploaded.sha256,
    label: "price",
    epsilon: 1,
    epsilonMax: 2,
    delta: 1e-6,
    title: "Prices of homes",
    asker: "Institute",
  };
  const campaign = (await edge.call("POST", "campaigns", settings)).body;
  const { links } = (await edge.call("POST", `campaigns/${campaign.id}/invitations`, { count: 2 })).body;

  const [header, ...rows] = data["target.csv"].trimEnd().split("\n");
  const half = Math.ceil(rows.length / 2);
  for (const [i, link] of links.entries()) {
    const context = await newContext();
    t.after(() => context.close());
    const page = await context.newPage();
    await page.goto(link);
    const vault = page.frameLocator("iframe.vault");
    const button = (name) => vault.getByRole("button", { name });
    await press(page.getByRole("button", { name: "Open", exact: true })); // the sample is at an address of its own
    await vault.getByRole("heading", { name: /Prices of homes/ }).waitFor();
    await choose(vault.getByRole("radio", { name: "moderate" }));
    const own = `${[header, ...rows.slice(i * half, (i + 1) * half)].join("\n")}\n`;
    await vault
      .locator("#file")
      .setInputFiles([{ name: "private.csv", mimeType: "text/csv", buffer: Buffer.from(own) }]);
    await press(button("Make the result"));
    await page.locator("#result").waitFor();
    assert.equal((await edge.stored()).releases, i, "nothing is sent before the owner confirms it");
    await page.click("#send-start");
    await page.click("#send-confirm");
    await page.locator(".send").filter({ hasText: "has accepted it" }).waitFor();
  }

  const list = (await edge.call("GET", `campaigns/${campaign.id}/releases`)).body.releases;
  assert.deepEqual(
    list.map((r) => r.n),
    [half, rows.length - half],
  );
  const { releases } = (await edge.call("GET", `campaigns/${campaign.id}/export`)).body;
  for (const release of releases) {
    const report = await engine.verify(release);
    assert.ok(report.ok, report.problems.join());
    assert.equal(release.kind, "moments");
  }
  const source = await engine.loadSource(uploaded.source, { label: "price", integrity: uploaded.sha256 });
  const model = await engine.combine(releases, { source });
  assert.equal(model.certificate.n, rows.length);
  assert.ok((await engine.verify(model)).ok);
  assert.equal((await model.predict(new Blob([data["target.csv"]]))).length, rows.length);
});
