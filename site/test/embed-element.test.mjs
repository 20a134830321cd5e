// tier: 2
// The element <private-adapt> itself: its codes, its form, its frame and its attributes. And in Firefox and WebKit: a page
// of another origin gets the release that the owner hands over, and, with all that it tries meanwhile, nothing of the
// file. In Chromium embed-hostile.test.mjs tries more.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { embedding, embedderServer, pageWith } from "./support/embedder.mjs";
import { installedEngines, startEngine } from "./support/engines.mjs";
import { CANARY, DESTRUCTIVE, HARMLESS, marked, spy, tools } from "./support/hostile.mjs";
import { SAMPLE } from "./support/owner.mjs";
import { press } from "./support/press.mjs";
import { siteFor } from "./support/servers.mjs";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

test("the element reports codes, and refuses a host that could not keep the file from the page", {
  skip,
}, async (t) => {
  const me = await embedding(t);
  const code = async (element, options) => {
    await me.open(element, options);
    await me.page.waitForFunction(() => window.events.length > 0);
    const events = await me.events();
    for (const { detail } of events) assert.deepEqual(Object.keys(detail), ["code"]);
    return events.map(({ detail }) => detail.code).join();
  };
  const refusedAtOnce = { "bad-host": 'host="http://example.org/"', "same-origin": `host="${me.embedder.origin}/"` };
  for (const [expected, host] of Object.entries(refusedAtOnce)) {
    assert.equal(await code(`<private-adapt ${me.asked} ${host}></private-adapt>`), expected);
    assert.equal(me.page.frames().length, 1, `${expected}: no frame at all`);
  }
  // Nothing listens at this port. The page waits seconds and not half a minute: the browser's own page has been loaded.
  const gone = `<private-adapt ${me.asked} host="http://127.0.0.1:9/"></private-adapt>`;
  assert.equal(await code(gone), "no-answer");
  assert.match(await me.page.locator("private-adapt [role=alert]").innerText(), /does not answer/);
  // The script from the embedder's own server stands for one that a bundler has put there.
  me.pages["element.js"] = await (await fetch(`${me.site.url}element.js`)).text();
  assert.equal(await code(`<private-adapt ${me.asked}></private-adapt>`, { script: "/element.js" }), "same-origin");

  assert.equal(await code(`<private-adapt label="y"></private-adapt>`), "bad-request");
  assert.equal(await code(`<private-adapt source="javascript:alert(1)" label="y"></private-adapt>`), "bad-request");
  assert.equal(await code(`<private-adapt ${me.asked} epsilon-max="1000"></private-adapt>`), "bad-request");
  const other = `${me.elsewhere.url}none.csv`;
  const owner = await me.open(`<private-adapt source="${other}" label="y"></private-adapt>`);
  await press(owner.host.locator("#start"));
  await me.page.waitForFunction(() => window.events.length > 0);
  assert.deepEqual(await me.events(), [{ type: "error", detail: { code: "http-status" } }]);
});

test("a form that needs a release is not sent without one, and leads to the element", { skip }, async (t) => {
  const me = await embedding(t);
  const said = [];
  me.page.on("console", (message) => said.push(message.text()));
  for (const [shown, host] of [
    ["iframe", ""],
    ["p", 'host="http://example.org/"'], // refused, so there is no frame
  ]) {
    await me.open(`<private-adapt ${me.asked} ${host} name="model" required></private-adapt>`);
    await me.page.locator(`private-adapt ${shown}`).waitFor();
    const wasSent = await me.page.evaluate(() => {
      const form = document.getElementById("form");
      let submitted = false;
      form.addEventListener("submit", (event) => {
        submitted = true;
        event.preventDefault();
      });
      form.requestSubmit();
      return submitted;
    });
    assert.equal(wasSent, false, shown);
    await me.page.waitForFunction(() => document.activeElement?.localName === "private-adapt", null, {
      timeout: 20_000,
    });
  }
  assert.deepEqual(
    said.filter((text) => /not focusable/.test(text)),
    [],
  );
});

test("a host that takes the connection and says nothing is named after five seconds", { skip }, async (t) => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const sockets = new Set();
  silent.on("connection", (socket) => sockets.add(socket));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const me = await embedding(t);
  const host = `127.0.0.1:${silent.address().port}`;
  await me.open(`<private-adapt ${me.asked} host="http://${host}/"></private-adapt>`);
  const notice = me.page.locator("private-adapt [role=status]");
  await notice.waitFor({ timeout: 20_000 });
  assert.equal(await notice.innerText(), `${host} has not answered yet. The private computation needs it.`);
  assert.equal(
    await me.page.locator("iframe").getAttribute("title"),
    `Private computation at ${host} for ${new URL(me.embedder.url).host}`,
  );
  assert.deepEqual(await me.events(), [], "a slow host is still waited for");
});

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
