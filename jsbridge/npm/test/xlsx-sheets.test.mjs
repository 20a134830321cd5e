// Which sheet of a workbook is read, and which of its rows is the header.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../index.js";
import "../dist/xlsx.js";
import { served } from "./served.mjs";
import { reportOf, sourceCSV, targetCSV, targetRows } from "./support.mjs";
import { partsOf, rowOf, workbookOfCSV, zipOf } from "./xlsx-files.mjs";

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

  const engine = await load();
  t.after(() => engine.dispose());
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
