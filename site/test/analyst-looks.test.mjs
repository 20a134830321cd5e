// tier: 2
// The analyst's pages at both ends of their width and in both themes: nothing sticks out. PICTURES=1 saves pictures of
// all in test/output.
import test from "node:test";
import { LABELLED, analyst, makeReleases } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { looks } from "./support/pictures.mjs";

const releases = skip ? {} : await makeReleases();
const files = Object.entries({
  ...releases,
  "a-release-with-quite-a-long-name-of-a-file": releases.noisy,
  none: "{}",
}).map(([name, text]) => ({
  name: `${name}.json`,
  mimeType: "application/json",
  buffer: Buffer.from(text ?? ""),
}));

for (const width of [360, 1280]) {
  test(`${width} pixels, light and dark`, { skip }, async (t) => {
    const me = await analyst(t, { page: "analyst.html", viewport: { width, height: 900 } });
    const picture = (name) => looks(me.page, `analyst-${name}`);
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
