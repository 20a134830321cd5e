// tier: 2
// The owner's page: the first visit, the sample data, the main job as a whole, how much
// there is to read and to press, and what is transferred.
import assert from "node:assert/strict";
import { load } from "../../jsbridge/npm/index.js";
import { compilerOf, isKnown } from "../../wasm/finish/finished.mjs";
import { newContext, test } from "./support/browser.mjs";
import { invitationOf, countOwnersWay } from "./support/counts.mjs";
import { owner, SAMPLE } from "./support/owner.mjs";
import { untilDrawn } from "./support/press.mjs";
import { siteFor } from "./support/servers.mjs";
import { readFile, stat } from "node:fs/promises";

const dist = new URL("../dist/", import.meta.url);

test("what a first visit shows is the released file, which the engine confirms", async (t) => {
  const me = await owner(t);
  const [saved] = await Promise.all([
    me.page.waitForEvent("download"),
    me.page.getByRole("link", { name: "The file with the result" }).click(),
  ]);
  const text = await readFile(await saved.path(), "utf8");
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const { ok, epsilon } = await engine.verify(text);
  assert.equal(ok, true);
  assert.match(
    await me.page.locator("#finished-words .good").innerText(),
    new RegExp(`ε = ${Number(epsilon.toFixed(6))} `),
  );
  const { releaseId, certificate } = JSON.parse(text);
  const [{ gain }] = certificate.labels.errors;
  const said = await me.page.locator("#finished-words .short").innerText();
  assert.ok(said.includes(`${Math.round(100 * gain.high)}% smaller`) || gain.value !== null, said);
  if (gain.value !== null) assert.ok(said.includes(`about ${Math.round(100 * gain.value)}% smaller`), said);
  const carries = async (name) => (await readFile(new URL(name, dist), "utf8")).includes(releaseId);
  assert.deepEqual([await carries("app.js"), await carries("kit/shell.txt")], [true, false], "no kit carries it");
});

test("with data of one's own the link is pasted, and an address of a sample is for analysts", async (t) => {
  const me = await owner(t);
  await me.page.click("#mine");
  assert.equal(await me.page.locator("input:visible").count(), 1, "one field, for the link");
  await me.page.getByLabel("The link that you were sent").fill("https://example.org/sample.csv");
  await me.page.getByRole("button", { name: "Open it" }).click();
  await me.page.getByText("This is not an invitation").waitFor();
  await me.page.locator("#link[aria-invalid=true]:focus").waitFor();
  await me.page.getByLabel("The link that you were sent").fill(invitationOf(me.site.url));
  await me.page.getByRole("button", { name: "Open it" }).click();
  await me.opened();
  assert.match(await me.vault.locator("#request h1, #request h2").first().innerText(), /City council/);
  await me.page.locator("#sample").waitFor({ state: "hidden" });
  await me.page.locator("#finished").waitFor({ state: "hidden" });
  assert.deepEqual(me.errors, []);
});

test("the sample data does the whole round, and adapting helps", async (t) => {
  const me = await owner(t);
  // By the keyboard from the first stop on; another test below goes on by it to the saved file.
  const focused = () => me.page.evaluate(() => document.activeElement.innerText);
  await me.page.keyboard.press("Tab");
  assert.equal(await focused(), "Skip to the steps");
  for (let stops = 0; stops < 60 && (await focused()) !== "Try it with these data"; stops++)
    await me.page.keyboard.press("Tab");
  await me.page.keyboard.press("Enter");
  await me.opened();
  assert.ok(!me.site.requests.some((request) => request.includes("/sample/")), "the site is asked for no file");
  assert.match(await me.asked(), /sample\/source\.csv/);
  const rows = SAMPLE["target.csv"].trimEnd().split("\n").length - 1;
  assert.equal(await me.vault.locator("#rows").inputValue(), rows.toLocaleString("en"), "as many as the file has");
  await me.fix();
  const foreseen = me.vault.locator(".line").filter({ hasText: "Still notices" });
  assert.doesNotMatch(await foreseen.innerText(), /Uses|budget/, "the invented file uses no run");
  const before = me.site.requests.length;
  await me.press("Use the invented file");
  await me.preview();
  const result = await me.run();
  const [, without, adapted] =
    /Typical error of a linear model without adapting: ([\d.]+)\. With the released weights: ([\d.]+)\./.exec(result);
  // How a nonlinear model depends on its columns, drawn from the release and the public sample alone.
  assert.match(result, /Which columns the model looks at/);
  const curves = me.page.locator("#result-more [id^=plot-curve-]");
  assert.ok((await curves.count()) >= 1);
  assert.match(await curves.first().innerText(), /How the prediction depends on “(area|distance)”/);
  await curves.first().locator("svg[role=img]").waitFor();
  assert.ok(Number(adapted) < 0.8 * Number(without), `${without} before, ${adapted} after`);
  await me.page.evaluate(() => fetch("last.txt"));
  const last = me.site.requests.findIndex((own) => own.endsWith("/last.txt"));
  assert.equal(last, before, "the synthetic file was handed in before");
  assert.match(result, /Sample data: not counted\./);
  const kept = await me.page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.open("privadapt-results").onsuccess = ({ target: { result: database } }) => {
          const results = database.transaction("results").objectStore("results");
          results.count().onsuccess = ({ target }) => resolve(target.result);
        };
      }),
  );
  assert.equal(kept, 0, "nor kept");
  assert.equal(await me.page.locator(".send").count(), 0, "without an address in a link there is nothing to send");
  assert.deepEqual(me.errors, []);
});

const MOST = { words: 300, clicks: 5, screens: 3 };
const MOST_SHIFT = 0.05;

/** In a page or a frame: adds up what has moved and was not moved by the owner. */
function watchShifts() {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
  }).observe({ type: "layout-shift", buffered: true });
}

for (const [language, locale] of Object.entries({ en: "en-GB", de: "de-DE" }))
  test(`from a link to a sample elsewhere to a saved file: few words, clicks and screens, and nothing moves (${locale})`, async (t) => {
    const { site, elsewhere } = await siteFor(t, { "source.csv": SAMPLE["source.csv"] });
    const context = await newContext({ locale });
    t.after(() => context.close());
    const page = await context.newPage();
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.addInitScript(watchShifts);
    const count = await countOwnersWay(page, site.url, {
      language,
      source: `${elsewhere.url}source.csv`,
      look: async () => {
        for (const frame of page.frames())
          assert.equal(await frame.evaluate(() => document.documentElement.lang), language);
      },
    });
    const shifts = await Promise.all(page.frames().map((frame) => frame.evaluate(() => window.shifted)));
    t.diagnostic(`${JSON.stringify(count)}, layout shift ${shifts.map((shift) => shift.toFixed(3)).join(" and ")}`);
    for (const [what, most] of Object.entries(MOST)) assert.ok(count[what] <= most, `${count[what]} ${what}`);
    assert.equal(shifts.length, 2, "page and vault");
    assert.ok(shifts[0] + shifts[1] <= MOST_SHIFT, `layout shift ${shifts}`);
    // The other language is not transferred.
    const texts = site.requests.filter((request) => request.includes("/texts/"));
    assert.deepEqual(
      texts.map((request) => request.replace(/.*\/texts\//, "")),
      [`${language}.js`],
    );
  });

test("the keyboard alone leads from an invitation to a saved file", async (t) => {
  const me = await owner(t);
  const { page } = me;
  const link = { source: `${me.elsewhere.url}source.csv`, label: "price", asker: "A council", base: "linear" };
  await page.goto("about:blank"); // a reload right after a change of the part behind # now and then loses that part
  await page.goto(`${me.site.url}#${new URLSearchParams(link)}`);
  await page.locator("#load-invited").waitFor();
  const focused = async (selector) => {
    const matches = (wanted) => document.activeElement?.matches(wanted) ?? false;
    const frames = [page.mainFrame(), me.frame()].filter(Boolean);
    return (await Promise.all(frames.map((frame) => frame.evaluate(matches, selector)))).includes(true);
  };
  const tabTo = async (selector) => {
    for (let pressed = 0; pressed < 80; pressed++) {
      if (await focused(selector)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`no Tab leads to ${selector}`);
  };
  await tabTo("#load-invited");
  await page.keyboard.press("Enter");
  await me.vault.locator("label.button").waitFor();
  await tabTo("#rows");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("3000");
  await tabTo("#epsilon input");
  await page.keyboard.press("Space"); // chooses the first
  for (let moved = 0; moved < 2; moved++) await page.keyboard.press("ArrowDown");
  assert.equal(await me.vault.getByRole("radio", { name: "moderate" }).isChecked(), true);
  // A busy headless browser now and then opens no picker: then the key is pressed once more.
  let chooser;
  for (let tries = 0; !chooser && tries < 5; tries++) {
    await tabTo("#file");
    const waits = page.waitForEvent("filechooser", { timeout: 20_000 }).catch(() => undefined);
    await page.keyboard.press("Enter");
    chooser = await waits;
  }
  await chooser.setFiles(await me.write("private.csv", SAMPLE["target.csv"]));
  await me.preview();
  await tabTo("#check button.primary");
  await page.keyboard.press("Enter");
  await page.locator("#result").waitFor();
  await tabTo("#result-body button.primary");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  assert.equal(JSON.parse(await readFile(await download.path(), "utf8")).certificate.epsilon, 1);
  assert.deepEqual(me.errors, []);
});

test("a page that was opened by another takes no document from a stranger", async (t) => {
  const me = await owner(t);
  await me.page.goto(`${me.site.url}releases.html`);
  await me.page.locator("#files").waitFor();
  await me.page.evaluate(() => {
    const seen = new Promise((resolve) => addEventListener("message", resolve, { once: true }));
    postMessage({ name: "a.json", text: "{}" }, location.origin);
    return seen.then(() => {});
  });
  await untilDrawn(me.page.mainFrame());
  assert.equal(await me.page.locator("#open-error").innerText(), "");
});

const measured = JSON.parse(await readFile(new URL("../build/evaluation.json", import.meta.url), "utf8"));

test("the figures are what make evaluate found, the harm among them", async (t) => {
  const me = await owner(t);
  await me.panel("evaluation");
  const section = me.page.locator("#evaluation");
  const real = measured.tasks.filter((task) => task.real);
  const ratios = (method) => real.map((task) => task.ratios[method][measured.epsilons.indexOf(1)]);
  const text = await section.innerText();
  assert.match(text, new RegExp(`${real.length} real tasks`));
  for (const method of ["blend", "labels"]) {
    const mean = Math.exp(ratios(method).reduce((sum, ratio) => sum + Math.log(ratio), 0) / real.length);
    assert.ok(text.includes(`has ${Number((100 * mean).toPrecision(3))}%`), text);
  }
  assert.ok(text.includes(`by up to ${Number((100 * (Math.max(...ratios("blend")) - 1)).toPrecision(3))}%`), text);
  await section.scrollIntoViewIfNeeded();
  await section.locator("svg[role=img]").waitFor();
  assert.equal(await section.locator("svg[role=img] g:not(.mark) > .dot").count(), 2 * real.length);
  await section.locator("summary").click();
  assert.equal(await section.locator("tbody tr").count(), real.length);
  assert.doesNotMatch(await section.locator("tbody").innerText(), /_/, "every task has a name for the eye");
});

/**
 * The aim was 1.0 MB before nonlinear models and 1.05 MB with them; make measure's, 0.9 MB, counts headers too
 * and is for later. Private labels exceeded it (1.063 MB); reports, several public samples, models in files and labels
 * in databases, which one engine holds for pages and programs alike, exceed it further, and so do labels of many owners
 * and reports from databases, the German texts of the vault, and models as queries, which had a generator of their own.
 * Measured: 1.374 MB: the engine has 1.240 MB, 0.069 MB the page's script with the texts of its language (0.003 MB of
 * them the finished example), 0.026 MB for Parquet files and 0.014 MB for workbooks: these come before a file is chosen, as nothing may be asked for afterwards.
 * Sample data are made in the page, and not loaded: 0.010 MB.
 * Until plots were drawn without D3 it was 0.014 MB more. An engine whose jumps alone are rewritten is 0.040 MB larger.
 */
const MOST_BYTES = 1.38e6;

test(`the owner's page transfers at most ${MOST_BYTES / 1e6} MB, and nothing twice`, async (t) => {
  const me = await owner(t);
  const last = me.page.waitForRequest(/xlsx\.js$/); // it comes when the vault is open
  await me.page.click("#try-sample");
  await me.opened();
  await last;
  const names = me.site.requests.map(
    (request) => request.replace(/^GET \/some\/path\//, "").replace(/[?#].*/, "") || "index.html",
  );
  // The icon is shown and stands in the tab, for which Chromium asks again.
  const again = names.filter((name, i) => names.indexOf(name) !== i && name !== "shared/icon.svg");
  assert.deepEqual(again, []);
  const sizes = await Promise.all(
    names.map(async (name) => [name, (await stat(new URL(`../dist/${name}.br`, import.meta.url))).size]),
  );
  const sum = sizes.reduce((total, [, size]) => total + size, 0);
  const largest = sizes
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 8)
    .map(([name, size]) => `${name} ${(size / 1e3).toFixed(1)} kB`);
  t.diagnostic(`${(sum / 1e6).toFixed(3)} MB in ${sizes.length} files, the largest: ${largest.join(", ")}`);
  // What an unknown compiler has written stays as large as it is.
  if (isKnown(compilerOf(await readFile(new URL("../dist/engine.wasm", import.meta.url)))))
    assert.ok(sum <= MOST_BYTES, `${sum} bytes: ${largest.join(", ")}`);
  // All modules are asked for at once: none is found only when another has come.
  const modules = await me.page.evaluate(() =>
    [...document.querySelectorAll("link[rel=modulepreload]")].map((link) => link.getAttribute("href")),
  );
  const late = ["early.js", "parquet.js", "xlsx.js"]; // the first is no module
  assert.deepEqual(names.filter((name) => name.endsWith(".js") && !late.includes(name)).sort(), modules.sort());
});
