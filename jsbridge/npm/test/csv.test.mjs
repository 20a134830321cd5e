// Tables for people: no text of a stranger's does anything in a spreadsheet, and numbers stay what they are. The edge's
// writer, in Go, is held to the same cells.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { cell, predictionsCSV, tableCSV } from "../csv.js";
import { setUp, words } from "./support.mjs";

const CELLS = JSON.parse(await readFile(new URL("./data/csv-cells.json", import.meta.url), "utf8"));

/** The cells of a table as any reader of RFC 4180 reads them. */
function readCSV(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

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
  const marks = [
    "=",
    "+",
    "-",
    "@",
    "\t",
    "\r",
    "\n",
    " ",
    '"',
    ",",
    ";",
    "'",
    "1",
    ".5",
    "e",
    "x",
    "\u0000",
    "\u200b",
    "＝",
  ];
  const texts = marks.flatMap((a) => marks.flatMap((b) => marks.map((c) => a + b + c)));
  for (let i = 0; i < texts.length; i += 7) {
    const line = texts.slice(i, i + 7);
    const table = tableCSV([line, ["next"]]);
    const [cells, next] = readCSV(table);
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

test("the command writes predictions of classes that way, to a file and to standard output", async (t) => {
  const formula = '=HYPERLINK("http://evil.example")';
  const quoted = `"${formula.replaceAll('"', '""')}"`;
  const lines = Array.from({ length: 200 }, (_, i) => `${(i % 40) / 10},${i % 40 > 20 ? quoted : "-3.5"}`);
  const { cwd, read, privadapt } = await setUp(t, {
    source: `x,y\n${lines.join("\n")}\n`,
    target: `x\n${lines.map((line) => line.split(",")[0]).join("\n")}\n`,
  });
  const made = await privadapt(
    ...words(
      "adapt --source source.csv --target target.csv --label y --task classification --base linear --epsilon 1 --delta 1e-6",
    ),
  );
  assert.equal(made.status, 0, made.stderr);
  await writeFile(join(cwd, "new.csv"), "x\n0\n3.9\n");
  const { stdout, status, stderr } = await privadapt("predict", "--model", "release.json", "--data", "new.csv");
  assert.equal(status, 0, stderr);
  const [head, low, high] = readCSV(stdout);
  assert.deepEqual(head.toSorted(), ["prediction", "p(-3.5)", `p(${formula})`].toSorted());
  assert.deepEqual([low[0], high[0]], ["-3.5", `'${formula}`]);
  assert.equal(
    (await privadapt("predict", "--model", "release.json", "--data", "new.csv", "--out", "out.csv")).status,
    0,
  );
  assert.equal(await read("out.csv"), stdout);
});
