// A column of dates in the public sample: the owner chooses whether it is used.
import assert from "node:assert/strict";
import test from "node:test";
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
  await me.fix();
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
  await me.fix();
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
