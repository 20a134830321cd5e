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

/**
 * A function that runs axe in a frame and resolves with the rules broken there. In a world of its own beside the document's:
 * no policy binds it, and it has what the vault takes away from its own scripts.
 */
async function inspector(page, frame) {
  const own = await page.context().newCDPSession(frame).catch(() => undefined); // of a frame in a process of its own
  const session = own ?? (await page.context().newCDPSession(page));
  const { frameTree } = await session.send("Page.getFrameTree");
  const { id } = (own || !frame.parentFrame() ? frameTree : frameTree.childFrames[0]).frame;
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", { frameId: id });
  await session.send("Runtime.evaluate", { contextId, expression: axe });
  return async () => {
    const expression = `axe.run(document, { resultTypes: ["violations"], iframes: false }).then(({ violations }) => violations)`;
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", { contextId, expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`axe: ${exceptionDetails.exception?.description}`);
    return result.value;
  };
}

/** Asserts that no rule of axe is broken in the page or in the vault in it, however it is looked at. `state` names it. */
async function clean(page, state) {
  const parts = await Promise.all(page.frames().map(async (frame) => [frame.parentFrame() ? "the vault" : "the page", await inspector(page, frame)]));
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" }); // colours change at once
    for (const [part, violations] of parts) {
      const told = ({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary.replace(/\s+/g, " ")}`;
      const found = (await violations()).map(({ id, help, nodes }) => `${id}: ${help}\n    ${nodes.map(told).join("\n    ")}`);
      assert.equal(found.length, 0, `${state}, ${width} pixels, ${colorScheme}, ${part}:\n  ${found.join("\n  ")}`);
    }
  }
}

test("a fault is found, in the page and in a frame of it", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  const fault = () => document.documentElement.removeAttribute("lang");
  await me.frame().evaluate(fault);
  await assert.rejects(clean(me.page, "no language"), /the vault:\n  html-has-lang: /);
  await me.page.evaluate(fault);
  await assert.rejects(clean(me.page, "no language"), /the page:\n  html-has-lang: /);
});

test("the owner's page", { skip }, async (t) => {
  const me = await owner(t);
  await clean(me.page, "at the start");
  await me.load(`${me.elsewhere.url}missing.csv`);
  await me.page.locator("#source-problem:not(:empty)").waitFor();
  await clean(me.page, "a sample that is not there");
  await me.load(`${me.elsewhere.url}source.csv`);
  await me.opened();
  await clean(me.page, "what is asked for");
  await me.goOn();
  await clean(me.page, "the settings");
  await me.press("Fix these settings");
  await clean(me.page, "settings that cannot be used");
  await me.fix();
  await clean(me.page, "the choice of a file");
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
