// A page of another origin around the embeddable page, as steps for the tests. The site is at 127.0.0.1, the embedder
// at localhost: for a browser these are two origins and two sites.
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after } from "node:test";
import { serverOf } from "../../../jsbridge/npm/test/tools.mjs";
import { newContext, startProfile } from "./browser.mjs";
import { SAMPLE, formOf } from "./owner.mjs";
import { press } from "./press.mjs";
import { siteFor } from "./servers.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript" };

/**
 * Serves `pages` by name at localhost, and records every request with its body. A page is a text or a function of the
 * request.
 */
export async function embedderServer(pages) {
  const requests = [];
  const { at, close } = await serverOf(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    requests.push(`${request.method} ${request.url} ${Buffer.concat(chunks)}`);
    const name = new URL(request.url, "http://localhost").pathname.slice(1);
    const page = pages[name];
    if (page === undefined) response.writeHead(404).end();
    else
      response
        .writeHead(200, { "Content-Type": TYPES[path.extname(name)] ?? "text/plain", "Cache-Control": "no-store" })
        .end(page);
  });
  const origin = at.replace("127.0.0.1", "localhost");
  return { url: `${origin}/`, origin, requests, close };
}

/** An embedder's page whose element is the site's own. `events` of the page collects the element's events. */
export const pageWith = (
  siteURL,
  element,
  { script = `${siteURL}element.js` } = {},
) => `<!doctype html><title>embedder</title><link rel="icon" href="data:,">
<form id="form">${element}</form>
<script type="module">
window.events = [];
for (const type of ["release", "cancel", "error"]) {
  document.addEventListener(type, (event) => events.push({ type, detail: event.detail ?? null }), true);
}
</script>
<script type="module" src=${JSON.stringify(script)}></script>`;

let profile;
after(async () => {
  await (await profile)?.kill();
});

/**
 * An ordinary profile, one for the test file: Playwright's contexts are private windows, which store nothing for
 * embedded pages.
 */
export async function ordinaryPage(t) {
  profile ??= mkdtemp(path.join(os.tmpdir(), "privadapt-profile-")).then(startProfile);
  const page = await (await profile).page.context().newPage();
  t.after(() => page.close());
  return page;
}

async function privatePage(t) {
  const context = await newContext();
  t.after(() => context.close());
  return context.newPage();
}

/** The site, a public server, an embedder and a browser at none of them yet. All end with the test. */
export async function embedding(t, { pages = {}, privateWindow = false } = {}) {
  const { site, elsewhere, write } = await siteFor(t, { "source.csv": SAMPLE["source.csv"] });
  const embedder = await embedderServer(pages);
  t.after(embedder.close);
  const page = await (privateWindow ? privatePage(t) : ordinaryPage(t));
  page.setDefaultTimeout(180_000);
  await page.setViewportSize({ width: 1000, height: 1000 });
  // A linear model, which is fitted at once.
  const asked = `source="${elsewhere.url}source.csv" label="price" base="linear"`;
  return {
    page,
    site,
    elsewhere,
    embedder,
    asked,
    pages,
    events: () => page.evaluate(() => window.events),
    write,
    /** Opens a page with this element; the steps of its owner. */
    async open(element, options) {
      pages["index.html"] = pageWith(site.url, element, options);
      // The element is defined then; the page is not loaded before its host has answered.
      await page.goto(`${embedder.url}index.html`, { waitUntil: "domcontentloaded" });
      return ownerInside(page);
    },
  };
}

/** The frames of a page around, and what its owner does in them. */
export function ownerInside(page) {
  const host = page.frameLocator("iframe").first();
  const form = formOf(host.frameLocator("iframe.vault"));
  return {
    ...form,
    host,
    async start() {
      await press(host.locator("#start"));
    },
    /** All that is said of what is asked, once the sample is read. */
    async asked() {
      await form.vault.locator("label.button").waitFor();
      return form.asked();
    },
    /** As far as the report on the private file. */
    async pick(file) {
      await form.vault.locator("#file").setInputFiles(file);
      await form.preview();
    },
    async run() {
      await form.press("Make the result");
      await host.locator("#result").waitFor();
    },
    async handOver() {
      await press(host.locator("#send:enabled"));
      await host.locator("#handed").filter({ hasText: "Handed over" }).waitFor();
    },
  };
}
