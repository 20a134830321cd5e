// tier: 2
// A private file in the vault: whatever is wrong with it, in whatever form it comes, the owner is told and asked, the page
// hears nothing and sees nothing, and the form goes on working. What is read from which bytes is tested in core and
// jsbridge/npm. And a column that repeats. Results with labels and reports are made in kit.test.mjs and neighbours.test.mjs.
import assert from "node:assert/strict";
import { partsOf, rowOf, workbookOfCSV, zipOf } from "../../jsbridge/npm/test/xlsx-files.mjs";
import { clean } from "./support/axe.mjs";
import { test } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";
import { parquetOf } from "./support/files.mjs";
import { choose } from "./support/press.mjs";
import { gzipSync } from "node:zlib";

const good = SAMPLE["target.csv"];
const [header, ...rows] = good.trimEnd().split("\n");
const columns = header.split(",");
const parquet = parquetOf(good);

/** An owner who has answered, and `silent()`, which fails if the page has learnt of the file, or sees of it. */
async function answered(t, sample = "source.csv", files = {}) {
  const me = await owner(t, { files });
  await me.load(me.elsewhere.url + sample);
  await me.opened();
  await me.fix();
  const text = () => me.page.locator("body").innerText();
  const before = await text();
  const heights = new Set();
  const silent = async (what) => {
    const all = await me.heard();
    const since = all.slice(all.findIndex(({ type }) => type === "picked")).map(({ type }) => type);
    assert.deepEqual([...new Set(since)], ["picked"], `${what}: the page hears nothing of it`);
    heights.add(await me.page.locator("iframe.vault").evaluate((frame) => frame.offsetHeight));
    assert.equal(heights.size, 1, `${what}: the frame is as high`);
    assert.equal(await text(), before, what);
  };
  const pick = async (name, content) => me.pick(await me.write(name, content));
  const refused = (says) => me.vault.getByRole("alert").filter({ hasText: says }).waitFor();
  const stop = () => me.press("Stop, costs nothing", me.vault.getByText("Stopped. Nothing was charged"));
  return { me, silent, pick, refused, stop };
}

test("a file that cannot be used is refused inside the vault only; several are read as one", async (t) => {
  const { me, silent, pick, refused } = await answered(t);
  for (const [name, content, says] of [
    ["other.csv", "height,weight\n1,2\n3,4\n", "column"],
    ["wide.csv", Buffer.from(`\ufeff${good}`, "utf16le"), "UTF-8"],
    ["cut.csv.gz", gzipSync(good).subarray(0, 5000), "cannot be unpacked"],
    ["cut.parquet", parquet.subarray(0, parquet.length - 20), "cannot be decoded"],
    ["old.xls", Buffer.from("d0cf11e0a1b11ae1", "hex"), "save the sheet as CSV"],
  ]) {
    await pick(name, content);
    if (name === "other.csv") await me.press("Continue"); // none of its columns is meant
    await refused(says);
    await refused("Nothing has left the vault");
    await silent(name);
  }
  const repaired = [header, rows[0].replace(/^[^,]*/, "big"), ...rows.slice(1)];
  const [first, second] = [repaired.slice(0, 1500), [header, ...repaired.slice(1500)]];
  await me.pick(await me.write("one.csv", first.join("\n")), await me.write("two.csv", second.join("\n")));
  const report = await me.preview();
  assert.match(report, /3,000 rows read[\s\S]*1 cell was missing or unreadable.*: area 1/);
  await silent("what was repaired");
  assert.deepEqual(me.errors, []);
});

test("gzip, Parquet and workbooks are read in the vault; a public sample may be a workbook too", async (t) => {
  const files = { "source.xlsx": workbookOfCSV(SAMPLE["source.csv"]) };
  const { me, silent, pick, stop } = await answered(t, "source.xlsx", files);
  await pick("private.csv", good);
  const want = await me.preview();
  for (const [name, content] of [
    ["private.csv.gz", gzipSync(good)],
    ["private.parquet", parquet],
    ["private.xlsx", workbookOfCSV(good)],
  ]) {
    await stop();
    await pick(name, content);
    assert.equal(await me.preview(), want, name);
    await silent(name);
  }
  assert.deepEqual(me.errors, []);
});

test("without the decoder a Parquet file is refused, and CSV still works", async (t) => {
  const me = await owner(t);
  const other = { contentType: "text/javascript", body: "postMessage('not the pinned one')" };
  await me.page.route("**/parquet.js", (route) => route.fulfill(other));
  await me.loadSample();
  await me.fix();
  await me.pick(await me.write("private.parquet", parquet));
  await me.vault.getByRole("alert").filter({ hasText: "could not be loaded with the page" }).waitFor();
  await me.pick(await me.write("private.csv", good));
  assert.match(await me.preview(), /3,000 rows/);
});

const GERMAN = { area: "Wohnfläche\n(m²)", rooms: "Zimmer", age: "Alter", distance: "Entfernung", heating: "Heizung" };
/** As a spreadsheet writes CSV: with semicolons, not in UTF-8; a header has a line break. */
const windows = Buffer.from(
  [
    columns.map((name) => (GERMAN[name].includes("\n") ? `"${GERMAN[name]}"` : GERMAN[name])).join(";"),
    ...rows.map((row) => row.replaceAll(",", ";")),
  ].join("\r\n"),
  "latin1",
);

test("other headers are mapped by the owner, and the release does not have them", async (t) => {
  const { me, silent, pick } = await answered(t);
  const asking = me.vault.locator(".asking");
  const box = (name) => asking.getByRole("combobox", { name, exact: true });
  await pick("private.csv", windows);
  await asking.getByText("These columns are not in your file under these names.").waitFor();
  await silent("the question");
  await me.button(/^Make the result/).waitFor({ state: "hidden" });
  for (const name of columns) await box(name).selectOption(GERMAN[name].replace("\n", " "));
  await box("age").selectOption("Zimmer");
  await me.press("Continue", asking.getByText("“Zimmer” is chosen twice."));
  await box("age").selectOption("Alter");
  await me.press("Continue");
  await me.preview();
  await silent("the answer");
  await clean(me.page, "a mapped file");
  await me.run();
  const text = await me.released();
  const { schema, settingsAfterPreview } = JSON.parse(text).provenance;
  assert.deepEqual([schema.columns.map(({ name }) => name).sort(), settingsAfterPreview], [columns.toSorted(), false]);
  for (const name of Object.values(GERMAN)) assert.ok(!text.includes(name.split("\n")[0]), name);
  assert.ok(!JSON.stringify(await me.heard()).includes("Zimmer"));
  await me.press("Make another run");
  await me.fix();
  await pick("again.csv", windows);
  await me.preview(); // without a question
  assert.deepEqual(me.errors, []);
});

test("a column that is not in the file is left out by the owner's word; of a workbook the owner chooses the sheet", async (t) => {
  const { me, silent, pick, stop } = await answered(t);
  const asking = me.vault.locator(".asking");
  await pick("private.csv", [header.replace("rooms", "chambers"), ...rows].join("\n"));
  await asking.getByLabel("rooms").waitFor();
  assert.deepEqual(await asking.locator("option").allInnerTexts(), ["not in my file", "chambers"]);
  await me.press("Continue");
  assert.match(await me.preview(), /Your file has no column “rooms”/);
  await silent("a column left out");
  const sheetOf = (records) => records.map((record) => rowOf(...record.split(","))).join("");
  const table = (n) => sheetOf([header, ...rows.slice(0, n)]);
  const sheets = { Info: sheetOf(["Export,2025"]), "Year 2024": table(300), "Year 2025": table(200) };
  await stop();
  await pick("several.xlsx", zipOf(partsOf(sheets)));
  await asking.getByText("Which sheet holds your table?").waitFor();
  assert.deepEqual(await asking.locator("option").allInnerTexts(), Object.keys(sheets));
  await asking.locator("select").selectOption("Year 2025");
  await me.press("Continue");
  assert.match(await me.preview(), /200 rows/);
  await stop();
  await me.details();
  await me.vault.locator("#sheet").fill("Year 2024");
  await pick("named.xlsx", zipOf(partsOf(sheets)));
  assert.match(await me.preview(), /300 rows/);
  assert.doesNotMatch(JSON.stringify(await me.heard()), /Year/);
});

/** Drops a file on the document of a page or frame; resolves with whether the browser was kept from opening it. */
const drop = (place, text) =>
  place.evaluate((text) => {
    const given = new DataTransfer();
    if (text !== null) given.items.add(new File([text], "dropped.csv", { type: "text/csv" }));
    else given.setData("text/plain", "no file");
    const event = new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
    return event.defaultPrevented;
  }, text);

test("a file can be dropped on the vault, at its time and nowhere else", async (t) => {
  const me = await owner(t, { base: "linear" });
  assert.equal(await drop(me.page, good), true);
  await me.page.getByText("Nothing was read. Drop a file inside the frame of the vault").waitFor();
  await me.loadSample();
  assert.equal(await drop(me.frame(), good), true);
  await me.vault.getByText("Choose how strongly one person is protected").waitFor();
  await me.fix();
  assert.equal(await drop(me.frame(), null), true);
  await me.vault.getByText("What was dropped is not a file").waitFor();
  // As a folder that is dropped: the browser makes a File of it that cannot be read.
  await me.frame().evaluate(() => {
    const file = new File(["x"], "folder");
    const gone = new DOMException("The file could not be found", "NotFoundError");
    file.stream = () => new ReadableStream({ start: (controller) => controller.error(gone) });
    const given = new DataTransfer();
    given.items.add(file);
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }));
  });
  await me.vault.getByRole("alert").filter({ hasText: "could not be read" }).waitFor();
  assert.equal(await drop(me.frame(), good), true);
  assert.match(await me.preview(), /3,000 rows read/);
});

const types = async (me) => (await me.said()).map(({ type }) => type);

test("a column that repeats stops the owner before the charge, who names it or protects rows", async (t) => {
  const named = (csv, who) => {
    const [head, ...rows] = csv.trimEnd().split("\n");
    return [`${head},household`, ...rows.map((row, i) => `${row},${who(i)}`)].join("\n");
  };
  const people = (SAMPLE["target.csv"].trimEnd().split("\n").length - 1) / 4; // four rows of each
  const me = await owner(t, { base: "linear", files: { "named.csv": named(SAMPLE["source.csv"], () => "none") } });
  await me.load(`${me.elsewhere.url}named.csv`);
  await me.opened();
  await me.fix();
  const height = () => me.page.locator("iframe.vault").evaluate((frame) => frame.offsetHeight);
  const file = await me.write(
    "private.csv",
    named(SAMPLE["target.csv"], (i) => `h${i % people}`),
  );
  await me.pick(file);
  await me.preview();
  const before = await height();
  const run = me.button(/^Make the result/);
  await me.vault.getByText("The texts of the column “household” repeat").waitFor();
  assert.equal(await run.isDisabled(), true);
  await me.press(
    "Protect people: name the column",
    me.vault.getByText(/The column that names the person is filled in/),
  );
  assert.equal(await me.vault.locator("#unit-column").inputValue(), "household");
  assert.deepEqual(
    [await types(me), await height()],
    [["ready", "picked"], before],
    "nor does the page hear the answer",
  );
  await me.pick(file);
  assert.match(await me.preview(), /They belong to 750 people, with at most 4 rows each\./);
  await me.run();
  const { unit, unitColumn, n } = JSON.parse(await me.released()).certificate;
  assert.deepEqual({ unit, unitColumn, n }, { unit: "person", unitColumn: "household", n: people });

  await me.press("Make another run");
  await me.fix();
  await choose(me.vault.locator("#people input[value=no]"));
  await me.pick(file);
  await me.preview();
  await me.press("Continue, protecting single rows only");
  assert.equal(await run.isDisabled(), false);
  assert.match(await me.refused(), /protect people and this one would protect rows, which do not add up/);
  const [account] = (await me.ledger()).accounts;
  assert.deepEqual([account.unit, account.spent.runs], ["person", 1]);
  assert.deepEqual(me.errors, []);
});
