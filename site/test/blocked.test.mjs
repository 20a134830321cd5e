// The functions that the vault lacks, does not start and does not listen to. exfiltration.test.mjs tries whether
// anything gets out.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { noWorkers, skip } from "./support/browser.mjs";
import { owner } from "./support/owner.mjs";

test("the vault has no WebRTC, no requests, no storage, no view of the page, and makes no element that leads out", {
  skip,
}, async (t) => {
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
      requests: [typeof fetch, typeof XMLHttpRequest, typeof WebSocket, typeof navigator.sendBeacon],
      elements: ["link", "iframe", "SCRIPT", "a"].map((name) => attempt(() => document.createElement(name))),
      otherWays: [
        () => document.implementation.createDocument("http://www.w3.org/1999/xhtml", "link"),
        () => document.implementation.createHTMLDocument(),
        () => document.querySelector("meta").cloneNode(),
        () => document.importNode(document.querySelector("meta")),
        () => document.createRange().createContextualFragment("<link>"),
        () => document.body.insertAdjacentHTML("beforeend", "<link>"),
        () => document.createElement("div").attachShadow({ mode: "open" }).setHTMLUnsafe("<link>"),
        () => Document.parseHTMLUnsafe("<link>"),
      ].map(attempt),
      markup: attempt(() => {
        // biome-ignore lint/suspicious/noRedundantUseStrict: Playwright runs its text outside the module
        "use strict";
        document.body.innerHTML = "<p>";
      }),
      elsewhere: ["speechSynthesis", "PresentationRequest", "MediaMetadata", "navigation", "showSaveFilePicker"].filter(
        (name) => globalThis[name] !== undefined,
      ),
      lasting: attempt(() => Object.defineProperty(globalThis, "fetch", { value: () => {} })),
      origin: self.origin,
      secure: isSecureContext,
      storage: attempt(() => localStorage.length),
      page: attempt(() => parent.document.title),
      bridge: typeof privadapt,
    };
  });
  assert.deepEqual(found, {
    webrtc: ["undefined", "undefined", "undefined"],
    requests: ["undefined", "undefined", "undefined", "undefined"],
    elements: ["Error", "Error", "Error", "Error"],
    otherWays: Array(8).fill("TypeError"),
    markup: "TypeError",
    elsewhere: [],
    lasting: "TypeError",
    origin: "null",
    secure: true,
    storage: "SecurityError",
    page: "SecurityError",
    bridge: "undefined",
  });
  const inWorker = await me.page
    .workers()
    .at(-1)
    .evaluate(() => [typeof fetch, typeof XMLHttpRequest, typeof WebSocket, typeof importScripts, typeof indexedDB]);
  assert.deepEqual(inWorker, ["undefined", "undefined", "undefined", "undefined", "undefined"]);
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
  await me.tryToPick();
  assert.match(await me.vault.locator("#epsilon-problem").innerText(), /Choose/);
  // On its own, without a page around it, it does not start at all.
  await me.page.goto(`${me.site.url}vault.html`);
  assert.equal(await me.page.evaluate(startAgain), "silence");
});
