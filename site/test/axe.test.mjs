// axe-core on every page and in every state of it, in both themes, at both ends of the width: no violations.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import test from "node:test";
import { LABELLED, SAMPLE, analyst, makeReleases } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { owner } from "./support/owner.mjs";
import { SMALL, reader } from "./support/reader.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const releases = skip ? {} : await makeReleases();
const LOOKS = [360, 1280].flatMap((width) => ["light", "dark"].map((colorScheme) => ({ width, colorScheme })));

/** Asserts that no rule of axe is broken in the page or in the vault in it, however it is looked at. `state` names it. */
async function clean(page, state) {
  // By the debugger, which the page's policy does not bind.
  for (const frame of page.frames()) await frame.evaluate(axe);
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" }); // colours change at once
    for (const frame of page.frames()) {
      const { violations } = await frame.evaluate(() => axe.run(document, { resultTypes: ["violations"], iframes: false }));
      const told = ({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary.replace(/\s+/g, " ")}`;
      const found = violations.map(({ id, help, nodes }) => `${id}: ${help}\n    ${nodes.map(told).join("\n    ")}`);
      assert.equal(found.length, 0, `${state}, ${width} pixels, ${colorScheme}, ${frame.parentFrame() ? "the vault" : "the page"}:\n  ${found.join("\n  ")}`);
    }
  }
}

test("the owner's page", { skip }, async (t) => {
  const me = await owner(t);
  await clean(me.page, "at the start");
  await me.load(`${me.elsewhere.url}missing.csv`);
  await me.page.locator("#sample-error:not(:empty)").waitFor();
  await clean(me.page, "a sample that is not there");
  await me.loadSample();
  await clean(me.page, "the sample loaded");
  await me.button("Fix these settings").click();
  await clean(me.page, "settings that cannot be used");
  await me.fix();
  await me.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  await me.preview();
  await clean(me.page, "the report");
  await me.run();
  await clean(me.page, "the result");
  await me.page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
  await clean(me.page, "all that can be opened is open, the budget among it");
});

test("the analyst's pages", { skip }, async (t) => {
  const me = await analyst(t, { page: "analyst.html" });
  await clean(me.page, "invitations");
  await me.page.fill("#source", `${me.elsewhere.url}source.csv`);
  await me.page.fill("#label", "price");
  await me.page.click("#load");
  await me.page.locator("#sample-facts table").waitFor();
  await me.page.click("#reply-details summary");
  await me.page.fill("#delta", "1");
  await me.page.click("button[type=submit]");
  await clean(me.page, "a wish that makes no sense");
  await me.page.fill("#delta", "1e-6");
  await me.page.click("button[type=submit]");
  await clean(me.page, "the link");

  await me.page.goto(`${me.site.url}releases.html`);
  await clean(me.page, "releases, none yet");
  const files = Object.entries({ ...releases, none: "{}" }).map(([name, text]) => ({ name: `${name}.json`, mimeType: "application/json", buffer: Buffer.from(text) }));
  await me.page.setInputFiles("#files", files);
  await me.page.locator("#open-error:not(:empty)").waitFor();
  await me.page.setInputFiles("#data", { name: "data.csv", mimeType: "text/csv", buffer: Buffer.from(LABELLED) });
  await me.page.click("#apply-form button[type=submit]");
  await me.page.locator("#predictions svg").nth(1).waitFor();
  await me.page.click("#compare summary");
  await clean(me.page, "releases and predictions");
});

test("the other pages", { skip }, async (t) => {
  const me = await reader(t);
  await clean(me.page, "the paper's page");
  await me.run(SMALL);
  await clean(me.page, "the paper's figures");
  for (const page of ["privacy.html", "404.html", "no-such-page.html"]) {
    await me.page.goto(me.site.url + page);
    await clean(me.page, page);
  }
});
