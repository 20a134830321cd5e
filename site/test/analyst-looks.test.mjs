// The analyst's pages at both ends of their width and in both themes: nothing sticks out, and pictures in test/output.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { LABELLED, analyst, makeReleases } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";

const output = fileURLToPath(new URL("output", import.meta.url));
const releases = skip ? {} : await makeReleases();
const files = Object.entries({ ...releases, "a-release-with-quite-a-long-name-of-a-file": releases.noisy, none: "{}" }).map(([name, text]) => ({
  name: `${name}.json`,
  mimeType: "application/json",
  buffer: Buffer.from(text ?? ""),
}));

for (const width of [360, 1280]) {
  test(`${width} pixels, light and dark`, { skip }, async (t) => {
    await mkdir(output, { recursive: true });
    const me = await analyst(t, { page: "analyst.html", viewport: { width, height: 900 } });
    const picture = async (name) => {
      const tooWide = await me.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(tooWide, 0, `${name}: ${tooWide} pixels too wide`);
      for (const colorScheme of ["dark", "light"]) {
        await me.page.emulateMedia({ colorScheme });
        await me.page.screenshot({ path: path.join(output, `${width}-${colorScheme}-analyst-${name}.png`), fullPage: true, animations: "disabled" });
      }
    };
    await me.page.fill("#source", `${me.elsewhere.url}source.csv`);
    await me.page.fill("#label", "cost");
    await me.page.click("#load");
    await me.page.locator("#sample-error:not(:empty)").waitFor();
    await me.page.fill("#epsilonMin", "5");
    await me.page.click("button[type=submit]");
    await picture("1-faults");
    await me.page.fill("#label", "price");
    await me.page.click("#load");
    await me.page.locator("#sample-facts table").waitFor();
    await me.page.fill("#epsilonMin", "");
    await me.page.fill("#title", "Prices of homes");
    await me.page.click("#reply-details summary");
    await me.page.fill("#reply", "https://example.org/releases");
    await me.page.click("#make-token");
    await me.page.click("button[type=submit]");
    await me.page.locator("#made").waitFor();
    await picture("2-link");

    await me.page.goto(`${me.site.url}releases.html`);
    await picture("3-none");
    await me.page.setInputFiles("#files", files);
    await me.page.locator("#open-error:not(:empty)").waitFor();
    await picture("4-compared");
    await me.page.setInputFiles("#data", { name: "homes.csv", mimeType: "text/csv", buffer: Buffer.from(LABELLED) });
    await me.page.click("#apply-form button[type=submit]");
    await me.page.locator("#predictions svg").nth(1).waitFor();
    await picture("5-predictions");
    await me.page.goto(`${me.site.url}no-such-page`);
    await picture("6-missing");
  });
}
