// tier: 2
// The site works under any path: every page asks for files below its own folder only, and all of them are there.
import assert from "node:assert/strict";
import test from "node:test";
import { serve } from "../build/serve.mjs";
import { newContext, skip } from "./support/browser.mjs";

const PAGES = [
  "",
  "index.html",
  "analyst.html",
  "releases.html",
  "deliver.html",
  "paper.html",
  "privacy.html",
  "reference.html",
  "404.html",
];

for (const base of ["/", "/a/much/deeper/path/"]) {
  test(`under ${base}`, { skip }, async (t) => {
    const asked = [];
    const site = await serve({ base, onRequest: (request) => asked.push(request.url) });
    const context = await newContext();
    t.after(async () => {
      await context.close();
      await site.close();
    });
    const page = await context.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on(
      "response",
      (response) => response.status() !== 200 && faults.push(`${response.status()} ${response.url()}`),
    );
    for (const name of PAGES) {
      await page.goto(site.url + name, { waitUntil: "networkidle" });
      assert.ok((await page.locator("h1").innerText()).length > 5, name);
      assert.match(await page.locator("#engine-digest").textContent(), /^[0-9a-f]{64}$/);
    }
    assert.deepEqual(faults, []);
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(base)),
      [],
    );
    // The browser asks for the manifest only when it thinks of installing.
    assert.equal(
      (await page.request.get(`${site.url}manifest.webmanifest`)).headers()["content-type"],
      "application/manifest+json",
    );

    const main = await page.goto(site.url);
    assert.equal(main.status(), 200);
    await page.click("#try-sample");
    await page.frameLocator("iframe.vault").locator("label.button").waitFor();
    const missing = await page.goto(`${site.url}no/such/page.html`);
    assert.equal(missing.status(), 404);
    assert.match(await page.locator("main").innerText(), /delete the last part of the address/);
    assert.notEqual(
      await page.evaluate(() => getComputedStyle(document.querySelector(".card")).borderRadius),
      "0px",
      "styled at any depth",
    );
  });
}
