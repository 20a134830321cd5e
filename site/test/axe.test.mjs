// tier: 2
// axe-core on every page and in every state of it, in both themes, at both ends of the width: no violations.
import assert from "node:assert/strict";
import { LABELLED, SAMPLE, analyst, makeReleases, opened } from "./support/analyst.mjs";
import { clean } from "./support/axe.mjs";
import { skip, test } from "./support/browser.mjs";
import { owner } from "./support/owner.mjs";
import { SMALL, reader } from "./support/reader.mjs";

const releases = skip ? {} : await makeReleases();

test("a fault is found, in the page and in a frame of it", async (t) => {
  const me = await owner(t);
  await me.loadSample();
  const fault = () => document.documentElement.removeAttribute("lang");
  await me.frame().evaluate(fault);
  await assert.rejects(clean(me.page, "no language"), /the vault:\n {2}html-has-lang: /);
  await me.page.evaluate(fault);
  await assert.rejects(clean(me.page, "no language"), /the page:\n {2}html-has-lang: /);
});

test("the owner's page", async (t) => {
  const me = await owner(t);
  await clean(me.page, "at the start");
  await me.load(`${me.elsewhere.url}missing.csv`);
  await me.page.locator("#source-problem:not(:empty)").waitFor();
  await clean(me.page, "a sample that is not there");
  await me.load(`${me.elsewhere.url}source.csv`);
  await me.opened();
  await clean(me.page, "what is asked for");
  await me.tryToPick();
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

test("the analyst's pages", async (t) => {
  const me = await analyst(t, { page: "analyst.html" });
  await clean(me.page, "invitations");
  await me.page.fill("#source", `${me.elsewhere.url}source.csv`);
  await me.page.fill("#label", "price");
  await me.page.click("#load");
  await me.page.locator("#sample-facts table").waitFor();
  await me.page.click("#more > summary");
  await me.page.click("#reply-details summary");
  await me.page.fill("#delta", "1");
  await me.page.click("button[type=submit]");
  await clean(me.page, "a wish that makes no sense");
  await me.page.fill("#delta", "1e-6");
  await me.page.click("button[type=submit]");
  await clean(me.page, "the link");

  await me.page.goto(`${me.site.url}deliver.html`);
  await clean(me.page, "a delivery, nothing opened yet");
  const asked = { source: `${me.elsewhere.url}source.csv`, label: "price", reply: `${me.elsewhere.url}releases` };
  await me.page.fill("#link", `http://localhost/#${new URLSearchParams(asked)}`);
  await me.page.click("#link-form button");
  const release = { name: "model.json", mimeType: "application/json", buffer: Buffer.from(releases.model) };
  await me.page.setInputFiles("#file", release);
  await me.page.click("#send-start");
  await clean(me.page, "a release that would be sent");

  await me.page.goto(`${me.site.url}releases.html`);
  await clean(me.page, "releases, none yet");
  const files = Object.entries({ ...releases, none: "{}" }).map(([name, text]) => ({
    name: `${name}.json`,
    mimeType: "application/json",
    buffer: Buffer.from(text),
  }));
  await me.page.setInputFiles("#files", files);
  await me.page.locator("#open-error:not(:empty)").waitFor();
  await me.page.setInputFiles("#data", { name: "data.csv", mimeType: "text/csv", buffer: Buffer.from(LABELLED) });
  await me.page.click("#apply-form button[type=submit]");
  await me.page.locator("#predictions .facts").waitFor();
  await me.page.click("#compare summary");
  await clean(me.page, "releases and predictions");
  await me.page.goto(`${me.site.url}releases.de.html?language=de`);
  await opened(me, files.slice(0, 1), 1);
  await clean(me.page, "a release, in German");
});

test("the other pages", async (t) => {
  const me = await reader(t);
  await clean(me.page, "the paper's page");
  await me.run(SMALL);
  await clean(me.page, "the paper's figures");
  await me.page.goto(`${me.site.url}tutorials.html`);
  const search = me.page.getByLabel("Search the documentation");
  await search.fill("zxq");
  await me.page.getByText("0 sections").waitFor();
  await search.fill("threat model");
  const found = me.page.getByRole("link", { name: "How it is protected: Threat model" });
  await found.waitFor();
  await clean(me.page, "what a search has found");
  await found.click();
  await me.page.waitForURL(/privacy\.html#threat-model$/);
  for (const page of [
    "officers.html",
    "tutorials.html",
    "privacy.html",
    "reference.html",
    "404.html",
    "no-such-page.html",
  ]) {
    await me.page.goto(me.site.url + page);
    await clean(me.page, page);
  }
});
