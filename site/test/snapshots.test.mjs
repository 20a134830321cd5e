// What the pages show, as a reader of screens is told it: the tree of roles and names of each screen, with all that can
// be unfolded, the vault's after the page's. UPDATE=1 writes snapshots/ anew; make golden does so for all.
// jsbridge/npm/test/golden.mjs says what stands for numbers that come from noise, digests and times.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { UPDATE, agreed, golden, tidied } from "../../jsbridge/npm/test/golden.mjs";
import { SAMPLE, json, opened } from "./support/analyst.mjs";
import { newContext, test } from "./support/browser.mjs";
import { WAYS, invitationOf } from "./support/counts.mjs";
import { choose, press } from "./support/press.mjs";
import { fixedBits } from "./support/replay.mjs";
import { siteFor } from "./support/servers.mjs";

const GOLDEN = new URL("../../core/adapt/testdata/golden/", import.meta.url);
const SEEDS = UPDATE ? [1, 2, 3] : [1];

/** All of a line of a tree but its words: its place, its role, and its level or state. */
const outline = (line) =>
  line.startsWith("==") ? line : line.match(/^ *- |(?<=^ *- '?)[a-z]+|\[[a-z]+(=\d)?\](?='?:?$)/g)?.join("");

/**
 * The screens of `visit(page, screen, …)`, as golden text: a line with the name of each, and its tree. Those of a page
 * that is a `translation` of another have its places and roles, and none of its sentences.
 */
async function snapshots(t, name, { locale, translation = false }, visit) {
  const answers = [];
  for (const seed of translation ? [1] : SEEDS) {
    const places = await siteFor(t, { "source.csv": SAMPLE["source.csv"] });
    const context = await newContext({ locale });
    const page = await context.newPage();
    await page.addInitScript(fixedBits(seed));
    const lines = [];
    const known = new Set();
    await visit(page, { ...places, seed }, async (screen) => {
      const trees = await settled(page);
      const text = trees
        .join("\n")
        .replaceAll(places.site.url, "SITE/")
        .replaceAll(places.elsewhere.url, "ELSEWHERE/")
        .replace(/127\.0\.0\.1(:|%3A)\d+/g, "HOST")
        .replace(/privadapt-(\w+)-[\w-]*[0-9a-f]{8}/g, "privadapt-$1-RUN")
        .replace(/\d{1,2}(\.? \p{L}+\.? |\.\d{1,2}\.)\d{4},? \d\d:\d\d/gu, "TIME")
        .replace(/\d+ of \d+ averages/g, "SOME averages") // by the noise of the run
        .replace(/^(\s*)- iframe.*/gm, "$1- iframe")
        .replace(/^ *- '?(cell|rowheader|columnheader)\b.*\n/gm, ""); // their row has their texts
      lines.push(`== ${screen}`, ...withoutKnown(tidied(text).split("\n"), known), "");
    });
    await context.close();
    answers.push(lines);
  }
  const file = new URL(`snapshots/${name}.txt`, import.meta.url);
  const before = await readFile(file, "utf8").catch(() => "");
  if (translation) {
    const lines = answers[0];
    const original = before.split("\n");
    assert.deepEqual(lines.map(outline), original.map(outline));
    // What the engine says in English is quoted as that.
    const words = (line) => line.replace(/^==.*|^ *- '?[a-z]+|\(as before\)|auf Englisch: „.*/g, "");
    const isEnglish = (line) => /\b(and|are|is|of|the|to|with|your?)\b/.test(words(line));
    const isSame = (line) => original.includes(line) && /\p{L}{2} \p{L}{2}/u.test(words(line));
    assert.deepEqual(
      lines.filter((line) => isSame(line) || isEnglish(line)),
      [],
    );
    return;
  }
  const text = agreed(answers, before.split("\n"), name).join("\n");
  await golden(file, text);
}

/**
 * A tree without the branches of three lines and more that an earlier screen has had, of each of which one line stays,
 * and without the paragraphs that one has had.
 */
function withoutKnown(lines, known) {
  const shown = [];
  const seen = [];
  for (let i = 0; i < lines.length; i++) {
    const depth = lines[i].search(/\S/);
    let end = i + 1;
    while (end < lines.length && lines[end].search(/\S/) > depth) end++;
    const branch = lines.slice(i, end).join("\n");
    seen.push(branch);
    if (end - i >= 3 && known.has(branch)) {
      shown.push(`${lines[i]} (as before)`);
      i = end - 1;
    } else if (!known.has(branch) || !/^ *- (paragraph:|\/placeholder:)/.test(branch)) shown.push(lines[i]);
  }
  for (const branch of seen) known.add(branch);
  return counted(shown.filter((line) => !UNTOLD.test(line))).filter(isNoLabel);
}

/** What says nothing by itself: addresses, boxes without a name, and what is empty. */
const UNTOLD = /^ *- (\/url: .*|(rowgroup|table|list|listitem|group|figure|paragraph):|alert|status|text: ·)$/;

/** Lines alike that stand side by side, as one with their number. */
const counted = (lines) =>
  lines.flatMap((line, i) => {
    if (lines[i - 1] === line) return [];
    const count = [...lines.slice(i), ""].findIndex((other) => other !== line);
    return [count === 1 ? line : `${line} × ${count}`];
  });

/** Whether a line is more than the words of a label, which its control, beside it or a line or two on, has as its name. */
function isNoLabel(line, i, lines) {
  const [, words] = /- (?:text|strong): "?(.*?)"?$/.exec(line) ?? [];
  return !words || !lines.some((near, at) => at !== i && Math.abs(at - i) <= 3 && near.includes(`"${words}"`));
}

/** The trees of the page and its frames, all unfolded, once half a second has changed nothing in them. */
async function settled(page) {
  for (let before; ; await sleep(500)) {
    await unfold(page);
    const all = page.frames().map((frame) => frame.locator("body").ariaSnapshot());
    const trees = (await Promise.all(all)).filter(Boolean); // a vault that waits to be opened has none
    if (trees.join() === before) return trees;
    before = trees.join();
  }
}

/**
 * Opens all that is folded, but for what says the same on every screen: the footer is in build.test.mjs, and of the panels
 * the budget is in budget.test.mjs, the figures are in owners-page.test.mjs, and what is promised and help are in texts/.
 */
const unfold = (page) =>
  Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() => {
        for (const fold of document.querySelectorAll("details:not(footer *, #panels *)")) fold.open = true;
      }),
    ),
  );

const file = (name, text) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

const [header, ...rows] = SAMPLE["target.csv"].trimEnd().split("\n");
const FAIR = [header, ...rows.slice(0, 600)].join("\n");
/** The same rows with another name of a column, broken cells and one more column. */
const MESSY = [
  `${header.replace("rooms", "chambers")},note`,
  ...rows.slice(0, 600).map((row, i) => `${i % 3 ? row : row.replace(/^\d+/, "?")},n${i}`),
].join("\n");

for (const [language, locale] of [
  ["en", "en-GB"],
  ["de", "de-DE"],
]) {
  test(`the owner's screens: ${language}`, async (t) => {
    const way = WAYS[language];
    await snapshots(t, "owner", { locale, translation: language !== "en" }, async (page, { site }, screen) => {
      await page.goto(site.url);
      await page.locator("#uses svg").first().waitFor();
      await page.locator("#network[data-site]").waitFor({ state: "attached" });
      await screen("the first visit");
      assert.equal(await page.locator("#help dt").count(), await page.locator("#help dd").count());
      assert.ok((await page.locator("#help dt").count()) > 30, "what goes wrong, and words");

      const vault = page.frameLocator("iframe.vault");
      const frame = () => page.frames().find((frame) => frame.parentFrame());
      for (let left = 10; left > 0; left--) {
        await page.goto("about:blank");
        await page.goto(invitationOf(site.url, way));
        await vault.locator("label.button").waitFor();
        if (await frame().evaluate(() => window.replayedThreads >= 1)) break; // else the driver's script came too late
      }
      await page.locator("#network[data-site]").waitFor({ state: "attached" });
      await vault.getByLabel(way.rows).fill("600");
      await choose(vault.getByRole("radio", { name: way.moderate }));
      await vault.getByText(way.foreseen).waitFor();
      await screen("before a file");

      await vault.locator("#file").setInputFiles([file("messy.csv", MESSY)]);
      const on = vault.getByRole("button", { name: language === "en" ? "Continue" : "Weiter", exact: true });
      await on.waitFor();
      await screen("a column has another name");
      await press(on);
      await vault.getByRole("button", { name: way.run }).waitFor();
      await screen("the check of a messy file");
      await press(vault.getByRole("button", { name: language === "en" ? /^Stop/ : /^Anhalten/ }));

      await vault.locator("#file").setInputFiles([file("fair.csv", FAIR)]);
      await vault.getByRole("button", { name: way.run }).waitFor();
      await screen("the check");
      await press(vault.getByRole("button", { name: way.run }));
      await page.locator("#result").waitFor();
      await screen("the result");
    });
  });

  const look = { locale, translation: language !== "en" };
  const address = (name) => (language === "en" ? name : name.replace(".html", `.${language}.html`));

  test(`the analyst's page: ${language}`, async (t) => {
    await snapshots(t, "analyst", look, async (page, { site, elsewhere }, screen) => {
      await page.goto(site.url + address("analyst.html"));
      await screen("at the start");
      await page.fill("#source", `${elsewhere.url}source.csv`);
      await page.fill("#label", "price");
      await page.click("#load");
      await page.locator("#sample-facts table").waitFor();
      await page.fill("#delta", "1");
      await page.click("button[type=submit]");
      await page.locator(".problem:visible").first().waitFor();
      await screen("a wish that makes no sense");
      await page.fill("#delta", "1e-6");
      await page.click("button[type=submit]");
      await page.locator("#made").waitFor();
      await screen("the link");
    });
  });

  test(`the page that opens releases: ${language}`, async (t) => {
    const kinds = ["model-linear", "model-blend", "model-labels", "weights-selection", "moments", "report"];
    const releases = await Promise.all(
      kinds.map(async (name) => json(`${name}.json`, await readFile(new URL(`${name}.json`, GOLDEN), "utf8"))),
    );
    const forged = json("forged.json", String(releases[0].buffer).replace(/"epsilon": [\d.]+/, '"epsilon": 0.01'));
    await snapshots(t, "releases", look, async (page, { site }, screen) => {
      await page.goto(site.url + address("releases.html"));
      await screen("at the start");
      await opened({ page }, [...releases, forged], kinds.length + 1);
      await screen("releases of every kind, and a forged one");
    });
  });
}
