// tier: 2
// Private files in other containers than plain CSV, through the real vault under its policy.
import assert from "node:assert/strict";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { partsOf, rowOf, workbookOfCSV, zipOf } from "../../jsbridge/npm/test/xlsx-files.mjs";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";
import { parquetOf } from "./support/parquet.mjs";

const csv = SAMPLE["target.csv"];
const parquet = parquetOf(csv);
const workbook = workbookOfCSV(csv);

test("gzip, Parquet and .xlsx are read in the vault, and the page hears nothing of it", { skip }, async (t) => {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  await me.fix();
  await me.pick(await me.write("private.csv", csv));
  const want = await me.preview();
  assert.match(want, /3,000 rows/);
  for (const [name, content] of [
    ["private.csv.gz", gzipSync(csv)],
    ["private.parquet", parquet],
    ["private.xlsx", workbook],
  ]) {
    await me.press("Stop, costs nothing");
    await me.vault.getByText("Stopped. Nothing was charged, and nothing has left the vault.").waitFor();
    const before = await me.said();
    await me.pick(await me.write(name, content));
    assert.equal(await me.preview(), want, name);
    const sinceThen = (await me.said()).slice(before.length);
    assert.ok(
      sinceThen.every(({ type }) => type === "picked"),
      JSON.stringify(sinceThen),
    );
  }
  await me.run();
  assert.deepEqual(me.errors, []);
});

test("a file that cannot be decompressed is reported in the vault only", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  await me.fix();
  const packed = gzipSync(csv);
  const cases = [
    ["cut.csv.gz", packed.subarray(0, packed.length / 2), /cannot be unpacked/],
    ["cut.parquet", parquet.subarray(0, parquet.length - 20), /cannot be decoded/],
    ["cut.xlsx", workbook.subarray(0, workbook.length - 20), /cannot be read as an Excel workbook/],
    ["book.xlsx", Buffer.from("PK\x03\x04\x14\0\x06\0[Content_Types].xml"), /damaged.*save the sheet as CSV/],
    ["old.xls", Buffer.from("d0cf11e0a1b11ae1", "hex"), /save the sheet as CSV/],
    ["paper.pdf", Buffer.from("%PDF-1.7\n"), /PDF/],
  ];
  for (const [name, content, says] of cases) {
    await me.pick(await me.write(name, content));
    const alert = me.vault.getByRole("alert");
    await alert.filter({ hasText: says }).waitFor();
    assert.match(await alert.innerText(), /Nothing has left the vault/);
    assert.ok(
      (await me.said()).every(({ type }) => type === "ready" || type === "picked"),
      name,
    );
  }
  await me.pick(await me.write("private.parquet", parquet));
  assert.match(await me.preview(), /3,000 rows/);
  assert.deepEqual(me.errors, []);
});

test("the sheet of a workbook is chosen in the vault, and the page hears nothing of it", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  await me.fix();
  const rows = csv
    .trimEnd()
    .split("\n")
    .map((line) => rowOf(...line.split(",")))
    .join("");
  const book = await me.write("private.xlsx", zipOf(partsOf({ notes: rowOf("nothing of use"), "the rows": rows })));
  await me.details();
  await me.vault.getByLabel("Sheet of an Excel workbook").fill("the rows");
  await me.pick(book);
  assert.match(await me.preview(), /3,000 rows/);
  assert.doesNotMatch(JSON.stringify(await me.heard()), /rows/);
  await me.press("Stop, costs nothing");
  await me.vault.getByLabel("Sheet of an Excel workbook").fill("no such sheet");
  await me.pick(book);
  await me.vault.getByRole("alert").filter({ hasText: "no sheet of the name" }).waitFor();
  assert.ok((await me.said()).every(({ type }) => type === "ready" || type === "picked"));
});

test("a public sample may be a workbook as well", { skip }, async (t) => {
  const me = await owner(t, { files: { "source.xlsx": workbookOfCSV(SAMPLE["source.csv"]) } });
  await me.load(`${me.elsewhere.url}source.xlsx`);
  await me.opened();
  await me.fix();
  await me.pick(await me.write("private.parquet", parquet));
  assert.match(await me.preview(), /3,000 rows/);
});

test("without the decoder a Parquet file is refused, and CSV still works", { skip }, async (t) => {
  const me = await owner(t);
  await me.page.route("**/parquet.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "postMessage('not the pinned one')" }),
  );
  await me.loadSample();
  await me.fix();
  await me.pick(await me.write("private.parquet", parquet));
  await me.vault.getByRole("alert").filter({ hasText: "could not be loaded with the page" }).waitFor();
  await me.pick(await me.write("private.csv", csv));
  assert.match(await me.preview(), /3,000 rows/);
});
