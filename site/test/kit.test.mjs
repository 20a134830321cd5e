// tier: 2
// The kit: one file that a browser opens from the disk, without a network, from the double click to the saved release, on
// real tasks and with all that one may hold. Its budget is kept; two that are open at once cannot both take the last of
// it; a kit with a changed byte does not start; and where its ledger lies in each engine.
import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";
import { load } from "../../jsbridge/npm/index.js";
import { rhoOf } from "../../jsbridge/npm/ledger/budget.js";
import { Ledger } from "../../jsbridge/npm/ledger/ledger.js";
import { digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { skip } from "./support/browser.mjs";
import { installedEngines, startEngine } from "./support/engines.mjs";
import { changedAt, kitFolder, openKit, released, toReport, vaultOf } from "./support/kit.mjs";
import { MODEL, MODEL_SHA256, PRIVATE_OF_MODEL, SAMPLE_OF_MODEL } from "./support/files.mjs";
import { SAMPLE } from "./support/owner.mjs";
import { receiver, siteServer } from "./support/servers.mjs";
import { existsSync } from "node:fs";
import { readFile, copyFile, mkdir } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

const task = (name) => fileURLToPath(new URL(`../../../shared/data/${name}`, import.meta.url));
const TERMS = ["--epsilon", "1", "--delta", "1e-6", "--asker", "A university"];
const engines = skip ? [] : await installedEngines();

const CORRECTED = { terms: ["--release", "model", "--labels", "required"], kind: "model", labels: true };
/**
 * By name: the files of a task, what is asked for, and what the release must say. Where the labels take a seventh or more
 * off the squared error, it says so.
 */
const TASKS = {
  airfoil_tilt: {
    terms: ["--release", "model", "--base", "linear", "--unit", "person"],
    kind: "model",
    unit: "person",
  },
  calhousing_ratio_inland_to_coast: CORRECTED,
  wine_white_to_red: CORRECTED,
  bankmarketing_drift: CORRECTED,
  adult_private_to_others: {
    terms: ["--release", "estimate", "--group-by", "sex"],
    kind: "estimate",
  },
  german_credit_older_to_younger: { terms: ["--release", "report", "--base", "linear"], kind: "report", labels: true },
};

/** The source, and the private rows, with their labels and people where the task uses them. */
async function filesOf(name, { labels, unit }) {
  const [source, target, answers] = await Promise.all(
    ["source.csv", "target.csv", "target_labels.csv"].map((file) => readFile(`${task(name)}/${file}`, "utf8")),
  );
  const [answer, rows] = [answers, target].map((text) => text.trimEnd().split(/\r?\n/));
  // Three rows of one person.
  const person = rows.map((_, i) => (i === 0 ? unit : `person ${Math.ceil(i / 3)}`));
  const more = [labels && answer, unit && person].filter(Boolean);
  return { source, target: rows.map((row, i) => `${[row, ...more.map((column) => column[i])].join(",")}\n`).join("") };
}

for (const name of engines) {
  test(`from the double click to the saved release, in ${name}`, async (t) => {
    const { make, write } = await kitFolder(t);
    const verifier = await load({ ledger: false });
    t.after(() => verifier.dispose());
    // In one engine all kinds of request, in the others the first.
    const tasks = Object.entries(TASKS).slice(0, name === "chromium" ? undefined : 1);
    for (const [folder, { terms, kind, labels, unit }] of tasks) {
      if (!existsSync(task(folder))) return t.skip("the real data are not at ../shared/data beside the project");
      const engine = await startEngine(name); // files share a ledger, whose account takes people or rows
      t.after(() => engine.close());
      const { source, target } = await filesOf(folder, { labels, unit });
      const file = await make(`${folder}.html`, source, "--label", "y", ...terms, ...TERMS);
      const page = await openKit(engine, file);
      const vault = await vaultOf(page);
      await toReport(vault, await write(`${folder}.csv`, target));
      const text = await released(page, vault);
      const said = await page.shown("#result");
      assert.match(said, /This page sends nothing\. Save the file,/);
      if (kind === "model" && labels)
        assert.match(said, /(^|\n)(Better|Probably better) than the public model/, folder);
      if (kind === "estimate") {
        // 22.3% of the public rows, and in truth 33.0% of the private ones.
        const [, share] = /^About ([\d.]+)% \(public sample: 22\.3%\)/m.exec(said);
        assert.ok(Math.abs(share - 33) < 4, said);
        assert.match(said, /This is the share of “>50K” in the private data, ± [\d.]+%[\s\S]*off by [\d.]+%/);
        const groups = await page.evaluate(() => document.querySelector("#result-plot table").innerText);
        assert.match(groups, /all together[\s\S]*Male[\s\S]*Female[\s\S]*none of the sample’s values\s+no rows/);
      }
      const release = JSON.parse(text);
      assert.deepEqual([release.kind, release.certificate.unit], [kind, unit ?? "record"]);
      assert.equal(release.provenance.sourceSHA256, digestOf(source));
      assert.equal((await verifier.verify(text)).ok, true);
      const requests = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
      assert.deepEqual(
        requests.filter((request) => !request.startsWith("blob:")),
        [],
      );
      // Loaded again, it knows what was spent.
      await page.goto(pathToFileURL(file).href);
      await page.until(() => /spent in \d runs?\./.test(document.getElementById("budget-line").textContent));
      t.diagnostic(engine.version);
    }
  });
}

/** A history whose cap has room for one more run at ε = 1 and δ = 1e-6, and for no second one. */
async function nearlySpent() {
  const texts = [];
  const ledger = new Ledger({ read: async () => [...texts], append: async (text) => texts.push(text) > 0 });
  await ledger.setCap({ epsilon: 1.2, delta: 1e-6 });
  await ledger.charge({ epsilon: 0.1, delta: 1e-6, rho: rhoOf(0.1, 1e-6) });
  return texts.join("");
}

for (const name of engines) {
  test(`two kits that are open race for the last of the budget, and one has it, in ${name}`, async (t) => {
    const { make, write } = await kitFolder(t);
    const engine = await startEngine(name);
    t.after(() => engine.close());
    const file = await make("kit.html", SAMPLE["source.csv"], "--label", "price", "--base", "linear", ...TERMS);
    const target = await write("target.csv", SAMPLE["target.csv"]);
    const history = await write("history.jsonl", await nearlySpent());
    const first = await openKit(engine, file);
    await first.click("#panels summary", "Privacy budget");
    await first.click("#budget-import summary");
    await first.setFiles("#import-file", history);
    await first.click("#budget-import button");
    await first.shown("#budget [role=status]", "2 entries were taken over.");
    const pages = [first, await openKit(engine, file)];
    const vaults = [];
    for (const page of pages) {
      const vault = await vaultOf(page);
      await toReport(vault, target);
      vaults.push(vault);
    }
    await Promise.all(vaults.map((vault) => vault.click("button", "Make the result")));
    const ends = await Promise.all(
      vaults.map((vault) =>
        vault.until(() => {
          if (!document.getElementById("done").hidden) return "released";
          const alerts = [...document.querySelectorAll("[role=alert]")];
          return alerts.some(({ textContent }) => textContent.includes("nothing was computed")) && "refused";
        }),
      ),
    );
    assert.deepEqual(ends.sort(), ["refused", "released"]);
  });
}

test("a changed byte in the engine, the vault, the sample, the terms or the script keeps a kit from starting", {
  skip,
}, async (t) => {
  const { at, make } = await kitFolder(t);
  const engine = await startEngine("chromium");
  t.after(() => engine.close());
  const file = await make("kit.html", SAMPLE["source.csv"], "--label", "price", ...TERMS);
  const inBlock = (i) => (text) => text.indexOf(`id="kit-${i}">`) + 300;
  const after = (mark, by) => (text) => text.indexOf(mark) + by;
  for (const [what, place, where, words] of [
    ["engine", inBlock(0), "#sample-error", "engine.wasm in this file is not what its list of contents says"],
    ["vault", inBlock(1), "#sample-error", "vault.html in this file is not what"],
    ["sample", inBlock(4), "#sample-error", "kit:source.csv in this file is not what"],
    ["terms", after("epsilon=1", 8), "#late", "This file is damaged: its terms"],
    ["script", after("<script>", 400), "#late", "This page has not started yet"],
  ]) {
    const page = await openKit(engine, await changedAt(file, place, at(`${what}.html`)));
    await page.shown(where, words);
    assert.equal(await page.evaluate(() => document.querySelector("iframe.vault")), null, what);
    await page.close();
  }
});

const ASKED = ["--label", "price", "--epsilon", "1", "--delta", "1e-6"];

/** Private homes with their prices. */
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
  const [download] = await Promise.all([
    tab.waitForEvent("download"),
    page.click("button", "Save and see how to send it"),
  ]);
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

test("offline, kits make a model from a model's file and a report on a model, which are downloaded", {
  skip,
}, async (t) => {
  const { make, write } = await kitFolder(t);
  const engine = await startEngine("chromium");
  t.after(() => engine.close());
  const verifier = await load({ ledger: false });
  t.after(() => verifier.dispose());
  const source = await verifier.loadSource(new Blob([SAMPLE_OF_MODEL]), { label: "price" });
  const target = await verifier.loadTarget(new Blob([PRIVATE_OF_MODEL]));
  const model = await verifier.adapt({ source, target, epsilon: 1, delta: 1e-6, base: "linear" });

  const base = ["--release", "model", "--base-file", await write("base.json", MODEL), "--base", "file"];
  const first = await downloaded(
    engine,
    await make("model.html", SAMPLE_OF_MODEL, ...ASKED, ...base),
    await write("private.csv", PRIVATE_OF_MODEL),
  );
  assert.match(first.spent, /spent in 1 run\./);
  const { kind, certificate, provenance } = JSON.parse(first.text);
  assert.deepEqual([kind, certificate.base.file.sha256], ["model", MODEL_SHA256]);
  assert.equal(provenance.sourceSHA256, digestOf(SAMPLE_OF_MODEL));
  assert.equal((await verifier.verify(first.text, { baseFile: Buffer.from(MODEL) })).ok, true);

  const about = ["--release", "report", "--model", await write("released.json", model.text)];
  const second = await downloaded(
    engine,
    await make("report.html", SAMPLE_OF_MODEL, ...ASKED, ...about),
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
    const file = await make("kit.html", SAMPLE["source.csv"], ...terms);
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
