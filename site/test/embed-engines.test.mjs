// tier: 2
// <private-adapt> in Firefox and WebKit: a page of another origin gets the release that the owner hands over, and, with
// all that it tries meanwhile, nothing of the file. In Chromium embed-hostile.test.mjs tries more.
import assert from "node:assert/strict";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { skip } from "./support/browser.mjs";
import { embedderServer, pageWith } from "./support/embedder.mjs";
import { installedEngines, startEngine } from "./support/engines.mjs";
import { CANARY, DESTRUCTIVE, HARMLESS, marked, spy, tools } from "./support/hostile.mjs";
import { siteFor } from "./support/servers.mjs";
import { SAMPLE } from "./support/owner.mjs";

const PICKER = `<!doctype html><title>picker</title><input type="file"><script>fetch("/picker-ran")</script>`;

/** This one opens windows, behind which a page may stand still, so it comes last. */
const WINDOWS = "names as targets of windows and links";

for (const name of skip ? [] : (await installedEngines()).filter((name) => name !== "chromium")) {
  test(`an embedder in ${name}`, async (t) => {
    const { site, elsewhere, write } = await siteFor(t, { "source.csv": SAMPLE["source.csv"] });
    const element = `<private-adapt name="model" required source="${elsewhere.url}source.csv" label="price" height="900"></private-adapt>`;
    const embedder = await embedderServer({
      "index.html": `<script>(${spy})()</script>${pageWith(site.url, element)}`,
      "picker.html": PICKER,
    });
    const engine = await startEngine(name);
    t.after(() => Promise.all([engine.close(), embedder.close()]));
    const file = await write(`${CANARY}.csv`, marked(SAMPLE["target.csv"]));

    const page = await engine.open(`${embedder.url}index.html`);
    const host = page.frame("private-adapt >>> iframe");
    const vault = host.frame("iframe.vault");
    /** As far as the report on the private file. */
    const read = async () => {
      await page.evaluate(tools);
      await host.click("#start");
      await vault.click("label", "moderate");
      await vault.setFiles("input[type=file]", file);
      assert.match(await vault.shown(".report", "rows read"), /3,000 rows read/);
    };
    const gathered = async () =>
      JSON.stringify([await page.evaluate(() => [window.spied, window.events]), embedder.requests, elsewhere.requests]);

    await read();
    for (const [what, { attempt, expected }] of Object.entries(HARMLESS)) {
      if (what !== WINDOWS) assert.deepEqual(await page.evaluate(attempt), expected, what);
    }
    assert.ok(!(await gathered()).includes(CANARY));
    await vault.click("button", "Make the result");
    await host.until(() => document.querySelector("#promised")?.textContent.includes("3,000 private rows"));
    assert.deepEqual(
      await page.evaluate(() => [events.length, document.getElementById("form").checkValidity()]),
      [0, false],
      "nothing leaves before the owner agrees",
    );
    await host.click("#send");
    await host.shown("#handed", "Handed over");
    const [{ type, detail }, ...more] = await page.until(() => events.length > 0 && events);
    assert.deepEqual([type, more], ["release", []]);
    assert.equal(detail.release.certificate.epsilon, 1);
    assert.deepEqual(
      await page.evaluate(() => [
        new FormData(document.getElementById("form")).get("model"),
        document.getElementById("form").checkValidity(),
      ]),
      [detail.text, true],
    );
    assert.ok(!(await gathered()).includes(CANARY), "not in the release either");

    // Of the ways that may end the vault, those that rest most on the engine.
    for (const what of ["leading the vault to a picker of its own", "a blob of its own for the vault"]) {
      await page.goto(`${embedder.url}index.html?${encodeURIComponent(what)}`);
      await read();
      await page.evaluate(DESTRUCTIVE[what]);
      await sleep(500);
      const all = await gathered();
      assert.ok(!all.includes(CANARY) && !all.includes("in the vault's place"), what);
      assert.ok(!embedder.requests.some((request) => request.includes("picker.html")), what);
    }
    assert.deepEqual(await page.evaluate(HARMLESS[WINDOWS].attempt), HARMLESS[WINDOWS].expected);
    // The spy works: it sees a message that is really sent.
    await page.evaluate(() => postMessage("a message", "*"));
    await page.until(() => spied.some((line) => /^event message .*a message/.test(line)));
    t.diagnostic(engine.version);
  });
}
