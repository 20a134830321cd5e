// A column of dates in the public sample: the owner chooses whether it is used, and reads dates, not numbers of days.
import assert from "node:assert/strict";
import test from "node:test";
import { resultFigures } from "../dist/figures/result.js";
import { wordsFor } from "../dist/owner/result-words.js";
import { plots } from "../dist/owner/texts.js";
import { words } from "../dist/plots/words.js";
import { skip } from "./support/browser.mjs";
import { owner } from "./support/owner.mjs";

const day = (i) => new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10);
const rows = Array.from({ length: 120 }, (_, i) => ({
  sold: day((i * 37) % 400),
  area: 20 + ((i * 13) % 90),
  price: i % 17,
}));
const source = ["sold,area,price", ...rows.map(({ sold, area, price }) => `${sold},${area},${price + area}`)].join(
  "\n",
);
const file = ["sold,area", ...rows.map(({ sold, area }) => `${sold},${area + 5}`)].join("\n");

test("a column of dates is used as days, or left out before the file is opened", { skip }, async (t) => {
  const me = await owner(t, { files: { "dates.csv": source } });
  const { vault, page } = me;
  await me.load(`${me.elsewhere.url}dates.csv`);
  await me.opened();
  await me.details();
  const columns = (text) => vault.locator("#request .details tbody").filter({ hasText: text }).waitFor();
  const dates = vault.getByLabel("Use of the dates in sold");
  await columns("dates, 2020-01-01 to 20");
  assert.equal(await dates.count(), 1);

  await dates.selectOption("left out");
  await columns("not used");
  await vault.locator("select.dates:focus").waitFor();
  assert.equal(await dates.inputValue(), "ignore");

  const path = await me.write("private.csv", file);
  await me.fix("moderate", /^Weights/); // for which no model is fitted
  await me.pick(path);
  await me.preview();
  await me.run();
  const used = async () =>
    JSON.parse(await me.released()).provenance.schema.columns.map(({ name, kind, dates = false }) => ({
      name,
      kind,
      dates,
    }));
  assert.deepEqual(await used(), [
    { name: "sold", kind: "ignored", dates: false },
    { name: "area", kind: "numeric", dates: false },
  ]);

  // The choice is a setting: one made after a report is recorded.
  await me.press("Make another run");
  await dates.selectOption("used as a number of days");
  await columns("dates, 2020-01-01 to 20");
  await me.fix("moderate", /^Weights/);
  await me.pick(path);
  await me.preview();
  await vault.locator("#check").filter({ hasText: "These settings were changed after you saw a report" }).waitFor();
  const before = await me.released();
  await me.press("Make the result");
  await page.waitForFunction(
    (text) => window.heard.findLast(({ type }) => type === "release").release !== text,
    before,
  );
  assert.deepEqual(await used(), [
    { name: "sold", kind: "numeric", dates: true },
    { name: "area", kind: "numeric", dates: false },
  ]);
  assert.deepEqual(me.errors, []);
});

test("averages of dates are dates, wherever the noise carries them", () => {
  const of = (target) => {
    const columns = [{ name: "admission", kind: "numeric", mean: 18_806.4, scale: 105, dates: true }];
    const discrepancy = { uniform: 4.8, weighted: 0.13, noise: 0.3, confidence: 0.95 };
    const certificate = { mechanism: "moment", epsilon: 1, delta: 1e-6, n: 3000, order: 9, radius: 4, discrepancy };
    const release = { kind: "model", certificate, provenance: { sourceRows: 1500, schema: { columns } }, values: {} };
    const explanation = { shiftNoise: 0.02, shifts: [{ name: "admission", source: 0, target, weighted: 1 }] };
    const [plot] = resultFigures(release, explanation, { ...words, plots });
    return [wordsFor(release, explanation).differs, plot.table.rows];
  };
  assert.deepEqual(of(2.87), [
    "What differs: admission 2022-04-25 instead of 2021-06-28",
    [["admission", "2021-06-28", "2022-04-25", "2021-10-11"]],
  ]);
  assert.match(of(1e9)[0], /admission 9999-12-31 instead of/);
  assert.match(of(-1e9)[0], /admission 0000-01-01 instead of/);
});
