// tier: 2
// The kit: one file that a browser opens from the disk, without a network, from the double click to the saved release,
// on real tasks. Its budget is kept; two that are open at once cannot both take the last of it; and a kit with a
// changed byte does not start.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { load } from "../../jsbridge/npm/index.js";
import { rhoOf } from "../../jsbridge/npm/ledger/budget.js";
import { Ledger } from "../../jsbridge/npm/ledger/ledger.js";
import { digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { skip } from "./support/browser.mjs";
import { installedEngines, startEngine } from "./support/engines.mjs";
import { changedAt, kitFolder, openKit, released, toReport, vaultOf } from "./support/kit.mjs";
import { SAMPLE } from "./support/owner.mjs";

const task = (name) => fileURLToPath(new URL(`../../../shared/data/${name}`, import.meta.url));
const TERMS = ["--epsilon", "1", "--delta", "1e-6", "--asker", "A university"];
const engines = skip ? [] : await installedEngines();

/** By name: the files of a task, what is asked for, and what the release must say. */
const TASKS = {
  airfoil_tilt: {
    terms: ["--release", "model", "--base", "linear", "--unit", "person"],
    kind: "model",
    unit: "person",
  },
  wine_red_to_white: {
    terms: ["--release", "model", "--base", "linear", "--labels", "required"],
    kind: "model",
    labels: true,
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
      const file = await make(`${folder}.html`, { "source.csv": source }, "--label", "y", ...terms, ...TERMS);
      const page = await openKit(engine, file);
      const vault = await vaultOf(page);
      await toReport(vault, await write(`${folder}.csv`, target));
      const text = await released(page, vault);
      assert.match(await page.shown("#result"), /This page sends nothing\. Save the file,/);
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
    const file = await make(
      "kit.html",
      { "source.csv": SAMPLE["source.csv"] },
      "--label",
      "price",
      "--base",
      "linear",
      ...TERMS,
    );
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
  const file = await make("kit.html", { "source.csv": SAMPLE["source.csv"] }, "--label", "price", ...TERMS);
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
