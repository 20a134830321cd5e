// tier: 2
// The page around <private-adapt> is hostile and wants the file. In real Chromium, on two origins of two sites. The
// owner has picked the file and the vault has read it; then the page tries.
import assert from "node:assert/strict";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { skip } from "./support/browser.mjs";
import { embedderServer, embedding, pageWith } from "./support/embedder.mjs";
import { CANARY, DESTRUCTIVE, HARMLESS, marked, spy, tools } from "./support/hostile.mjs";
import { SAMPLE } from "./support/owner.mjs";

const PICKER = `<!doctype html><title>picker</title><input type="file"><script>fetch("/picker-ran")</script>`;
const pages = () => ({
  "picker.html": PICKER,
  "picker.js": 'fetch("/picker-ran")',
  "picker-ran": "",
  "other.csv": "a,y\n1,2\n",
});
const PRIVATE = marked(SAMPLE["target.csv"]);

/** A page with its spies, its element, and the private file read in the vault. */
async function withFileRead(t) {
  const me = await embedding(t, { pages: pages() });
  await me.page.addInitScript(spy);
  const owner = await me.open(`<private-adapt ${me.asked} height="900"></private-adapt>`);
  await me.page.evaluate(tools);
  await owner.start();
  await owner.fix();
  await owner.pick(await me.write(`${CANARY}.csv`, PRIVATE));
  assert.match(await owner.vault.locator(".report").innerText(), /3,000 rows read/);
  return { ...me, owner };
}

/** Everything that the page has come to hold, or that reached its server. */
const gathered = async (me) =>
  JSON.stringify([
    await me.page.evaluate(() => [window.spied ?? [], window.events ?? []]),
    me.embedder.requests,
    me.elsewhere.requests,
  ]);

test("fifteen ways to read the file of an open vault give nothing, and the vault does not notice", {
  skip,
}, async (t) => {
  const me = await withFileRead(t);
  me.page.on("popup", (popup) => popup.close().catch(() => {}));
  for (const [name, { attempt, expected }] of Object.entries(HARMLESS)) {
    const got = await me.page.evaluate(attempt);
    assert.deepEqual(got, expected, name);
    assert.ok(!JSON.stringify(got).includes(CANARY), name);
  }
  assert.equal(Object.keys(HARMLESS).length, 15);
  await sleep(300);
  assert.ok(!(await gathered(me)).includes(CANARY));
  // The run goes on as the owner has fixed it, and what comes out is what the owner hands over.
  await me.page.bringToFront();
  await me.owner.run();
  await me.owner.handOver();
  const events = await me.events();
  assert.deepEqual(
    events.map(({ type }) => type),
    ["release"],
  );
  assert.equal(events[0].detail.release.certificate.epsilon, 1);
  const all = await gathered(me);
  assert.ok(!all.includes(CANARY), "not in the release either");
  assert.ok(!/event (input|change|keydown|drop|paste) /.test(all), "no event inside the frames reaches the page");
  assert.deepEqual(
    (await me.page.evaluate(() => window.spied)).filter((line) => line.startsWith("broadcast")),
    [],
  );
});

for (const [name, attempt] of Object.entries(DESTRUCTIVE)) {
  test(`gives nothing: ${name}`, { skip }, async (t) => {
    const me = await withFileRead(t);
    const replaced = name.startsWith("leading the host's");
    await me.page.evaluate(attempt).catch(() => {}); // one of them takes the page away
    await sleep(500);
    const all = await gathered(me);
    assert.ok(!all.includes(CANARY), all);
    assert.ok(!all.includes("in the vault's place"), "no page of the embedder stands in the vault's place");
    if (replaced) {
      // With its own frame the page can do what it likes, but without the file. An honest page is informed.
      assert.ok(me.embedder.requests.some((request) => request.includes("picker.html")));
      assert.match(all, /"code":"navigated"/);
    } else {
      assert.ok(!me.embedder.requests.some((request) => request.includes("picker")), me.embedder.requests.join());
    }
  });
}

test("the same navigation of an inner frame succeeds where no policy forbids it", { skip }, async (t) => {
  const me = await embedding(t, { pages: pages() });
  const unprotected = await embedderServer({
    "index.html": '<iframe sandbox="allow-scripts" srcdoc="a vault"></iframe>',
  });
  t.after(unprotected.close);
  me.pages["index.html"] = `<iframe src="${unprotected.url.replace("localhost", "127.0.0.1")}index.html"></iframe>`;
  await me.page.goto(`${me.embedder.url}index.html`);
  await sleep(300);
  await me.page.evaluate(() => (frames[0][0].location = `${location.origin}/picker.html`));
  await sleep(500);
  assert.ok(
    me.embedder.requests.some((request) => request.includes("picker.html")),
    "the attempt is a real one",
  );
});

test("a service worker of the embedder's origin does not come between", { skip }, async (t) => {
  const me = await embedding(t, {
    pages: {
      "sw.js": `addEventListener("install", () => skipWaiting());
        addEventListener("activate", (event) => event.waitUntil(clients.claim()));
        addEventListener("fetch", (event) => {
          if (/embed\\.html|vault|source\\.csv/.test(event.request.url)) event.respondWith(new Response("<p>false page", { headers: { "Content-Type": "text/html" } }));
          if (event.request.url.endsWith("/proof")) event.respondWith(new Response("the worker works"));
        });`,
      "first.html": "<title>first</title>",
    },
  });
  await me.page.goto(`${me.embedder.url}first.html`);
  await me.page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
  });
  const owner = await me.open(`<private-adapt ${me.asked}></private-adapt>`);
  assert.equal(await me.page.evaluate(async () => (await fetch("/proof")).text()), "the worker works");
  await owner.start();
  assert.match(await owner.asked(), /1,500/, "the host's page, the host's vault, the true sample");
});

test("frames and windows of the embedder's making are refused", { skip }, async (t) => {
  const me = await embedding(t, { pages: pages() });
  const page = `${me.site.url}embed.html`;
  const asked = new URLSearchParams({ source: `${me.elsewhere.url}source.csv`, label: "price" }).toString();
  me.pages["index.html"] = pageWith(me.site.url, "");
  await me.page.goto(`${me.embedder.url}index.html`);
  await me.page.evaluate(tools);
  const codes = async (attributes) =>
    (await me.page.evaluate(([...args]) => handMade(...args), [page, asked, attributes]))
      .map(({ type, code }) => code ?? type)
      .join();
  assert.equal(await codes({}), "hello", "a frame made by hand is as good as the element's");
  assert.equal(
    await codes({ sandbox: "allow-scripts" }),
    "",
    "without its origin the page does not get its own scripts",
  );
  assert.equal(await codes({ sandbox: "" }), "", "nor without scripts at all");
  assert.equal(await codes({ credentialless: "" }), "hello,sandboxed", "no fresh budget with every load");
  assert.equal(await codes({ csp: "script-src 'unsafe-inline' *" }), "", "a policy cannot be imposed");

  // A host that lets everybody read its files, as some static hosts do, serves the scripts there too: they refuse.
  await me.page.route(`${me.site.url}**`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "access-control-allow-origin": "*" } });
  });
  assert.equal(await codes({ sandbox: "allow-scripts" }), "hello,sandboxed");
  await me.page.unrouteAll({ behavior: "wait" });

  // From a window that has opened it, and from a page of the host's own origin.
  const opened = await me.page.evaluate(
    async ([page, asked]) => {
      const popup = window.open(page);
      await pause(1500);
      const answers = await answersTo((port) => popup.postMessage({ type: "privadapt-open", asked }, "*", [port]));
      popup.close();
      return answers;
    },
    [page, asked],
  );
  assert.deepEqual(opened, []);
  const inOwn = await me.page.context().newPage();
  t.after(() => inOwn.close());
  await inOwn.goto(`${me.site.url}release.schema.json`); // a document of that origin without a policy of its own
  await inOwn.evaluate(tools);
  const own = await inOwn.evaluate(([...args]) => handMade(...args), [page, asked]);
  assert.deepEqual(
    own.map(({ type, code }) => code ?? type),
    ["hello", "embedder"],
  );
});

test("no other page of the site may be framed", { skip }, async (t) => {
  const me = await embedding(t);
  for (const name of ["index.html", "vault.html", "paper.html", "privacy.html"]) {
    me.pages["index.html"] = `<iframe src="${me.site.url}${name}"></iframe>`;
    await me.page.goto(`${me.embedder.url}index.html`);
    await sleep(300);
    assert.match(me.page.frames()[1].url(), /^chrome-error:/, name);
  }
});

test("a click that the page leads hands nothing over", { skip }, async (t) => {
  const me = await withFileRead(t);
  await me.owner.run();
  const send = me.owner.host.locator("#send");
  await me.owner.host.locator("#send:enabled").waitFor();
  const box = await send.boundingBox();
  const tricks = {
    "something over it that lets clicks through": (on) => {
      document.querySelector("#cover")?.remove();
      if (on)
        document.body.insertAdjacentHTML(
          "beforeend",
          '<div id="cover" style="position:fixed;inset:0;background:#fff;pointer-events:none">Win a prize</div>',
        );
    },
    transparency: (on) => (document.querySelector("private-adapt").style.opacity = on ? "0.01" : ""),
    "a filter": (on) => (document.querySelector("private-adapt").style.filter = on ? "brightness(3)" : ""),
    "a frame cut down to the button": (on) =>
      (document.querySelector("private-adapt").style.clipPath = on ? "inset(0 0 95% 0)" : ""),
  };
  for (const [name, trick] of Object.entries(tricks)) {
    await me.page.evaluate(trick, true);
    await me.owner.host.locator("#send:disabled").waitFor();
    await me.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await sleep(200);
    assert.deepEqual(await me.events(), [], name);
    await me.page.evaluate(trick, false);
    await me.owner.host.locator("#send:enabled").waitFor();
  }
  await me.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await me.owner.host.locator("#handed").filter({ hasText: "Handed over" }).waitFor();
  assert.deepEqual(
    (await me.events()).map(({ type }) => type),
    ["release"],
    "the same click, in plain sight",
  );
});

test("a file dropped on the frame is not the page's", { skip }, async (t) => {
  const me = await embedding(t, { pages: pages() });
  await me.page.addInitScript(spy);
  const owner = await me.open(`<private-adapt ${me.asked} height="900"></private-adapt>`);
  await owner.start();
  await owner.fix();
  const input = owner.vault.locator("label.button");
  await input.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await input.boundingBox();
  const file = await me.write(`${CANARY}.csv`, PRIVATE);
  const devtools = await me.page.context().newCDPSession(me.page);
  for (const type of ["dragEnter", "dragOver", "drop"]) {
    await devtools.send("Input.dispatchDragEvent", {
      type,
      x: x + width / 2,
      y: y + height / 2,
      data: { items: [], files: [file], dragOperationsMask: 1 },
    });
  }
  await owner.button("Make the result").waitFor();
  const spied = (await me.page.evaluate(() => window.spied)).join("\n");
  assert.ok(!spied.includes(CANARY));
  assert.doesNotMatch(spied, /event (drop|dragover)/);
});
