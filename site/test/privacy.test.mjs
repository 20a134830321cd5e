// tier: 2
// The page for reviewers: the repository's document, whole, under a policy that allows no script at all.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { newContext, skip } from "./support/browser.mjs";
import { looks } from "./support/pictures.mjs";
import { siteServer } from "./support/servers.mjs";

const document = await readFile(new URL("../../core/PRIVACY.md", import.meta.url), "utf8");

for (const width of [360, 1280]) {
  test(`for reviewers, ${width} pixels, light and dark`, { skip }, async (t) => {
    const site = await siteServer();
    const context = await newContext();
    t.after(() => Promise.all([context.close(), site.close()]));
    const page = await context.newPage();
    const problems = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${site.url}privacy.html`);
    const headings = document
      .split("\n")
      .filter((line) => /^##? /.test(line))
      .map((line) => line.replace(/^#+ /, ""));
    assert.deepEqual(await page.locator("h1, h2").allInnerTexts(), headings);
    const tables = document.split("\n").filter((line) => /^\|( ?-+ ?\|)+$/.test(line)).length;
    assert.ok(tables > 1);
    assert.equal(await page.locator("table").count(), tables);
    assert.match(
      await page.locator("meta[http-equiv]").getAttribute("content"),
      /^default-src 'none'; style-src 'self'; img-src 'self'; manifest-src 'self'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'$/,
    );
    assert.doesNotMatch(await page.locator("table").last().innerText(), /\b[A-Z]{5,}\b/, "every figure is filled in");
    assert.deepEqual(problems, []);
    await looks(page, "privacy");
  });
}
