// tier: 2
// What the page says where the vault, or the page itself, cannot start.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { embedding } from "./support/embedder.mjs";
import { variant } from "./support/exfiltration/variant.mjs";
import { owner } from "./support/owner.mjs";
import { siteServer } from "./support/servers.mjs";

test("a vault of another version than the page's is not started, and the page says why", { skip }, async (t) => {
  const me = await owner(t);
  const html = await readFile(new URL("../dist/vault.html", import.meta.url), "utf8");
  await me.page.route("**/vault.html", (route) =>
    route.fulfill({ contentType: "text/html", body: html.replace("<script>", "<script>// newer\n") }),
  );
  await me.page.reload();
  await me.load(`${me.elsewhere.url}source.csv`);
  await me.page.locator("#sample-error").filter({ hasText: "different versions" }).waitFor();
  assert.equal(await me.page.locator("iframe").count(), 0);
  // After the update is through, the same button works.
  await me.page.unroute("**/vault.html");
  await me.loadSample();
});

test("without WebAssembly the page says what is missing", { skip }, async (t) => {
  const me = await owner(t);
  await me.page.addInitScript(() => delete window.WebAssembly);
  await me.page.reload();
  await me.load(`${me.elsewhere.url}source.csv`);
  await me.page.locator("#sample-error").filter({ hasText: "does not run WebAssembly" }).waitFor();
});

test("a page whose scripts do not run says so after a while, and one that runs does not", { skip }, async (t) => {
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

test("a vault that stays silent is given up in words", { skip }, async (t) => {
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

test("in a frame the owner's page does nothing, also where the host sends no headers", { skip }, async (t) => {
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
