// The page "Reproduce the paper": the real lab runs in the browser, its figures can be explored and saved.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { fits, looks } from "./support/pictures.mjs";
import { SMALL, TINY, reader } from "./support/reader.mjs";

const figure = (me, name) => me.page.locator(`#figure-${name}`);
/** The curves that are drawn: groups of the drawing with a marker each. */
const drawn = (me, name) => figure(me, name).locator("svg > g:has(> path[transform])").count();

test("the lab is loaded by Run alone, and a tiny run ends in two figures and a table", { skip }, async (t) => {
  const me = await reader(t);
  const asked = (name) => me.site.requests.some((request) => request.includes(name));
  assert.equal(asked("lab"), true, "lab.js");
  assert.equal(asked("lab.wasm") || asked("lab-worker.js"), false);
  await me.run(TINY);
  assert.ok(asked("lab.wasm") && asked("lab-worker.js"));
  const progress = await me.progress();
  // A busy page shows some of the runs, the last among them, and never goes back.
  const runs = progress
    .map((words) => /^Run (\d+) of (\d+)/.exec(words))
    .filter(Boolean)
    .map(([, run, total]) => [Number(run), Number(total)]);
  assert.ok(runs.length > 0 && runs.every(([run], i) => i === 0 || run >= runs[i - 1][0]), String(progress));
  assert.equal(...runs.at(-1));
  assert.match(
    progress.find((words) => words.startsWith("Loading")),
    /^Loading the program: [\d.]+ \w+ of \d+\.\d MB$/,
  );

  assert.equal(await me.page.evaluate(() => document.activeElement.id), "result-heading");
  assert.equal(await me.text("result-source"), "Computed just now in your browser.");
  const rows = await me.page.locator(".numbers tbody tr").allInnerTexts();
  assert.equal(rows.filter((row) => row.includes("1,000")).length, rows.length);
  for (const words of [
    "Public data alone",
    "Oracle",
    "mirror descent",
    "the paper’s noise",
    "tight noise",
    "second moment",
  ]) {
    assert.ok(
      rows.some((row) => row.includes(words)),
      words,
    );
  }
  assert.equal(await drawn(me, "b"), rows.length);
  assert.equal(await drawn(me, "a"), rows.length - 1, "the oracle has no weights");
  assert.match(await me.text("about"), /K = 50 rounds/);
  assert.deepEqual(me.errors, []);
});

test("curves are toggled, values shown, the scale changed, by mouse and by keyboard", { skip }, async (t) => {
  const me = await reader(t);
  await me.run(SMALL);
  const legend = me.page.locator(".legend");
  const box = (name) => legend.getByRole("checkbox", { name });
  const all = await legend.getByRole("checkbox").count();
  assert.equal(await drawn(me, "b"), await legend.getByRole("checkbox", { checked: true }).count());
  assert.equal(await box("Two stages, Frank–Wolfe, tight noise, ε = 1").isChecked(), true);
  assert.equal(await box("Two stages, Frank–Wolfe, tight noise, ε = 4").isChecked(), false);
  await legend.getByRole("button", { name: "All" }).click();
  assert.equal(await drawn(me, "b"), all);
  await legend.getByRole("button", { name: "ε = 4" }).click();
  assert.equal(await box("Two stages, Frank–Wolfe, tight noise, ε = 1").isChecked(), false);
  await legend.getByRole("button", { name: "None" }).click();
  assert.match(await figure(me, "a").innerText(), /No curve is chosen/);
  const moment = box("Two stages, Frank–Wolfe, second moment, ε = 1");
  await moment.focus();
  await me.page.keyboard.press("Space");
  assert.deepEqual([await drawn(me, "a"), await drawn(me, "b")], [1, 1]);

  const cell = async (n, column) =>
    me.page
      .locator(".numbers tr", { hasText: "Two stages, Frank–Wolfesecond moment1" })
      .filter({ hasText: n })
      .locator("td")
      .nth(column)
      .innerText();
  const marker = figure(me, "a").locator("svg path[transform]").last();
  await marker.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await marker.boundingBox();
  await me.page.mouse.move(x + width / 2 + 5, y + height / 2 + 5);
  const tip = figure(me, "a").locator(".tip");
  assert.match(await tip.innerText(), /^Two stages, Frank–Wolfe, second moment, ε = 1\nn = 1,000\n‖M\(q\)‖₂ = /);
  assert.ok((await tip.innerText()).endsWith(await cell("1,000", 3)), await tip.innerText());
  await me.page.mouse.move(x, y - 200);
  await tip.waitFor({ state: "hidden" });

  await figure(me, "b").locator(".chart").focus();
  await me.page.keyboard.press("ArrowRight");
  await me.page.keyboard.press("ArrowRight");
  assert.match(
    await figure(me, "b").getByRole("status").innerText(),
    /^Two stages, Frank–Wolfe, second moment, ε = 1, n = 1,000, test error = /,
  );
  const ticks = () => figure(me, "b").locator("svg text").allTextContents();
  const before = await ticks();
  await figure(me, "b").getByRole("checkbox", { name: "Logarithmic scale" }).uncheck();
  assert.notDeepEqual(await ticks(), before);
  assert.equal((await ticks())[0], "0", "a linear scale begins at 0");
  assert.deepEqual(me.errors, []);
});

test("the figures and the result are saved, and the result can be opened again", { skip }, async (t) => {
  const me = await reader(t);
  const text = await me.result(SMALL);
  const result = JSON.parse(text);
  assert.deepEqual(result.settings.epsilons, [1, 4]);
  for (const [name, key] of [
    ["a", "norm"],
    ["b", "error"],
  ]) {
    const csv = await me.download(figure(me, name).getByRole("button", { name: "CSV" }));
    assert.equal(csv.name, `privadapt-figure-${name}.csv`);
    const [head, ...lines] = csv.content
      .trimEnd()
      .split("\n")
      .map((line) => line.split(","));
    assert.deepEqual(head, ["method", "noise", "epsilon", "n", key, `${key}_sd`, "repetitions"]);
    assert.equal(lines.length, result.points.filter((point) => point[key] !== null).length);
    for (const [method, noise, epsilon, n, mean, sd] of lines) {
      const same = (p) =>
        p.method === method && p.noise === noise && String(p.epsilon ?? "inf") === epsilon && String(p.rows) === n;
      const point = result.points.find(same);
      assert.deepEqual([Number(mean), Number(sd)], [point[key], point[`${key}SD`]]);
    }
    const file = await me.download(figure(me, name).getByRole("button", { name: "SVG" }));
    assert.equal(file.name, `privadapt-figure-${name}.svg`);
    assert.doesNotMatch(file.content, /<script|<style|style=|class=|var\(|NaN|undefined|href/);
    const { root, texts } = await me.page.evaluate((source) => {
      const parsed = new DOMParser().parseFromString(source, "image/svg+xml");
      return { root: parsed.documentElement.nodeName, texts: parsed.documentElement.textContent };
    }, file.content);
    assert.equal(root, "svg");
    assert.match(texts, /Two stages, mirror descent, the paper’s noise, ε = 1/);
  }
  const before = await me.page.locator(".numbers").innerText();
  assert.deepEqual(await me.open(text), { status: "Opened result.json. The figures are below.", problem: "" });
  assert.match(await me.text("result-source"), /This page has not computed these numbers/);
  assert.equal(await me.page.locator(".numbers").innerText(), before);
});

test("the reader's own settings are checked beside their field", { skip }, async (t) => {
  const me = await reader(t);
  const faulty = [
    ["epsilons", "0", /between 0.01 and 100/],
    ["epsilons", "", /One to 8 numbers/],
    ["epsilons", "1; one", /numbers/],
    ["rows", "1000.5", /whole numbers/],
    ["rows", "1e9", /between 100 and 100,000/],
    ["rows", "100 200 300 400 500 600 700 800 900", /One to 8/],
    ["repetitions", "1, 2", /A whole number/],
    ["iterations", "1", /between 2 and 100,000/],
  ];
  for (const [name, value, says] of faulty) {
    await me.choose({ ...TINY, [name]: value });
    await me.page.click("#run");
    assert.match(await me.text(`${name}-problem`), says, `${name} ${value}`);
    assert.equal(await me.page.evaluate(() => document.activeElement.id), name);
    assert.equal(await me.page.locator(".problem:visible").count(), 1);
  }
  assert.equal(
    me.site.requests.some((request) => request.includes("lab.wasm")),
    false,
  );
});

for (const width of [360, 1280]) {
  test(`the page at ${width} pixels, light and dark`, { skip }, async (t) => {
    const me = await reader(t, { viewport: { width, height: 900 } });
    const picture = (name) => looks(me.page, `paper-${name}`);
    await picture("1-start");
    await me.choose({ ...SMALL, rows: "many" });
    await me.page.click("#run");
    await picture("2-settings");
    // Enough runs that words of one of them are seen before the last ends.
    await me.choose({ ...TINY, repetitions: "100", iterations: "1000" });
    await me.page.click("#run");
    await me.page
      .locator("#running")
      .filter({ hasText: /Run \d/ })
      .waitFor();
    await picture("3-running");
    await me.page.click("#cancel");
    await me.page.locator("#status").filter({ hasText: "Cancelled" }).waitFor();
    await me.run(SMALL);
    await figure(me, "a").locator(".chart").focus();
    await me.page.keyboard.press("ArrowRight");
    await picture("4-result");
    for (const other of [320, 768, 1920]) {
      await me.page.setViewportSize({ width: other, height: 900 });
      await fits(me.page, "result");
    }
  });
}
