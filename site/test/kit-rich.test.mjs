// tier: 2
// Kits with all that one may hold, in Chromium and without a network: several samples, a model's file, the model that a
// report is about. And where the ledger of a kit lies in each engine: whether a copy of the kit in another folder finds
// it, and whether another page does.
import assert from "node:assert/strict";
import { copyFile, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { load } from "../../jsbridge/npm/index.js";
import { digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { SAMPLE } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { siteServer } from "./support/servers.mjs";
import { installedEngines, startEngine } from "./support/engines.mjs";
import { kitFolder, openKit, released, toReport, vaultOf } from "./support/kit.mjs";
import { MODEL, MODEL_SHA256, PRIVATE_OF_MODEL, SAMPLE_OF_MODEL } from "./support/model-file.mjs";
import { receiver } from "./support/receiver.mjs";

const engines = skip ? [] : await installedEngines();
const ASKED = ["--label", "price", "--epsilon", "1", "--delta", "1e-6"];

const [head, ...homes] = SAMPLE_OF_MODEL.trimEnd().split("\n");
const half = (rows) => `${[head, ...rows].join("\n")}\n`;
/** The sample in two files, and private homes with their prices. */
const SAMPLES = { "north.csv": half(homes.slice(0, 100)), "south.csv": half(homes.slice(100)) };
const priced = PRIVATE_OF_MODEL.trimEnd()
  .split("\n")
  .map((area, i) => `${area},${i === 0 ? "price" : area > 65 ? 9 : 2}`);

/**
 * Runs a kit and downloads the release, as a browser saves it; the budget's line is the same after the page was loaded
 * again.
 */
async function downloaded(engine, kit, file) {
  const page = await openKit(engine, kit);
  const tab = page.driver.page;
  await tab.context().setOffline(true);
  const vault = await vaultOf(page);
  await toReport(vault, file);
  await vault.click("button", "Make the result");
  await page.shown("#result", "Privacy confirmed");
  const [download] = await Promise.all([tab.waitForEvent("download"), page.click("button", "Save the file")]);
  const spent = await budgetOf(page);
  await page.goto(pathToFileURL(kit).href);
  assert.equal(await budgetOf(page), spent);
  await page.close();
  return { text: await readFile(await download.path(), "utf8"), name: download.suggestedFilename(), spent };
}

/** The line on the budget, once it says how many runs were made. */
const budgetOf = (page) =>
  page.until(() => {
    const { textContent } = document.getElementById("budget-line");
    return /spent in \d+ runs?\.|Nothing .*spent/.test(textContent) && textContent;
  });

test("offline, kits of two samples make a model from a model's file and a report on a model, which are downloaded", {
  skip,
}, async (t) => {
  const { make, write } = await kitFolder(t);
  const engine = await startEngine("chromium");
  t.after(() => engine.close());
  const verifier = await load({ ledger: false });
  t.after(() => verifier.dispose());
  const files = Object.entries(SAMPLES).map(([name, text]) => new File([text], name));
  const source = await verifier.loadSource(files, { label: "price" });
  const target = await verifier.loadTarget(new Blob([PRIVATE_OF_MODEL]));
  const model = await verifier.adapt({ source, target, epsilon: 1, delta: 1e-6, base: "linear" });
  const digests = Object.values(SAMPLES).map((sample) => digestOf(sample));

  const base = ["--release", "model", "--base-file", await write("base.json", MODEL), "--base", "file"];
  const first = await downloaded(
    engine,
    await make("model.html", SAMPLES, ...ASKED, ...base),
    await write("private.csv", PRIVATE_OF_MODEL),
  );
  assert.match(first.spent, /spent in 1 run\./);
  const { kind, certificate, provenance } = JSON.parse(first.text);
  assert.deepEqual([kind, certificate.base.file.sha256], ["model", MODEL_SHA256]);
  assert.deepEqual(
    provenance.sources.map(({ name, sha256 }) => [name, sha256]),
    Object.keys(SAMPLES).map((name, i) => [name, digests[i]]),
  );
  assert.equal((await verifier.verify(first.text, { baseFile: Buffer.from(MODEL) })).ok, true);

  const about = ["--release", "report", "--model", await write("released.json", model.text)];
  const second = await downloaded(
    engine,
    await make("report.html", SAMPLES, ...ASKED, ...about),
    await write("priced.csv", `${priced.join("\n")}\n`),
  );
  assert.match(second.spent, /spent in 2 runs\./);
  const { report } = JSON.parse(second.text).certificate;
  assert.equal(report.modelSHA256, digestOf(model.text));
  assert.equal((await verifier.verify(second.text)).ok, true);
});

for (const name of engines) {
  test(`where the ledger of a kit lies, in ${name}`, async (t) => {
    const { at, make, write } = await kitFolder(t);
    const engine = await startEngine(name);
    t.after(() => engine.close());
    const terms = [...ASKED, "--base", "linear"];
    const file = await make("kit.html", { "source.csv": SAMPLE["source.csv"] }, ...terms);
    const page = await openKit(engine, file);
    const vault = await vaultOf(page);
    await toReport(vault, await write("private.csv", SAMPLE["target.csv"]));
    await released(page, vault);
    await mkdir(at("elsewhere"));
    await copyFile(file, path.join(at("elsewhere"), "copy.html"));
    const other = "<!doctype html><title>another page</title>";
    const pages = {
      "a copy": "elsewhere/copy.html",
      "another page": "other.html",
      "one elsewhere": "elsewhere/other.html",
    };
    await write("other.html", other);
    await write("elsewhere/other.html", other);
    const found = {};
    for (const [what, place] of Object.entries(pages)) {
      await page.goto(pathToFileURL(at(place)).href);
      if (what === "a copy") found[what] = /spent in 1 run\./.test(await budgetOf(page));
      else found[what] = await page.evaluate(async () => (await indexedDB.databases()).length > 0);
    }
    // As core/PRIVACY.md states.
    assert.deepEqual(found, { "a copy": true, "another page": true, "one elsewhere": true }, engine.version);
    await page.evaluate(async () => {
      for (const { name } of await indexedDB.databases())
        await new Promise((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name);
          Object.assign(request, { onsuccess: resolve, onerror: reject, onblocked: () => {} });
        });
    });
    await page.goto(pathToFileURL(file).href);
    assert.doesNotMatch(await budgetOf(page), /spent in \d/, "what another page has deleted is gone");
    t.diagnostic(engine.version);
  });
}

// In Chromium invite.test.mjs has more of it.
for (const name of engines.filter((name) => name !== "chromium")) {
  test(`the page that delivers gives up all connections but two, in ${name}`, async (t) => {
    const [site, taker, other] = [await siteServer(), await receiver(), await receiver()];
    t.after(() => Promise.all([site.close(), taker.close(), other.close()]));
    const engine = await startEngine(name);
    t.after(() => engine.close());
    const page = await engine.open(`${site.url}deliver.html`);
    const post = (url) =>
      page.evaluate((url) => fetch(url, { method: "POST", body: "x" }).then((answer) => answer.status, String), url);
    assert.equal(await post(`${other.url}before`), 201);
    const asked = { source: "https://example.org/a.csv", label: "price", reply: `${taker.url}releases` };
    await page.fill("#link", `http://localhost/#${new URLSearchParams(asked)}`);
    await page.click("#link-form button");
    await page.shown("#release");
    assert.match(await post(`${other.url}after`), /Error/);
    assert.equal(await post(`${taker.url}after`), 201);
    assert.deepEqual(
      other.posts.map(({ path }) => path),
      ["/before"],
    );
  });
}
