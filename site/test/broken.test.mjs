// tier: 2
// The owner's page where something fails or is stopped: a faulty sample, Cancel in every phase, a worker that dies, a
// vault or a page that does not start. And when the fits to the public sample are made.
import assert from "node:assert/strict";
import { test } from "./support/browser.mjs";
import { embedding } from "./support/embedder.mjs";
import { variant } from "./support/exfiltration/variant.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";
import { untilDrawn } from "./support/press.mjs";
import { siteServer } from "./support/servers.mjs";
import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";

const good = SAMPLE["source.csv"];
const files = {
  "no-cors.csv": (response) => response.removeHeader("Access-Control-Allow-Origin") ?? response.end(good),
  "broken.csv": (response) => {
    response.writeHead(200, { "Content-Type": "text/csv", "Content-Length": good.length });
    response.write(good.slice(0, good.length / 2), () => response.destroy());
  },
  "ragged.csv": good.replace(/\n(.*)\n/, "\n$1,1\n"),
  "endless.csv": (response) => response.writeHead(200).write("area,"),
};

test("a faulty public sample is explained where it can be corrected, and another one can be loaded", async (t) => {
  const me = await owner(t, { files });
  for (const [name, label, integrity, place, says] of [
    ["missing.csv", "price", "", "", /answered 404.*misspelling/],
    ["no-cors.csv", "price", "", "", /does not allow other sites to read it/],
    ["broken.csv", "price", "", "", /stopped before the file was complete/],
    ["source.csv", "price", "0".repeat(64), "", /not the one with this SHA-256/],
    ["source.csv", "", "", "label-problem", /Give the name of the label column/],
    ["ragged.csv", "price", "", "source-problem", /line 2/],
    ["source.csv", "cost", "", "label-problem", /cost/],
  ]) {
    await me.load(me.elsewhere.url + name, label, integrity);
    const said = place === "" ? "#sample-error, #sample-form .problem" : `#${place}`;
    await me.page.locator(said).filter({ hasText: says }).waitFor();
    if (place !== "")
      assert.equal(await me.page.evaluate(() => document.activeElement.id), place.split("-")[0], "the cursor is there");
    assert.equal(await me.page.locator("iframe.vault").count(), 0, "no vault is open");
    await me.page.locator("#loading").waitFor({ state: "hidden" });
  }
  await me.load(`${me.elsewhere.url}endless.csv`);
  await me.page.getByRole("button", { name: "Stop" }).click();
  await me.page.getByText("Stopped.").waitFor();
  await me.loadSample();
  assert.deepEqual(me.errors, []);
});

/** A run whose engine waits for a second wherever it lets the event loop turn. */
async function longRun(t) {
  const me = await owner(t);
  await me.loadSample();
  await me.details();
  await me.choose("moderate");
  // Only then is the request as high as it is when the page goes back to it.
  await me.vault.locator(".foreseen li").first().waitFor();
  await untilDrawn(me.frame());
  await me.fix();
  await me.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  await me.preview();
  await engineWorker(me.page).evaluate(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (...message) {
      setTimeout(() => post.apply(this, message), 1000);
    };
  });
  await me.press("Make the result");
  await me.vault.getByText(/Comparing models/).waitFor();
  return me;
}

test("a run is cancelled in the vault; what it cost stays recorded", async (t) => {
  const me = await longRun(t);
  const focused = await me.frame().evaluate(() => document.activeElement.id);
  assert.equal(focused, "check-heading", "the focus is not lost with the button that was pressed");
  const start = Date.now();
  await me.press("Cancel");
  await me.vault.getByText("the privacy for this run has already been recorded").waitFor();
  t.diagnostic(`answered after ${Date.now() - start} ms`);
  await me.page.getByText("The run was cancelled. Nothing was released.").waitFor();
  assert.match(await me.page.locator("#vault-status").innerText(), /Recorded: a run with ε = 1 and δ = 1e-7\./);
  await me.page.locator("#result").waitFor({ state: "hidden" });

  // What the vault says of the run is for the owner: no height of the request, to which the page goes back, has it. The
  // form is as it was before the run, with its forecast or, for a moment, without.
  const all = async () => (await me.heard()).filter(({ type }) => type === "view" || type === "failed");
  const before = await all();
  const requests = before.filter(({ step }) => step === "request");
  await me.page.goBack();
  await me.vault.locator("#request:visible").waitFor();
  await untilDrawn(me.frame());
  const after = (await all()).slice(before.length);
  assert.ok(after.length > 0);
  for (const view of after)
    assert.ok(
      requests.some((earlier) => isDeepStrictEqual(earlier, view)),
      JSON.stringify([view, requests]),
    );
});

const engineWorker = (page) => page.workers().at(-1);

async function fixed(t) {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  await me.fix();
  return { me, file: await me.write("private.csv", SAMPLE["target.csv"]) };
}

async function wholeRun(me, file) {
  await me.vault.locator("#request:visible #file:enabled").waitFor({ state: "attached" });
  await me.pick(file);
  await me.preview();
  await me.run();
}

test("a worker that dies during the run leaves the privacy recorded and a usable form", async (t) => {
  const { me, file } = await fixed(t);
  await me.pick(file);
  await me.preview();
  await engineWorker(me.page).evaluate(() => {
    const post = self.postMessage;
    self.postMessage = function (message, transfer) {
      post.call(self, message, transfer);
      // Once the mechanism is paid for and computes; outside of Go, which would recover.
      if (message.stage === "solve")
        setTimeout(() => {
          throw new Error("killed by the test");
        });
    };
  });
  await me.press("Make the result");
  await me.page.locator("#vault-error").filter({ hasText: "stopped unexpectedly" }).waitFor();
  await me.vault.getByText("after the privacy for this run was recorded as spent").waitFor();
  assert.match(await me.page.locator("#vault-status").innerText(), /Recorded: a run with ε = 1 and δ = 1e-7\./);
  await me.page.locator("#result").waitFor({ state: "hidden" });
  await wholeRun(me, file);
});

test("a worker that vanishes without a word is given up on Cancel", async (t) => {
  const { me, file } = await fixed(t);
  await engineWorker(me.page).evaluate(() => self.close());
  await me.pick(file);
  await me.press("Cancel");
  await me.vault.getByText("Stopped. Nothing was charged, and nothing has left the vault.").waitFor();
  await wholeRun(me, file);
});

test("a worker that dies before its vault is opened is replaced", async (t) => {
  const me = await owner(t);
  const worker = engineWorker(me.page) ?? (await me.page.waitForEvent("worker"));
  await worker.evaluate(() => self.postMessage({ type: "exited" }));
  await me.loadSample();
});

test("a vault of another version than the page's is not started, and the page says why", async (t) => {
  const me = await owner(t);
  const html = await readFile(new URL("../dist/vault.html", import.meta.url), "utf8");
  await me.page.route("**/vault.html", (route) =>
    route.fulfill({ contentType: "text/html", body: html.replace("<script>", "<script>// newer\n") }),
  );
  await me.page.reload();
  await me.load(`${me.elsewhere.url}source.csv`);
  await me.page.locator("#sample-error").filter({ hasText: "different versions" }).waitFor();
  assert.equal(await me.page.locator("iframe.vault").count(), 0);
  // After the update is through, the same button works.
  await me.page.unroute("**/vault.html");
  await me.loadSample();
});

test("without WebAssembly the page says what is missing", async (t) => {
  const me = await owner(t);
  await me.page.addInitScript(() => delete window.WebAssembly);
  await me.page.reload();
  await me.load(`${me.elsewhere.url}source.csv`);
  await me.page.locator("#sample-error").filter({ hasText: "does not run WebAssembly" }).waitFor();
});

test("a page whose scripts do not run says so after a while, and one that runs does not", async (t) => {
  const me = await owner(t);
  assert.equal(await me.page.locator("#late").count(), 0);
  await me.page.route("**/app.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "too new a syntax" }),
  );
  await me.page.reload();
  await me.page.locator("#late").waitFor({ state: "hidden" });
  await me.page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
  await me.page.getByText("This page has not started yet").waitFor();
});

test("a vault that stays silent is given up in words", async (t) => {
  const me = await owner(t);
  await me.page.addInitScript(() => {
    HTMLIFrameElement.prototype.addEventListener = () => {}; // so the vault never hears the word to start
    const later = window.setTimeout;
    window.setTimeout = (f, delay, ...given) => later(f, delay === 30_000 ? 300 : delay, ...given);
  });
  await me.page.reload();
  await me.load(`${me.elsewhere.url}source.csv`);
  await me.page.locator("#vault-error").filter({ hasText: "The vault does not start" }).waitFor();
});

test("in a frame the owner's page does nothing, also where the host sends no headers", async (t) => {
  const bare = await variant({ _headers: (text) => text.replaceAll("; frame-ancestors 'none'", "") });
  const site = await siteServer(bare.root);
  t.after(() => Promise.all([site.close(), bare.remove()]));
  const me = await embedding(t);
  me.pages["index.html"] =
    `<iframe src="${site.url}#source=${encodeURIComponent(`${me.elsewhere.url}source.csv`)}&label=price" width="900" height="900"></iframe>`;
  await me.page.goto(`${me.embedder.url}index.html`);
  const inside = me.page.frameLocator("iframe");
  await inside.getByText("Another page shows this one inside itself").waitFor();
  assert.equal(await inside.locator("button").count(), 0);
  assert.match(
    await inside.getByRole("link", { name: "Open it in a window of its own" }).getAttribute("href"),
    /#source=/,
  );
});

/**
 * An owner at the privacy settings, with exchanged(): the messages to the vault's worker from here on, and those from
 * it, in their order.
 */
async function choosing(t) {
  const me = await owner(t);
  await me.load(`${me.elsewhere.url}source.csv`);
  await me.opened();
  await me.frame().evaluate(() => {
    window.exchanged = [];
    const heard = new Set();
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, transfer) {
      const { type, id, call, options } = message;
      if (!heard.has(this))
        this.addEventListener("message", ({ data: { type, id, stage } }) =>
          window.exchanged.push({ from: type, id, stage }),
        );
      heard.add(this);
      window.exchanged.push({ to: type, id, call, options });
      post.call(this, message, transfer);
    };
  });
  const exchanged = () => me.frame().evaluate(() => window.exchanged);
  /**
   * Waits until a request of a type has its answer. (Not by animation frames: they stand still where the frame is out
   * of sight.)
   */
  const answered = (type) =>
    me
      .frame()
      .waitForFunction(
        (type) =>
          window.exchanged.some(
            ({ from, id }) =>
              ["result", "failed"].includes(from) &&
              window.exchanged.some((asked) => asked.to === type && asked.id === id),
          ),
        type,
        { polling: 50 },
      );
  return { ...me, exchanged, answered };
}

const prepares = (messages) => messages.filter(({ to }) => to === "prepare");

test("the fits rest from the moment when a private file is picked, whether it can be read or not", async (t) => {
  const me = await choosing(t);
  await me.fix("moderate", /^Weights/);
  while (prepares(await me.exchanged()).length < 1);
  await me.pick(await me.write("private.csv", "none,of,these\n1,2,3\n"));
  await me.answered("readTarget");
  const messages = await me.exchanged();
  const picked = messages.findIndex(({ to }) => to === "readTarget");
  const last = prepares(messages).at(-1).id;
  const rest = messages.findIndex(
    ({ to, from, call, id }) => (to === "cancel" && call === last) || (from === "result" && id === last),
  );
  assert.ok(rest >= 0 && rest < picked, "the fits are ended, or done, before the file is read");
  assert.deepEqual(prepares(messages.slice(picked)), [], "and are not begun again after it");
});
