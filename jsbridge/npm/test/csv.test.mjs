// Tables for people: no text of a stranger's does anything in a spreadsheet, and numbers stay what they are.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { cell, predictionsCSV, tableCSV } from "../csv.js";
import { recordsOf } from "./csv.mjs";

const CELLS = JSON.parse(await readFile(new URL("./data/csv-cells.json", import.meta.url), "utf8"));

test("each cell", () => {
  for (const [text, written] of CELLS) assert.equal(cell(text), written, JSON.stringify(text));
  for (const [value, written] of [
    [-3.5, "-3.5"],
    [1e-7, "1e-7"],
    [0, "0"],
    [null, ""],
    [undefined, ""],
  ])
    assert.equal(cell(value), written);
});

test("whatever the texts, a table has its rows and columns, and no cell begins like a formula", () => {
  const marks = [..."=+-@\t\r\n \",;'1ex\0\u200b＝", ".5"];
  const texts = marks.flatMap((a) => marks.flatMap((b) => marks.map((c) => a + b + c)));
  for (let i = 0; i < texts.length; i += 7) {
    const line = texts.slice(i, i + 7);
    const table = tableCSV([line, ["next"]]);
    const [cells, next] = recordsOf(table);
    assert.deepEqual([cells.length, next], [line.length, ["next"]], JSON.stringify(line));
    for (const text of cells)
      assert.ok(
        /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) || !/^[\s\p{C}]*[=+\-@＝＋－＠]/u.test(text),
        JSON.stringify(text),
      );
    assert.ok(!/(?!\n)\p{Cc}/u.test(table));
  }
});

test("predictions of numbers and of classes", () => {
  assert.equal(predictionsCSV({ predictions: Float64Array.of(-3.5, 1e21) }), "prediction\n-3.5\n1e+21\n");
  assert.equal(predictionsCSV({ predictions: new Float64Array() }), "prediction\n");
  const found = {
    classes: ["-1", "=A1"],
    labels: ["-1", "=A1"],
    probabilities: [Float64Array.of(0.75, 0.25), Float64Array.of(0.25, 0.75)],
  };
  assert.equal(predictionsCSV(found), "prediction,p(-1),p(=A1)\n-1,0.75,0.25\n'=A1,0.25,0.75\n");
});
