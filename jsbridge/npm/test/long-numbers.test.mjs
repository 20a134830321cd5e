// A number of any digits is one number everywhere: in a workbook, as a number and as a text, in a Parquet file of
// texts, in a CSV file, and in rows that a program holds. The file reader's own tests of long numbers are in
// core/data/dataset, and the tests of databases in core/warehouse.
import assert from "node:assert/strict";
import test from "node:test";
import { parquetWriteBuffer } from "hyparquet-writer";
import { load } from "../index.js";
import { csv, sourceCSV, targetCSV } from "./support.mjs";
import { rowOf, textOf, workbookOf } from "./xlsx-files.mjs";

const zeros = (count) => "0".repeat(count);

/** Cells, and the number of each; null of one that is beyond all numbers, which is missing. */
const CELLS = [
  ...[800, 5000, 140_000].flatMap((count) => [
    [`9${zeros(count)}e-${count}`, 9],
    [`-35${zeros(count)}.0e-${count + 1}`, -3.5],
    [`${zeros(count)}7`, 7],
    [`2.${zeros(count)}`, 2],
    [`0.${zeros(count)}1E${count + 1}`, 1],
    [`9007199254740993${zeros(count)}1e-${count + 1}`, 9007199254740994],
    [`9${zeros(count)}`, null],
  ]),
  [`0.${"3".repeat(5000)}`, 1 / 3],
  [`4e-${zeros(5000)}1`, 0.4],
  ...["1e-1000", "-1e-99999", "-0e99999", `0e${zeros(5000)}`, `0.${zeros(5000)}e7`].map((cell) => [cell, 0]),
  ...["1e1000", "-1e99999"].map((cell) => [cell, null]),
];

test("a number of any digits is that number in every format", async (t) => {
  const engine = await load();
  t.after(() => engine.dispose());
  const source = await engine.loadSource(new Blob([sourceCSV]), { label: "y" });
  const target = await engine.loadTarget(new Blob([targetCSV]));
  const release = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6, base: "linear" });
  const rowsOf = (cells) => cells.map((temp) => ({ temp, wind: 3, colour: "red" }));
  const rows = rowsOf(CELLS.map(([cell]) => cell));
  const stored = rows.map(({ temp }) => `<row><c><v>${temp}</v></c><c><v>3</v></c>${textOf("red")}</row>`);
  const texts = rows.map(({ temp }) => rowOf(temp, "3", "red"));
  const names = ["temp", "wind", "colour"];
  const bookOf = (list) => new Blob([workbookOf(rowOf(...names) + list.join(""))]);
  const columnData = names.map((name) => ({ name, data: rows.map((row) => String(row[name])), type: "STRING" }));
  const wanted = await release.predict(rowsOf(CELLS.map(([, number]) => number)));
  for (const [kind, given] of Object.entries({
    "a CSV file": new Blob([csv(rows)]),
    "a workbook's numbers": bookOf(stored),
    "a workbook's texts": bookOf(texts),
    "a Parquet file's texts": new Blob([parquetWriteBuffer({ columnData })]),
    "rows that a program holds": rows,
  })) {
    const predicted = await release.predict(given);
    assert.equal(predicted.length, CELLS.length, kind);
    for (const [k, [cell]] of CELLS.entries())
      assert.equal(predicted[k], wanted[k], `${kind}: ${cell.slice(0, 12)}… of ${cell.length} characters`);
  }
});
