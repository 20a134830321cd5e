// What the page takes from the vault, and what the vault lacks, does not start and does not listen to. Whether anything gets
// out is tried in exfiltration.test.mjs.
import assert from "node:assert/strict";
import test from "node:test";
import { readFile } from "node:fs/promises";
import { vaultRules } from "../dist/vault-files/messages.js";
import { skip, noWorkers } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

const PRICE = { epsilon: 1, delta: 1e-6, rho: 0.024 };
const request = (more) => ({ type: "chargeRequest", request: 1, ...PRICE, ...more });
const yes = { type: "chargeAck", request: 1, ok: true };
const release = (certificate, more) => ({
  type: "release",
  release: JSON.stringify({
    format: "privadapt-release",
    version: 1,
    kind: "model",
    certificate: { ...PRICE, unit: "record", ...certificate },
    ...more,
  }),
});
/** Rules for a vault that has asked, and has been answered. */
const answered = (answer = yes, more = {}) => {
  const rules = vaultRules({ hasSample: false });
  rules.take(request(more));
  if (answer) rules.answer(answer);
  return rules;
};

test("known messages pass, with their known fields and no others", () => {
  const verification = { ok: true, epsilon: 1, delta: 1e-6, problems: [] };
  for (const message of [
    { type: "ready" },
    { type: "picked", seen: { settings: "{}", changed: false } },
    request({ unit: undefined, sample: undefined }),
    request({ unit: "person", sample: undefined }),
    { type: "columns", names: ["area", "age"] },
    { type: "failed", code: "cancelled" },
    { type: "failed", code: "source", stage: "source", message: "the sample has no rows" },
    { type: "view", step: "request", height: 812 },
  ]) {
    assert.deepEqual(vaultRules({ hasSample: false }).take({ ...message, more: "of the file" }), message);
  }
  const whole = { ...release(), weightsCSV: undefined, explanation: "{}", verification };
  assert.deepEqual(answered().take({ ...whole, more: 1, verification: { ...verification, more: 1 } }), whole);
  for (const kind of ["model", "weights", "moments", "report"]) assert.ok(answered().take(release({}, { kind })), kind);
  for (const kind of ["model", "moments"]) assert.ok(answered().take(release({ labels: {} }, { kind })), kind);
  for (const kind of ["weights", "report"])
    assert.equal(answered().take(release({ labels: {} }, { kind })), undefined, `labels do not enter ${kind}`);
  for (const labels of [true, null]) assert.equal(answered().take(release({ labels })), undefined);
  assert.equal(answered().take(release({}, { kind: "rows" })), undefined);
  for (const version of [2, 7, 0, "1", "get", undefined])
    assert.equal(answered().take(release({}, { version })), undefined, "a format of other times");
});

test("what is none of the vault's messages is not taken", () => {
  for (const message of [
    undefined,
    null,
    "release",
    {},
    { type: "toString" },
    { type: "__proto__" },
    { type: "note", text: "of the file" },
    { type: "picked" },
    { type: "picked", seen: { settings: 1, changed: false } },
    { type: "progress", stage: "solve", done: 1, total: 2 },
    { type: "columns", names: "area" },
    { type: "columns", names: ["area", 7] },
    { type: "failed", code: "no-rows", stage: "source" },
    { type: "view", step: "report", height: 812 },
    { type: "view", step: "file", height: 0.5 },
    { type: "view", step: "file", height: 1e9 },
    { type: "failed", code: "row 7 is bad" },
    { type: "failed", code: "toString" },
    request({ epsilon: 0 }),
    request({ epsilon: "1" }),
    request({ rho: Infinity }),
    request({ unit: "household" }),
    request({ delta: 1 }),
    request({ request: 2 }),
    request({ sample: true }), // no sample data were handed in, so nothing goes uncounted
  ]) {
    assert.equal(vaultRules({ hasSample: false }).take(message), undefined, JSON.stringify(message));
  }
  assert.equal(vaultRules({ hasSample: true }).take(request({ sample: true })).sample, true);
});

test("nothing is taken of the screen, or of the sample, from the pick of a file until the end of a run on it", () => {
  const view = { type: "view", step: "file", height: 700 };
  const picked = { type: "picked", seen: { settings: "{}", changed: false } };
  const rules = vaultRules({ hasSample: false });
  const columns = { type: "columns", names: ["area"] };
  assert.ok(rules.take(view));
  assert.ok(rules.take(columns));
  assert.ok(rules.take(picked));
  assert.equal(rules.take(view), undefined);
  assert.equal(rules.take(columns), undefined);
  assert.equal(rules.take({ type: "failed", code: "source", stage: "source", message: "of the file" }), undefined);
  assert.ok(rules.take({ type: "failed", code: "cancelled" }));
  assert.ok(rules.take(view), "the page knows how it has ended");
  assert.ok(rules.take(picked));
  assert.ok(rules.take(request()));
  assert.equal(rules.take(view), undefined);
  rules.answer(yes);
  assert.ok(rules.take(release()));
  assert.ok(rules.take({ ...view, step: "result" }));
});

test("a release is taken once for each run that is recorded, and only at its price", () => {
  assert.ok(answered().take(release()));
  assert.equal(answered(null).take(release()), undefined, "before the answer");
  assert.equal(answered({ ...yes, ok: false }).take(release()), undefined, "refused");
  assert.equal(answered({ ...yes, request: 2 }).take(release()), undefined, "the answer to another");
  for (const certificate of [{ epsilon: 2 }, { delta: 1e-5 }, { rho: 0.03 }])
    assert.equal(answered().take(release(certificate)), undefined, "another price");
  assert.equal(answered().take(release({ unit: "person" })), undefined, "recorded as one for each row");
  assert.equal(answered(yes, { unit: "person" }).take(release()), undefined, "recorded as one for each person");
  assert.ok(answered(yes, { unit: "person" }).take(release({ unit: "person" })));
  assert.equal(answered().take(release({}, { kind: "rows" })), undefined);
  assert.equal(answered().take({ type: "release", release: "age,income\n" }), undefined);
  assert.equal(answered().take({ ...release(), weightsCSV: {} }), undefined);

  const rules = answered();
  assert.ok(rules.take(release()));
  assert.equal(rules.take(release()), undefined, "a second one for the same run");
  assert.ok(rules.take(request({ request: 2 })));
  rules.answer({ ...yes, request: 2 });
  rules.take({ type: "failed", code: "cancelled" });
  assert.equal(rules.take(release()), undefined, "after the run was cancelled");
  assert.equal(rules.take(request({ request: 2 })), undefined, "a request that was made before");
});

test("the page cannot change the price it has taken, nor grant it by anything but true", () => {
  const rules = vaultRules({ hasSample: false });
  const taken = rules.take(request());
  for (const name of Object.keys(PRICE)) assert.ok(!Reflect.set(taken, name, 0), name);
  rules.answer(yes);
  assert.equal(rules.take(release({ rho: 0 })), undefined);
  assert.ok(rules.take(release()));
  for (const ok of ["true", 1, {}, Object(false)])
    assert.equal(answered({ ...yes, ok }).take(release()), undefined, String(ok));

  const verification = { ok: true, epsilon: 1, delta: 1e-6, problems: ["none"] };
  const whole = answered().take({ ...release(), verification });
  for (const one of [whole, whole.verification, whole.verification.problems]) assert.ok(Object.isFrozen(one));
  assert.ok(
    Object.isFrozen(
      vaultRules({ hasSample: false }).take({ type: "picked", seen: { settings: "{}", changed: false } }).seen,
    ),
  );
});

test("a vault that breaks the rules is closed, and none of its messages is used", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  const say = (data) => window.port.dispatchEvent(new MessageEvent("message", { data })); // as the vault
  await me.page.evaluate(say, release());
  await me.page.locator("#vault-error").filter({ hasText: "not allowed" }).waitFor();
  assert.equal(await me.page.locator("iframe.vault").count(), 0);
  await me.page.locator("#result").waitFor({ state: "hidden" });
  await me.loadSample(); // and a fresh one can be opened
});

test("what goes wrong in the form while it shows the owner's report is not told to the page", { skip }, async (t) => {
  const me = await owner(t);
  const trap = (before, after) =>
    me.frame().evaluate(`${before};
    performance.now = () => {
      throw new Error("a trap made by the test");
    };
    ${after}`);
  const press = 'document.querySelector("button:enabled").click()';
  const closed = () => me.vault.getByText("Something went wrong inside the vault and it has closed").waitFor();
  await t.test("before a file", async () => {
    await me.loadSample();
    await trap("", press);
    await closed();
    await me.page.locator("#vault-error").filter({ hasText: "stopped unexpectedly" }).waitFor();
  });
  await t.test("when a timer of Go's fires", async () => {
    await me.loadSample();
    // The forecast waits for the end of the typing: the trap is there before that, however slow the machine is.
    await me.vault.locator("#rows").waitFor();
    await trap(
      'const rows = document.getElementById("rows"); rows.value = "5000"; rows.dispatchEvent(new Event("input", { bubbles: true }))',
      "",
    );
    await closed();
  });
  await t.test("with the report", async () => {
    await me.page.reload();
    await me.loadSample();
    await me.prepare(await me.write("private.csv", SAMPLE["target.csv"]));
    await trap("", press);
    await closed();
    assert.deepEqual(
      (await me.said()).map(({ type }) => type),
      ["ready", "picked"],
    );
  });
});

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
  // It is over before it is opened.
  await me.page
    .frameLocator("#vault-place iframe")
    .getByRole("alert", { includeHidden: true })
    .waitFor({ state: "attached" });
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
    to.postMessage({ type: "start", engine: new ArrayBuffer(8) }, "*", [channel.port2]);
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
