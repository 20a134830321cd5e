// First checks of the isolation: what is tried from inside the vault does not arrive, and what is tried in the same words
// from an unprotected page does. The full exfiltration suite is a later piece of work.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { noWorkers, skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

const files = {
  "plain.html": (response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<title>unprotected</title>"),
};

const fromDocument = {
  fetch: (url) => void fetch(url, { mode: "no-cors" }).catch(() => {}),
  image: (url) => void (new Image().src = url),
  beacon: (url) => void navigator.sendBeacon(url, "secret"),
  popup: (url) => void window.open(url),
  navigation: (url) => void (location = url),
};
const fromWorker = {
  fetch: (url) => void fetch(url, { mode: "no-cors" }).catch(() => {}),
  request: (url) => {
    const request = new XMLHttpRequest();
    request.onerror = () => {};
    request.open("GET", url);
    request.send();
  },
  importScripts: (url) => {
    try {
      importScripts(url);
    } catch {
      // refused or no script: either way the server's log decides
    }
  },
};

/** Whether an attempt in `place` (a page, frame or worker) reaches one of the servers. */
async function arrives(place, attempt, url, ...servers) {
  await place.evaluate(attempt, url).catch(() => {}); // a navigation takes the context away
  await sleep(400);
  return servers.some(({ requests }) => requests.some((request) => request.includes("secret")));
}

test("from an unprotected page the same attempts arrive", { skip }, async (t) => {
  const me = await owner(t, { files });
  const popups = [];
  me.page.context().on("page", (page) => popups.push(page));
  for (const [name, attempt] of Object.entries(fromDocument)) {
    await me.page.goto(`${me.elsewhere.url}plain.html`);
    me.elsewhere.requests.length = 0;
    assert.ok(await arrives(me.page, attempt, `${me.elsewhere.url}secret`, me.elsewhere), `document: ${name}`);
  }
  assert.ok(popups.length > 0);
  await me.page.goto(`${me.elsewhere.url}plain.html`);
  await me.page.evaluate(() => (window.worker = new Worker(URL.createObjectURL(new Blob([""])))));
  await sleep(200);
  for (const [name, attempt] of Object.entries(fromWorker)) {
    me.elsewhere.requests.length = 0;
    assert.ok(await arrives(me.page.workers().at(-1), attempt, `${me.elsewhere.url}secret`, me.elsewhere), `worker: ${name}`);
  }
});

test("from the vault they do not, and the page lives on", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  const targets = [me.site.url, me.elsewhere.url].map((url) => `${url}secret`);
  for (const url of targets) {
    for (const [name, attempt] of Object.entries(fromWorker)) {
      assert.equal(await arrives(me.page.workers().at(-1), attempt, url, me.site, me.elsewhere), false, `worker: ${name} ${url}`);
    }
    for (const [name, attempt] of Object.entries(fromDocument)) {
      assert.equal(await arrives(me.frame(), attempt, url, me.site, me.elsewhere), false, `document: ${name} ${url}`);
    }
    // The navigation was the last attempt. What is left of that vault is given nothing more; a new one opens.
    await me.loadSample();
  }
  await me.fix();
  await me.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  await me.preview();
  await me.run();
});

test("the vault has no WebRTC, no storage and no view of the page", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  const found = await me.frame().evaluate(() => {
    const attempt = (f) => {
      try {
        return String(f());
      } catch (error) {
        return error.name;
      }
    };
    return {
      webrtc: [typeof RTCPeerConnection, typeof webkitRTCPeerConnection, typeof RTCDataChannel],
      origin: self.origin,
      secure: isSecureContext,
      storage: attempt(() => localStorage.length),
      page: attempt(() => parent.document.title),
      bridge: typeof privadapt,
    };
  });
  assert.deepEqual(found, {
    webrtc: ["undefined", "undefined", "undefined"],
    origin: "null",
    secure: true,
    storage: "SecurityError",
    page: "SecurityError",
    bridge: "undefined",
  });
});

test("another engine than the one built in is not started", { skip }, async (t) => {
  const me = await owner(t);
  await me.page.route("**/engine.wasm", async (route) => {
    const body = await readFile(new URL("../dist/engine.wasm", import.meta.url));
    body[body.length - 1] ^= 1;
    await route.fulfill({ contentType: "application/wasm", body });
  });
  await me.page.reload();
  await me.load(`${me.elsewhere.url}source.csv`);
  await me.page.getByText("The vault refused the program it was given").waitFor();
  await noWorkers(me.page);
});

test("the vault takes one start message, and only from the page around it", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  const startAgain = () => {
    const channel = new MessageChannel();
    const to = document.querySelector("iframe")?.contentWindow ?? window;
    to.postMessage({ type: "start", parts: { "engine.wasm": new ArrayBuffer(8) }, sample: {} }, "*", [channel.port2]);
    return new Promise((resolve) => {
      channel.port1.onmessage = () => resolve("answered");
      setTimeout(resolve, 300, "silence");
    });
  };
  assert.equal(await me.page.evaluate(startAgain), "silence");
  await me.button("Fix these settings").click();
  assert.match(await me.vault.locator("#epsilon-problem").innerText(), /Choose/);
  // On its own, without a page around it, it does not start at all.
  await me.page.goto(`${me.site.url}vault.html`);
  assert.equal(await me.page.evaluate(startAgain), "silence");
});
