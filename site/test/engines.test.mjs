// tier: 2
// In every engine: the owner's way on a real task, the analyst's round, and what keeps the package from running in a page
// of somebody else.
import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";
import { parseInvitation } from "../../jsbridge/npm/invitation.js";
import { folderFor, digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { LABELLED, SAMPLE, makeReleases } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { installedEngines, startEngine } from "./support/engines.mjs";
import { receiver, siteFor, folderServer, publicServer, siteServer } from "./support/servers.mjs";
import { existsSync } from "node:fs";
import { symlink, writeFile, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const releases = skip ? {} : await makeReleases();

for (const name of skip ? [] : await installedEngines()) {
  test(`an analyst in ${name}`, async (t) => {
    const { site, elsewhere, write } = await siteFor(t, { "source.csv": SAMPLE["source.csv"] });
    const engine = await startEngine(name);
    t.after(() => engine.close());

    const page = await engine.open(`${site.url}analyst.html`);
    await page.fill("#source", `${elsewhere.url}source.csv`);
    await page.fill("#label", "price");
    await page.click("#load");
    await page.shown("#sample-facts td", "category");
    await page.fill("#title", "Prices of homes");
    await page.click("button[type=submit]");
    await page.shown("#made");
    const link = await page.evaluate(() => document.getElementById("link").value);
    assert.equal(parseInvitation(new URL(link).hash).invitation.title, "Prices of homes");

    await page.goto(`${site.url}releases.html`);
    await page.setFiles(
      "#files",
      await write("model.json", releases.model),
      await write("weights.json", releases.weights),
      await write("none.json", "{}"),
    );
    await page.shown("#open-status", "2 releases are open");
    assert.match(await page.shown("#open-error"), /none\.json/);
    assert.deepEqual(
      await page.evaluate(() => [...document.querySelectorAll(".file h3")].map(({ innerText }) => innerText)),
      ["model.json", "weights.json"],
    );
    await page.setFiles("#data", await write("homes.csv", LABELLED));
    await page.click("#apply-form button[type=submit]");
    assert.match(await page.shown("#predictions", "Typical error"), /true price for 3,000 rows/);
    t.diagnostic(engine.version);
  });
}

const npm = fileURLToPath(new URL("../../jsbridge/npm/", import.meta.url));
const engines = skip ? [] : await installedEngines();
const policy = (script, worker, more = "") =>
  `default-src 'none'; connect-src 'self'; script-src 'self' ${script}; worker-src ${worker}; ${more}`;
const TYPED = "require-trusted-types-for 'script'";

const CASES = [
  ["a policy that is enough", policy("'wasm-unsafe-eval'", "blob:"), {}, undefined],
  ["Trusted Types", policy("'wasm-unsafe-eval'", "blob:", TYPED), {}, undefined],
  ["no WebAssembly", policy("", "blob:"), {}, /^blocked: .*'wasm-unsafe-eval' as script-src/],
  [
    "no WebAssembly to unpack it",
    policy("", "blob:"),
    { wasmURL: "privadapt/dist/engine.wasm.xz" },
    /^blocked: .*'wasm-unsafe-eval'/,
  ],
  ["no worker", policy("'wasm-unsafe-eval'", "'none'"), {}, /^blocked: .*blob: as worker-src/],
  ["a wrong address", "", { wasmURL: "none/engine.wasm.xz" }, /^engine-missing: .*none\/engine\.wasm\.xz \(HTTP 404\)/],
  ["a page in its place", "", { wasmURL: "index.html" }, /^engine-missing: .*a web page is/],
];

for (const name of engines) {
  test(`an engine that may not start says what the page has to allow, in ${name}`, async (t) => {
    const folder = await folderFor(t);
    await writeFile(path.join(folder, "index.html"), "<!doctype html><title>A page</title>");
    await symlink(npm, path.join(folder, "privadapt"));
    const engine = await startEngine(name);
    t.after(() => engine.close());
    for (const [what, rule, options, expected] of CASES) {
      const server = await folderServer(folder, rule && { "Content-Security-Policy": rule });
      t.after(() => server.close());
      const page = await engine.open(server.url);
      const said = await page.evaluate(async (options) => {
        try {
          const { load } = await import("/privadapt/index.js");
          const engine = await load({ ledger: false, ...options });
          await engine.dispose();
          return "loaded";
        } catch (error) {
          return `${error.code}: ${error.message}`;
        }
      }, options);
      if (expected) assert.match(said, expected, what);
      else assert.equal(said, "loaded", what);
    }
  });
}

const task = fileURLToPath(new URL("../../../shared/data/abalone_adult_to_infant", import.meta.url));
const TOKEN = "one-time-code-of-the-link";

for (const name of skip ? [] : await installedEngines()) {
  test(`the owner's way in ${name}`, async (t) => {
    if (!existsSync(task)) return t.skip("the real data are not at ../shared/data beside the project");
    const source = await readFile(path.join(task, "source.csv"), "utf8");
    const [site, elsewhere, analyst] = await Promise.all([
      siteServer(),
      publicServer({ "source.csv": source }),
      receiver(),
    ]);
    const engine = await startEngine(name);
    t.after(async () => {
      await engine.close();
      await Promise.all([site.close(), elsewhere.close(), analyst.close()]);
    });

    const invitation = new URLSearchParams({
      source: `${elsewhere.url}source.csv`,
      label: "y",
      sha256: digestOf(source),
      epsilonMax: "2",
      epsilon: "1",
      release: "model",
      reply: `${analyst.url}releases`,
      token: TOKEN,
      title: "Rings of abalones",
      asker: "Marine Institute",
    });
    const page = await engine.open(`${site.url}#${invitation}`);
    const vault = page.frame("iframe.vault");

    const card = await page.shown("#invitation", "Rings of abalones");
    assert.match(card, /Marine Institute asks: Rings of abalones/);
    assert.match(card, new RegExp(`asks ${new URL(analyst.url).host} whether it still accepts a result`));
    assert.equal(elsewhere.requests.length, 0, "a link alone loads nothing from elsewhere");
    await page.click("#load-invited");

    assert.match(await vault.shown("#request", "Marine Institute asks"), /The sender is not verified\./);
    await vault.fill("#rows", "1342");
    assert.equal(
      await vault.evaluate(() => document.querySelector("#epsilon :checked").value),
      "1",
      "the ε that the link suggests is chosen",
    );
    assert.match(
      await vault.shown("#epsilon", "Still notices"),
      /Still notices an average \w+ of [\d.]+ instead of [\d.]+\./,
    );
    const before = [site.requests.length, elsewhere.requests.length];
    await vault.setFiles("input[type=file]", path.join(task, "target.csv"));
    assert.match(await vault.shown("#check", "Make the result"), /1,342 rows read\./);
    await vault.click("button", "Make the result");
    await page.shown("#result", "Privacy confirmed");
    assert.equal(await page.evaluate(() => document.activeElement.id), "result-heading", "the reader is at the result");
    await page.until(() => document.querySelector("#result-plot svg[role=img]") !== null);
    assert.deepEqual(
      [site.requests.length, elsewhere.requests.length, analyst.posts.length],
      [...before, 0],
      "nothing is requested after the file is chosen",
    );
    await page.click("#send-start");
    assert.match(await page.shown(".question"), new RegExp(`to ${analyst.url}releases`));
    assert.equal(analyst.posts.length, 0, "nothing is sent before it is confirmed");
    await page.click("#send-confirm");
    await page.shown(".send", "has accepted it");
    assert.equal(analyst.posts.length, 1);
    const [{ path: to, headers, body }] = analyst.posts;
    assert.equal(to, "/releases");
    assert.equal(headers.authorization, `Bearer ${TOKEN}`);
    assert.equal(headers.cookie ?? headers.referer, undefined);
    const shown = await vault.evaluate(() => document.querySelector("#done pre").textContent);
    // A model of this task has 180,000 to 230,000 characters, and the screen shows the first 200,000.
    assert.ok(
      body.startsWith(shown) && shown.length === Math.min(body.length, 200_000),
      "what is sent is what is shown",
    );
    const release = JSON.parse(body);
    assert.equal(release.certificate.n, 1342);
    assert.equal(release.provenance.sourceSHA256, invitation.get("sha256"));
    t.diagnostic(engine.version);
  });
}
