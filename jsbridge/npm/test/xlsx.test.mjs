// A sheet of a workbook is read as the CSV file of its stored values is; which sheet is read, and which of its rows is the
// header.
//
// data/table-openpyxl.xlsx was written by openpyxl 3.0.9, which keeps 16 digits, from data/table.csv, and
// data/table-calc.xlsx by LibreOffice Calc 7.4, which keeps 15, from that workbook; both had more rows, which were cut off.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { TOO_LONG } from "../reading/text-cell.js";
import { recordsOf } from "./csv.mjs";
import { served } from "./served.mjs";
import { engineFor, reportOf, sourceCSV, targetCSV, targetRows } from "./support.mjs";
import { words } from "./tools.mjs";
import { partsOf, rowOf, textOf, workbookOf, workbookOfCSV, zipOf } from "./xlsx-files.mjs";
import "../dist/parquet.js";
import "../dist/xlsx.js";

const at = (name) => fileURLToPath(new URL(`data/${name}`, import.meta.url));

/** What a cell means to the reader of CSV, whoever wrote it. */
function meaning(cell) {
  if (cell !== "" && Number.isFinite(Number(cell))) return Number(cell);
  if (/^(true|false)$/i.test(cell)) return cell.toUpperCase();
  const [, day, hour = "0", rest = ":00:00"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d{1,2})(:\d\d:\d\d)(?:\.000Z)?)?$/.exec(cell) ?? [];
  return day ? `${day} ${hour.padStart(2, "0")}${rest}` : cell;
}

const meaningsOf = (csv) => recordsOf(csv).map((cells) => cells.map(meaning));

test("a workbook of another program means what the CSV file does that it was made of", async () => {
  for (const [book, digits] of [
    ["table-openpyxl.xlsx", 16],
    ["table-calc.xlsx", 15],
  ]) {
    const { text, failure } = await served(await readFile(at(book)));
    assert.equal(failure, undefined);
    const [got, want] = [text, await readFile(at("table.csv"), "utf8")].map(meaningsOf);
    assert.equal(got.length, 61);
    const same = (a, b) => a === b || Math.abs(a - b) <= 10 ** (1 - digits) * Math.abs(b);
    got.forEach((record, i) =>
      assert.ok(
        record.length === 9 && record.every((cell, k) => same(cell, want[i][k])),
        `${book}: ${record} in place of ${want[i]}`,
      ),
    );
  }
});

/** 9, in very many digits. */
const LONG = `9${"0".repeat(140_000)}e-140000`;

test("a number is one text however it is stored, as it is of people", async () => {
  const numbers = [...words("7 7.0 7.00 7E0 +7 07 -0.0 0 12345678901234567891 0.5 .50 1E+21"), LONG];
  const rows = numbers.map((text) => `<row><c><v>${text}</v></c>${textOf("x")}</row>`).join("");
  const { text } = await served(workbookOf(rowOf("id", "x") + rows));
  const cells = recordsOf(text).map(([id]) => id);
  const stored = words("7 7 7 7 7 7 0 0 12345678901234567891 0.5 0.5 1e+21 9");
  assert.deepEqual(cells, ["id", ...stored]);
});

test("each kind of cell is its stored value", async () => {
  const shared = [
    "<si><t>plain</t></si>",
    '<si><r><t>rich </t></r><r><rPr><b/></rPr><t>text</t></r><rPh sb="0"><t>aside</t></rPh></si>',
    "<si/>",
  ];
  const formats = ["dd/mm/yyyy", "yyyy-mm-dd hh:mm", "0.00%", '"day" 0', "[h]:mm", "[$-409]mmm\\-yy", "hh:mm:ss"];
  const cells = [
    ["<c><v>1.50</v></c>", "1.5"],
    ['<c t="n"><v>-2E-3</v></c>', "-0.002"],
    ["<c><v>seven</v></c>", ""], // no number
    ["<c><v>1,5</v></c>", ""],
    ["<c/>", ""],
    ["<c><f>A1*2</f><v>3</v></c>", "3"],
    ["<c><f>A1*2</f></c>", "=A1*2"], // never computed: the report says so
    ["<c><f>A1*2</f><v/></c>", "=A1*2"],
    ['<c t="str"><f>T(1)</f><v></v></c>', ""],
    ['<c t="str"><f>UPPER(B1)</f><v>SUM, TEXT</v></c>', "SUM, TEXT"],
    ['<c t="s"><v>0</v></c>', "plain"],
    ['<c t="s"><v>1</v></c>', "rich text"],
    ['<c t="s"><v>2</v></c>', ""],
    ['<c t="s"><v>3</v></c>', ""], // there is no such text
    ['<c t="s"><v>constructor</v></c>', ""],
    ['<c t="b"><v>1</v></c>', "TRUE"],
    ['<c t="b"><v>0</v></c>', "FALSE"],
    ['<c t="b"><v>constructor</v></c>', ""],
    ['<c t="e"><v>#N/A</v></c>', ""],
    [textOf("two\nlines_x000D__x0041_"), "two\nlines\rA"],
    ['<c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>', "ab"],
    ['<c t="d"><v>2024-02-29T12:00:00</v></c>', "2024-02-29T12:00:00"],
    ['<c t="later"><v>5</v></c>', "5"],
    ['<c s="1"><v>45351</v></c>', "2024-02-29"],
    ['<c s="2"><v>45351.5</v></c>', "2024-02-29T12:00:00.000Z"],
    ['<c s="3"><v>0.25</v></c>', "0.25"],
    ['<c s="4"><v>7</v></c>', "7"],
    ['<c s="5"><v>1.5</v></c>', "1.5"], // a duration
    ['<c s="6"><v>45351</v></c>', "2024-02-29"],
    ['<c s="7"><v>0.5</v></c>', "0.5"], // a time of day
    ['<c s="99"><v>1</v></c>', "1"], // there is no such style
    ['<c s="1"><v>1</v></c>', "1900-01-01"],
    ['<c s="1"><v>59</v></c>', "1900-02-28"],
    ['<c s="1"><v>60</v></c>', ""], // a day that there was not
    ['<c s="1"><v>61</v></c>', "1900-03-01"],
    ['<c s="1"><v>1e300</v></c>', ""],
  ];
  const rows = cells.map(([xml]) => `<row><c><v>0</v></c>${xml}</row>`).join("");
  const { text, failure } = await served(workbookOf(rowOf("a", "x") + rows, { shared, formats }));
  assert.equal(failure, undefined);
  assert.deepEqual(
    recordsOf(text).slice(1),
    cells.map(([, cell]) => ["0", cell]),
  );
  const old = await served(
    workbookOf(`${rowOf("x")}<row><c s="1"><v>0</v></c></row><row><c s="1"><v>43889</v></c></row>`, {
      formats,
      date1904: true,
    }),
  );
  assert.equal(old.text, "x\n1904-01-01\n2024-02-29\n");
});

test("every row of a sheet is a record, wherever its cells are", async () => {
  const cases = [
    [
      "places",
      `<row r="1">${textOf("a", "B1")}${textOf("b", "D1")}</row><row r="2"><c r="D2"><v>4</v></c><c r="A2"><v>9</v></c></row>`,
      "a,b\n,4\n",
    ],
    ["rows left out", `<row r="2">${textOf("a", "A2")}</row><row r="5"><c r="A5"><v>1</v></c></row>`, "\na\n\n\n1\n"],
    ["a row of formatted cells at the end", `${rowOf("a")}<row><c s="0"/></row>`, "a\n\n"],
    ["rows without a cell at the end", `${rowOf("a")}<row><c><v>1</v></c></row><row ht="9"/><row r="900"/>`, "a\n1\n"],
    [
      "merged cells",
      `${rowOf("a", "b")}<row><c><v>1</v></c><c/></row><row/><row><c/><c><v>2</v></c></row>`,
      "a,b\n1,\n,\n,2\n",
    ],
    ["a row with cells beyond the table", `${rowOf("a")}<row><c r="C2"><v>1</v></c></row>`, "a\n\n"],
    [
      "a column without a name",
      `${rowOf("a", " ", "b")}<row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row>`,
      "a,b\n1,3\n",
    ],
    [
      "rows in another order",
      `${rowOf("a")}<row r="9"><c><v>1</v></c></row><row r="3"><c><v>2</v></c></row>`,
      "a\n\n\n\n\n\n\n\n1\n2\n",
    ],
    [
      "numbers of rows that there are not",
      `${rowOf("a")}<row r="1e9"><c><v>1</v></c></row><row r="x"><c r="ZZZZZZZ1"><v>2</v></c></row>`,
      "a\n1\n\n",
    ],
    ["other prefixes", '<x:row xmlns:x="u"><x:c t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row>', "a\n"],
    ["no rows", "", ""],
  ];
  for (const [what, rows, want] of cases)
    assert.deepEqual(await served(workbookOf(rows)), { text: want, failure: undefined, pieces: want ? 1 : 0 }, what);

  const sparse = await served(workbookOf(`${rowOf("a", "b")}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`));
  assert.equal(sparse.failure, undefined);
  assert.equal(sparse.text.split("\n").length, 2 ** 20 + 1);
});

// fuzz.test.mjs has cells of every type with any text.
test("a text that is longer than a record is cut, and the rows beside it stay", async () => {
  for (const text of ["a".repeat(3 << 20), "é".repeat(700_000)]) {
    const read = await served(workbookOf(rowOf("a", "b") + rowOf("1", text) + rowOf("2", "")));
    assert.equal(read.failure, undefined);
    const [header, long, next, end] = read.text.split("\n");
    assert.deepEqual([header, next, end], ["a,b", "2,", ""]);
    assert.ok(long.startsWith("1,") && long.length < TOO_LONG + 10);
  }
});

test("what is no workbook, or swells, is one failure that says nothing of it", async () => {
  const parts = partsOf({ table: rowOf("a") + rowOf("secret").repeat(1000) });
  const sheet = "xl/worksheets/sheet1.xml";
  const whole = zipOf(parts);
  const flip = (at) => whole.map((byte, i) => (i === at ? byte ^ 0x55 : byte));
  const without = (name) => zipOf(Object.fromEntries(Object.entries(parts).filter(([part]) => part !== name)));
  const entry = (wanted, change) =>
    zipOf(parts, { edit: (entry) => (entry.name === wanted ? { ...entry, ...change } : entry) });
  const cases = {
    "cut off": whole.subarray(0, whole.length - 30),
    "the beginning alone": whole.subarray(0, 30),
    "a byte of the sheet": flip(whole.indexOf(sheet) + sheet.length + 20),
    "a ZIP archive of something else": zipOf({ "a.txt": "secret" }),
    "an OpenDocument sheet": zipOf({
      mimetype: "application/vnd.oasis.opendocument.spreadsheet",
      "content.xml": "<office:document/>",
    }),
    "no workbook": without("xl/workbook.xml"),
    "no relations": without("xl/_rels/workbook.xml.rels"),
    "no sheet": without(sheet),
    "sheets that are charts": zipOf({
      ...parts,
      "xl/_rels/workbook.xml.rels": parts["xl/_rels/workbook.xml.rels"].replace("/worksheet", "/chartsheet"),
    }),
    "with a password of ZIP": entry(sheet, { flags: 1 }),
    "packed in another way": entry(sheet, { method: 12 }),
    "a wrong checksum": entry(sheet, { checksum: 1 }),
    "more than it says": entry(sheet, { size: 100 }),
    "a sheet of 3 GiB": entry(sheet, { size: 3 * 2 ** 30 }),
    "texts of 300 MiB": entry("xl/sharedStrings.xml", { size: 300 << 20 }),
    "20,000 entries": zipOf({
      ...parts,
      ...Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`x${i}`, ""])),
    }),
  };
  for (const [what, bytes] of Object.entries(cases)) {
    const { failure } = await served(bytes);
    assert.deepEqual(failure, { code: "bad-xlsx" }, what);
  }
});

test("a sheet that swells to hundreds of times its size is read to its end", async () => {
  const rows = "<row><c><v>1</v></c></row>".repeat(200_000);
  const book = workbookOf(rowOf("a") + rows);
  assert.ok(book.length < 40_000);
  const { text, failure } = await served(book);
  assert.equal(failure, undefined);
  assert.equal(text.length, 2 + 400_000);
});

test("a sheet is chosen by its name, else it is the first that is not hidden", async (t) => {
  const sheets = {
    "not shown": rowOf("h"),
    "a & b": rowOf("a"),
    last: `${rowOf("x", "y")}<row><c><v>1</v></c><c><v>2</v></c></row>`,
  };
  const book = zipOf(partsOf(sheets, { state: (name) => (name === "not shown" ? 'state="hidden"' : "") }));
  assert.equal((await served(book)).text, "a\n");
  assert.equal((await served(book, { sheet: "a & b" })).text, "a\n");
  assert.equal((await served(book, { sheet: "last" })).text, "x,y\n1,2\n");
  assert.equal((await served(book, { sheet: "not shown" })).text, "h\n");
  assert.deepEqual(await served(book, { sheet: "Last" }), { text: "", failure: { code: "no-sheet" }, pieces: 0 });

  const engine = await engineFor(t);
  const two = new Blob([zipOf(partsOf({ other: rowOf("q"), sample: sheetOf(sourceCSV) }))]);
  const source = await engine.loadSource(two, { label: "y", sheet: "sample" });
  assert.equal(source.rows, (await engine.loadSource(new Blob([sourceCSV]), { label: "y" })).rows);
  const private_ = new Blob([zipOf(partsOf({ other: rowOf("q"), rows: sheetOf(targetCSV) }))]);
  const chosen = await engine.loadTarget(private_, { sheet: "rows" });
  assert.equal((await reportOf(engine, source, chosen)).rows, targetRows.length);
  await assert.rejects(engine.loadSource(two, { label: "y", sheet: "none" }), { code: "no-sheet" });
  await assert.rejects(engine.loadSource(two, { label: "y", sheet: 2 }), { code: "bad-option", message: /"sheet"/ });
  await assert.rejects(engine.loadTarget(private_, { sheet: 2 }), { code: "bad-option", message: /"sheet"/ });
});

const sheetOf = (csv) =>
  csv
    .trimEnd()
    .split("\n")
    .map((line) => rowOf(...line.split(",")))
    .join("");

test("without a name the sheet with the expected columns is read, if it is the only one", async () => {
  const rows = (...names) => `${rowOf(...names)}<row><c><v>1</v></c><c><v>2</v></c></row>`;
  const choice = async (sheets, state) => {
    const told = [];
    const book = zipOf(partsOf(sheets, { state }));
    const onSheets = (names) => told.push(...names);
    const { text, failure } = await served(book, { expected: ["age", "Sex"], onSheets });
    return { text, code: failure?.code, told };
  };
  const found = (text) => ({ text, code: undefined, told: [] });
  assert.deepEqual(await choice({ info: rows("made", "by"), data: rows("AGE ", "x") }), found("AGE ,x\n1,2\n"));
  assert.deepEqual(await choice({ only: rows("Alter", "x") }), found("Alter,x\n1,2\n"), "of one there is no choice");
  const hidden = (name) => (name === "old" ? 'state="hidden"' : "");
  assert.deepEqual(
    await choice({ old: rows("age", "sex"), a: rows("p"), new: rows("age", "sex") }, hidden),
    found("age,sex\n1,2\n"),
  );
  const asked = { text: "", code: "which-sheet", told: ["a", "b"] };
  assert.deepEqual(await choice({ a: rows("age", "sex"), b: rows("age", "sex") }), asked, "several");
  assert.deepEqual(await choice({ a: rows("Alter", "q"), b: rows("z") }), asked, "none");
});

// The rules are those for CSV files: of a public sample the label decides, of a private file the first row or the
// sample's, and never a record.
test("the header of a sheet may have rows above it", async () => {
  const body = "a,b,y\n1,2,3\n4,5,6\n";
  const mine = { label: "y", expected: ["a", "b"], above: 2 };
  for (const [what, csv, how, want] of [
    ["a public title", `Flats\n\n${body}`, { label: "y" }, `Flats,,\n,,\n${body}`],
    ["a title beside the table", `,,,Flats\n${body}`, { label: "y" }, `,,\n${body}`],
    ["nine rows above", `${"x\n".repeat(9)}${body}`, { label: "y" }, `${"x,,\n".repeat(9)}${body}`],
    ["ten rows above", `${"x\n".repeat(10)}${body}`, { label: "y" }, `${"x\n".repeat(10)}a\n1\n4\n`],
    ["a short sheet without the label", `Flats\n${body}`, { label: "z" }, "Flats\na\n1\n4\n"],
    ["a value like the label", `a,b,c\ny,p,q\n${body}`, { label: "y" }, `a,b,c\ny,p,q\n${body}`],
    ["a number beside the label", `Flats\ny,2024\n${body}`, { label: "y" }, `Flats,,\ny,2024,\n${body}`],
    ["a private title as the sample's", `Flats\n\n${body}`, mine, `Flats,,\n,,\n${body}`],
    ["a private header on the first row", `A,k\n7,8\n${body}`, mine, "A,k\n7,8\na,b\n1,2\n4,5\n"],
    ["the label on the first row", `y,k\n7,8\n${body}`, mine, "y,k\n7,8\na,b\n1,2\n4,5\n"],
    ["a row more than in the sample", `x\nx\nx\n${body}`, mine, "x\nx\nx\na\n1\n4\n"],
    ["a title that the sample has not", `Flats\n${body}`, { ...mine, above: 0 }, "Flats\na\n1\n4\n"],
    ["a title alone", "Flats\n", mine, "Flats\n"],
    ["nothing is known", `Flats\n${body}`, {}, "Flats\na\n1\n4\n"],
  ]) {
    const { text, failure } = await served(workbookOfCSV(csv), how);
    assert.deepEqual([failure, text], [undefined, want], what);
  }
});
