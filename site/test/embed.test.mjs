// tier: 2
// <private-adapt> in a page of another origin: one that means well; the element itself, with its codes, its form, its frame
// and its attributes; and one that is hostile and wants the file, in Chromium on two origins of two sites, where the owner
// has picked the file and the vault has read it, and with fewer attempts in Firefox and WebKit.
import assert from "node:assert/strict";
import test from "node:test";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { makeReleases } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { embedding, embedderServer, pageWith } from "./support/embedder.mjs";
import { SAMPLE } from "./support/owner.mjs";
import { press } from "./support/press.mjs";
import { installedEngines, startEngine } from "./support/engines.mjs";
import { CANARY, DESTRUCTIVE, HARMLESS, marked, spy, tools } from "./support/hostile.mjs";
import { siteFor } from "./support/servers.mjs";

test("what the owner keeps, the page around does not get", { skip }, async (t) => {
  const me = await embedding(t);
  const owner = await me.open(`<private-adapt ${me.asked}></private-adapt>`);
  await owner.start();
  await owner.fix();
  await owner.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  await owner.run();
  await press(owner.host.locator("#keep"));
  await owner.host.locator("#handed").filter({ hasText: "Kept" }).waitFor();
  assert.deepEqual(await me.events(), [{ type: "cancel", detail: null }]);
  assert.equal(await me.page.locator("private-adapt").evaluate((element) => element.value), "");
});

test("where the browser stores nothing for embedded pages, the file of a result made in a window of its own is taken", {
  skip,
}, async (t) => {
  const me = await embedding(t, { privateWindow: true });
  const owner = await me.open(`<private-adapt ${me.asked} release="model"></private-adapt>`);
  const mayAsk = await owner.host
    .locator("body")
    .evaluate(() => /** @type {any} */ (document).featurePolicy.allowsFeature("storage-access"));
  assert.equal(mayAsk, true, "the page may ask the browser for storage");
  await owner.start();
  const problem = (text) => owner.host.locator("#problem").filter({ hasText: text }).waitFor();
  await problem("store nothing");
  const link = owner.host.getByRole("link", { name: "Go on in a window of its own" });
  assert.match(await link.getAttribute("href"), new RegExp(`^${me.site.url}#source=`));
  assert.equal(me.elsewhere.requests.length, 0, "asked before anything is loaded");
  const events = [{ type: "error", detail: { code: "not-charged", reason: "ledger-unavailable" } }];
  assert.deepEqual(await me.events(), events);
  const { noisy, weights } = await makeReleases();
  for (const [name, text, says] of [
    ["private.csv", SAMPLE["target.csv"], "This file is not handed over. Not a JSON document of a release"],
    ["weights.json", weights, "asks for model"],
    ["forged.json", noisy.replace('"epsilon": 0.1,', '"epsilon": 0.05,'), "certificate does not hold"],
  ]) {
    await owner.host.locator("#made").setInputFiles(await me.write(name, text));
    await problem(says);
  }
  await owner.host.locator("#made").setInputFiles(await me.write("noisy.json", noisy));
  await owner.host.locator("#result").waitFor();
  assert.deepEqual(await me.events(), events, "nothing leaves before the owner agrees");
  await owner.handOver();
  const [, { type, detail }, ...more] = await me.events();
  assert.deepEqual([type, detail.text, more], ["release", noisy, []]);
  assert.equal(me.elsewhere.requests.length, 0);
});

test("the cap of the page around holds, and the budget is this embedding's alone", { skip }, async (t) => {
  const me = await embedding(t);
  const owner = await me.open(`<private-adapt ${me.asked} epsilon-max="0.5"></private-adapt>`);
  await owner.start();
  await owner.asked();
  await owner.vault.getByRole("radio", { name: "moderate" }).waitFor({ state: "hidden" });
  await owner.vault.getByLabel("Your own value of ε").fill("1");
  await press(owner.vault.locator("label.button"));
  assert.match(await owner.vault.locator("#epsilon-problem").innerText(), /0\.5/);
  await owner.vault.getByLabel("Your own value of ε").fill("0.5");
  await press(owner.host.locator("summary").filter({ hasText: "what this page cannot prevent" }));
  assert.match(
    await owner.host.locator("#budget").innerText(),
    new RegExp(`hold only for runs inside ${me.embedder.origin}`),
  );
  // The owner's own limit can be changed in here, and the vault knows of it.
  await press(owner.host.locator("#budget-limit summary"));
  await owner.host.locator("#limit-epsilon").fill("0.25");
  await press(owner.host.getByRole("button", { name: "Set the limit" }));
  await owner.host.getByText("The limit is now ε = 0.25").waitFor();
  await owner.host.getByText("History (1)").waitFor();
  await owner.vault.locator("#epsilon .line").filter({ hasText: "too little left" }).waitFor();
});

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
    await host.until(() => document.querySelector("#record")?.textContent.includes("3,000 private rows"));
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
      await me.page.waitForFunction(() => window.events.some(({ detail }) => detail?.code === "navigated"));
      assert.ok(me.embedder.requests.some((request) => request.includes("picker.html")));
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
