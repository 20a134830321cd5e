// tier: 2
// The service worker: after one visit the site works with the network off and its server gone; versions never mix. That the
// site works under any path is in build.test.mjs, and all tests have it under one.
import assert from "node:assert/strict";
import path from "node:path";
import { folderFor } from "../../jsbridge/npm/test/tools.mjs";
import { serviceWorker } from "../build/offline.mjs";
import { serve } from "../build/serve.mjs";
import { newContext, test } from "./support/browser.mjs";
import { steps } from "./support/owner.mjs";
import { publicServer, siteServer } from "./support/servers.mjs";
import { appendFile, cp, readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const said = (page) => page.locator("#network");

/** A browser with service workers, and a folder. They end with the test. */
async function visitor(t) {
  const folder = await folderFor(t);
  const context = await newContext({ serviceWorkers: "allow" });
  t.after(() => context.close());
  return { context, folder };
}

/** The names of all that the browser keeps for this origin. */
const kept = (page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return { names, urls: requests.flat().map((request) => request.url) };
  });

test("in airplane mode, the server gone, a whole run on the sample data", async (t) => {
  const { context, folder } = await visitor(t);
  const site = await siteServer();
  const me = await steps(await context.newPage(), { site, folder });
  await said(me.page).filter({ hasText: "works without a network" }).waitFor();
  await context.setOffline(true);
  await site.close();
  await said(me.page).filter({ hasText: "You are offline" }).waitFor();

  await me.page.reload();
  assert.match(await said(me.page).innerText(), /^You are offline\. Nothing can leave/);
  await me.page.click("#try-sample");
  await me.opened();
  await me.press("Use the invented file");
  await me.preview();
  assert.match(await me.run(), /Privacy confirmed/);
  // The other pages are there as well, and the engine starts in them.
  for (const name of ["analyst.html", "releases.html", "deliver.html", "privacy.html", "paper.html", ""]) {
    await me.page.goto(site.url + name);
    await me.page.locator("h1").waitFor();
  }
  await me.page.goto(`${site.url}releases.html`);
  await me.page.setInputFiles("#files", { name: "none.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await me.page.locator("#open-error").filter({ hasText: "none.json" }).waitFor();
  assert.deepEqual(me.errors, []);
});

test("what other sites publish is not kept, and neither is the large program that few use", async (t) => {
  const { context, folder } = await visitor(t);
  const [site, elsewhere] = [
    await siteServer(),
    await publicServer({ "source.csv": await readFile(path.join(dist, "sample/source.csv"), "utf8") }),
  ];
  t.after(() => Promise.all([site.close(), elsewhere.close()]));
  const me = await steps(await context.newPage(), { site, elsewhere, folder });
  await said(me.page).filter({ hasText: "works without a network" }).waitFor();
  await me.loadSample();
  const { names, urls } = await kept(me.page);
  assert.equal(names.length, 1);
  assert.ok(
    urls.every((url) => url.startsWith(site.url)),
    "of this site and path alone",
  );
  assert.ok(urls.includes(`${site.url}engine.wasm`) && urls.includes(`${site.url}index.html`));
  assert.equal(urls.includes(`${site.url}lab.wasm`), false);
  // Kept once it has been asked for.
  await me.page.evaluate(() => fetch("lab.wasm").then((response) => response.arrayBuffer()));
  assert.ok((await kept(me.page)).urls.includes(`${site.url}lab.wasm`));
});

test("a newer version takes over as a whole, when no page of the old one is open; a broken one never does", async (t) => {
  const { context, folder } = await visitor(t);
  const root = path.join(folder, "site");
  await cp(dist, root, { recursive: true });
  const site = await serve({ root, base: "/some/path/" });
  t.after(() => site.close());

  /**
   * Puts another version on the server: shared/texts.js and the page differ. `whole` is false for one whose upload has
   * not ended.
   */
  const deploy = async (mark, whole) => {
    const names = Object.keys(
      JSON.parse(/const FIRST = (\{[^}]*\})/.exec(await readFile(path.join(root, "sw.js"), "utf8"))[1]),
    );
    for (const name of ["shared/texts.js", "index.html"]) {
      const added = name.endsWith(".js") ? `\nexport const mark = "${mark}";\n` : `<!-- ${mark} -->`;
      await writeFile(path.join(root, name), (await readFile(path.join(dist, name), "utf8")) + added);
      await rm(path.join(root, `${name}.br`), { force: true });
    }
    const contents = Object.fromEntries(
      await Promise.all([...names, "lab.wasm"].map(async (name) => [name, await readFile(path.join(root, name))])),
    );
    await writeFile(
      path.join(root, "sw.js"),
      serviceWorker(await readFile(new URL("../sw.js", import.meta.url), "utf8"), contents),
    );
    await rm(path.join(root, "sw.js.br"), { force: true });
    if (!whole) await appendFile(path.join(root, "shared/texts.js"), "// of yet another version\n");
  };
  const marks = (page) =>
    page.evaluate(async () => [
      (await import("./shared/texts.js")).mark ?? "none",
      /<!-- (\w+) -->$/.exec(await (await fetch("index.html")).text())?.[1] ?? "none",
    ]);
  const update = (page) =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistration()).update().then(
        () => "updated",
        () => "refused",
      ),
    );

  const old = await context.newPage();
  await old.goto(site.url);
  await said(old).filter({ hasText: "works without a network" }).waitFor();
  await old.reload();

  await deploy("broken", false);
  await update(old);
  await old.waitForFunction(() =>
    navigator.serviceWorker.getRegistration().then(({ installing, waiting }) => !installing && !waiting),
  );
  await old.reload();
  assert.deepEqual(await marks(old), ["none", "none"]);

  await deploy("second", true);
  const ready = said(old).filter({ hasText: "A newer version of this site is ready" });
  for (; !(await ready.isVisible()); await old.waitForTimeout(500)) await update(old); // none if the browser's own is under way
  await old.reload();
  assert.deepEqual(
    await marks(old),
    ["none", "none"],
    "as long as a page of the old version is open, that is what all pages are",
  );
  const other = await context.newPage();
  await other.goto(site.url);
  assert.deepEqual(await marks(other), ["none", "none"]);
  assert.equal((await kept(other)).names.length, 2);

  await old.close();
  await other.close();
  // The browser reports a page as closed before it counts it as gone, so the next one may still belong to the old
  // version. And a busy one may leave a page waiting for the worker that is just being replaced.
  let fresh;
  for (let i = 0; i < 20; i++) {
    fresh = await context.newPage();
    const come = await fresh.goto(site.url, { timeout: 20_000 }).catch(() => undefined);
    if (come && (await marks(fresh))[0] !== "none") break;
    await fresh.close();
    await sleep(250);
  }
  assert.deepEqual(await marks(fresh), ["second", "second"]);
  await said(fresh).filter({ hasText: "works without a network" }).waitFor();
  assert.doesNotMatch(await said(fresh).innerText(), /newer/);
  assert.equal((await kept(fresh)).names.length, 1, "what was kept of the old version is gone");
});

test("where the browser has deleted what was kept, the pages are the server's again", async (t) => {
  const { context } = await visitor(t);
  const site = await siteServer();
  t.after(() => site.close());
  const page = await context.newPage();
  await page.goto(site.url);
  await said(page).filter({ hasText: "works without a network" }).waitFor();
  await page.evaluate(async () => Promise.all((await caches.keys()).map((name) => caches.delete(name))));
  site.requests.length = 0;
  await page.reload();
  assert.ok(site.requests.includes("GET /some/path/app.js"));
  await page.click("#try-sample");
  await page.frameLocator("iframe.vault").locator("label.button").waitFor();
});

test("an address that leads nowhere has a page, styled at any depth", async (t) => {
  const site = await siteServer();
  t.after(() => site.close());
  const { context } = await visitor(t);
  const page = await context.newPage();
  const missing = await page.goto(`${site.url}no/such/page.html`);
  assert.equal(missing.status(), 404);
  assert.match(await page.locator("main").innerText(), /delete the last part of the address/);
  const radius = await page.evaluate(() => getComputedStyle(document.querySelector(".card")).borderRadius);
  assert.notEqual(radius, "0px");
});
