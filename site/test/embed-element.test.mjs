// tier: 2
// The element <private-adapt> itself: its codes, its form, its frame and its attributes.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { embedding } from "./support/embedder.mjs";
import { press } from "./support/press.mjs";

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
