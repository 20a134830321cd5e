// A file with other headers than the sample's, and a workbook with several sheets: the owner is asked before a row is
// read, in the region that she alone sees, and the release says nothing of her headers.
import assert from "node:assert/strict";
import test from "node:test";
import { partsOf, rowOf, zipOf } from "../../jsbridge/npm/test/xlsx-files.mjs";
import { skip } from "./support/browser.mjs";
import { clean } from "./support/axe.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

const [header, ...rows] = SAMPLE["target.csv"].trimEnd().split("\n");
const columns = header.split(",");
const GERMAN = {
  area: "Wohnfläche\n(m²)",
  rooms: "Zimmer",
  age: "Alter",
  distance: "Entfernung",
  heating: "Heizung",
};
/** The cell of a header, which may have a line break. */
const quoted = (name) => (name.includes("\n") ? `"${name}"` : name);
const german = [columns.map((name) => quoted(GERMAN[name])).join(";"), ...rows.map((row) => row.replaceAll(",", ";"))];
const windows = Buffer.from(german.join("\r\n"), "latin1"); // as a spreadsheet writes CSV, which this text fits

/** An owner whose file was picked. */
async function picked(t, name, content) {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  await me.fix();
  const height = () => me.page.locator("iframe.vault").evaluate((frame) => frame.offsetHeight);
  await me.pick(await me.write(name, content));
  const asking = me.vault.locator(".asking");
  let first; // height
  const silent = async () => {
    const all = await me.heard();
    const since = all.slice(all.findIndex(({ type }) => type === "picked"));
    assert.ok(
      since.length > 0 && since.every(({ type }) => type === "picked"),
      `the page hears nothing of it: ${JSON.stringify(since)}`,
    );
    first ??= await height();
    assert.equal(await height(), first, "and sees nothing of it");
  };
  return { me, asking, silent };
}

test("other headers are mapped by the owner, and the release does not have them", { skip }, async (t) => {
  const { me, asking, silent } = await picked(t, "private.csv", windows);
  await asking.getByText("These columns are not in your file under these names.").waitFor();
  await silent();
  await clean(me.page, "the question");
  await me.button(/^Make the result/).waitFor({ state: "hidden" });
  for (const name of columns)
    await asking.getByRole("combobox", { name, exact: true }).selectOption(GERMAN[name].replace("\n", " "));
  // One header for two columns is refused where it can be changed.
  await asking.getByRole("combobox", { name: "age", exact: true }).selectOption("Zimmer");
  await me.press("Continue", asking.getByText("“Zimmer” is chosen twice."));
  await asking.getByRole("combobox", { name: "age", exact: true }).selectOption("Alter");
  await me.press("Continue");
  await me.preview();
  await silent();
  assert.match(await me.vault.locator(".private").innerText(), /Wohnfläche \(m²\): \d/);
  assert.equal(await me.vault.locator("tr.doubtful").count(), 0);
  await me.run();
  const text = await me.released();
  const release = JSON.parse(text);
  assert.deepEqual(release.provenance.schema.columns.map(({ name }) => name).sort(), [...columns].sort());
  for (const name of Object.values(GERMAN)) assert.ok(!text.includes(name.split("\n")[0]), name);
  assert.equal(release.provenance.settingsAfterPreview, false);
  assert.equal((await me.heard()).filter((one) => JSON.stringify(one).includes("Zimmer")).length, 0);

  // The next file of these headers is read without a question, and another answer after a report would be marked.
  await me.press("Make another run");
  await me.fix();
  await me.pick(await me.write("again.csv", windows));
  await me.preview();
  assert.deepEqual(me.errors, []);
});

const sheetOf = (records) => records.map((record) => rowOf(...record.split(","))).join("");
const info = sheetOf(["Export,2025", "Klinik,Nord"]);
const table = sheetOf([header, ...rows.slice(0, 300)]);

test("a column that is not in the file is left out by the owner's word; of a workbook the one sheet with the sample's names is read, or the one that the owner chooses", {
  skip,
}, async (t) => {
  const text = [header.replace("rooms", "chambers"), ...rows].join("\n");
  const { me, asking, silent } = await picked(t, "private.csv", text);
  await asking.getByLabel("rooms").waitFor();
  assert.deepEqual(await asking.locator("option").allInnerTexts(), ["not in my file", "chambers"]);
  await me.press("Continue");
  assert.match(await me.preview(), /Your file has no column named "rooms"/);
  await silent();
  const stop = () => me.press("Stop, costs nothing", me.vault.getByText("Stopped. Nothing was charged"));

  await stop();
  await me.pick(await me.write("one.xlsx", zipOf(partsOf({ Info: info, Daten: table }))));
  assert.match(await me.preview(), /300 rows/);
  await silent();

  await stop();
  const years = { Info: info, "Year 2024": table, "Year 2025": sheetOf([header, ...rows.slice(0, 200)]) };
  await me.pick(await me.write("several.xlsx", zipOf(partsOf(years))));
  await asking.getByText("Which sheet holds your table?").waitFor();
  await silent();
  assert.deepEqual(await asking.locator("option").allInnerTexts(), ["Info", "Year 2024", "Year 2025"]);
  await asking.locator("select").selectOption("Year 2025");
  await me.press("Continue");
  assert.match(await me.preview(), /200 rows/);
  await silent();
  await me.run();
  assert.ok(!(await me.released()).includes("Year 2025"));
});
