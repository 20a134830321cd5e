// tier: 2
// Predictions for rows that a program holds as objects. How long they take is in make bench.
import assert from "node:assert/strict";
import test from "node:test";
import { MISSING } from "../reading/formats.gen.js";
import { engineFor } from "./support.mjs";

const source =
  'temp,"wind, m/s",colour,id,y\n' +
  Array.from({ length: 60 }, (_, i) => `${i % 7},${i % 5},${["red", "blue"][i % 2]},n${i},${(i % 7) - (i % 5)}\n`).join(
    "",
  );
const target = `temp,"wind, m/s",colour\n${Array.from({ length: 300 }, (_, i) => `${i % 7},${i % 4},red\n`).join("")}`;

async function modelFor(t, options = {}) {
  const engine = await engineFor(t, { ledger: false, ...options });
  const sample = await engine.loadSource(new Blob([source]), { label: "y", ignore: ["id"] });
  return engine.adapt({ source: sample, target: await engine.loadTarget(new Blob([target])), epsilon: 1, delta: 1e-6 });
}

const row = (values = {}) => ({ temp: 1.25, "wind, m/s": 3, colour: "red", ...values });

for (const worker of [true, false]) {
  test(`the same values give the same predictions, as rows or as a file (worker: ${worker})`, async (t) => {
    const release = await modelFor(t, { worker });
    const values = [
      1.25,
      "1.25",
      " 1.25 ",
      "-3e2",
      "+.5E1 ",
      "3.",
      "12345678901234567890.125",
      `9${"0".repeat(140_000)}e-140000`,
      `${"0".repeat(5000)}7`,
      "1e999",
      null,
      undefined,
      ...MISSING.map((word) => word.toUpperCase()),
      0.1 + 0.2,
      1e300,
    ];
    const rows = values
      .map((temp) => row({ temp }))
      .concat(["blue", " blue ", "BLUE", "green", null, "", true, 7, "red\nblue"].map((colour) => row({ colour })));
    const cell = (value) =>
      value === null || value === undefined ? "" : String(value).includes("\n") ? `"${value}"` : String(value);
    const file =
      'temp,"wind, m/s",colour\n' +
      rows.map((r) => `${[r.temp, r["wind, m/s"], r.colour].map(cell).join(",")}\n`).join("");
    const notes = [];
    const predictions = await release.predict(rows, { onNote: (note) => notes.push(note) });
    assert.deepEqual([...predictions], [...(await release.predict(new Blob([file])))]);
    assert.deepEqual(notes, [`${10 + MISSING.length} cells are blank or cannot be read, and count as missing values`]);
    assert.equal((await release.predict([])).length, 0);
  });
}

test("dates are predicted as a file's dates", async (t) => {
  const engine = await engineFor(t, { ledger: false });
  const day = (i) => new Date(Date.UTC(2021, 0, 1 + i)).toISOString().slice(0, 10);
  const dated = Array.from({ length: 100 }, (_, i) => `${day(i)},${i % 3},${i}`);
  const sample = await engine.loadSource(new Blob([`seen,a,y\n${dated.join("\n")}\n`]), { label: "y" });
  const owner = await engine.loadTarget(
    new Blob([`seen,a\n${dated.map((line) => line.split(",").slice(0, 2)).join("\n")}\n`]),
  );
  const release = await engine.adapt({ source: sample, target: owner, epsilon: 5, delta: 1e-6 });
  const values = ["2021-02-03", "03.02.2021", null, "soon", 7];
  const rows = [...values, new Date(Date.UTC(2021, 1, 3))].map((seen) => ({ seen, a: 1 }));
  const fromFile = await release.predict(
    new Blob([`seen,a\n${[...values, "2021-02-03T00:00:00.000Z"].map((seen) => `${seen ?? ""},1`).join("\n")}\n`]),
  );
  const fromRows = await release.predict(rows);
  assert.deepEqual([...fromRows], [...fromFile]);
  assert.notEqual(fromRows[0], fromRows[2]);
  assert.equal(fromRows[0], fromRows[5]);
});

test("a column that is misspelt or absent is named, beside the model's columns and those it does not know", async (t) => {
  const release = await modelFor(t);
  const { temp, ...rest } = row();
  const expected =
    'the data have no column "temp"; the model needs "temp", "wind, m/s", "colour" and does not know "Temp". Correct the names';
  for (const data of [[{ Temp: temp, id: "n1", ...rest }], [rest].map((r) => ({ ...r, Temp: 1 }))])
    await assert.rejects(
      release.predict(data),
      ({ code, message }) => code === "missing-column" && message.startsWith(expected),
    );
  // The name in a file matches in any case of letters, as everywhere; another name does not.
  await assert.rejects(release.predict(new Blob(["tmp,colour\n1,red\n"])), {
    code: "missing-column",
    message: /no column "temp", "wind, m\/s"; .* does not know "tmp"/,
  });

  const notes = [];
  const [asMean] = await release.predict([rest], { onMissing: "mean", onNote: (note) => notes.push(note) });
  assert.deepEqual(notes, ["missing columns count as missing values: temp"]);
  assert.deepEqual([asMean], [...(await release.predict([row({ temp: null })]))]);
  await assert.rejects(release.predict([rest], { onMissing: "ignore" }), { code: "bad-option", message: /onMissing/ });
});

test("what is no number in a numeric column is an error with its row and column", async (t) => {
  const release = await modelFor(t);
  for (const [temp, code, says] of [
    [NaN, "not-finite", "NaN is not"],
    [-Infinity, "not-finite", "-Infinity is not"],
    ["ten", "not-a-number", '"ten" is not'],
    ["1,5", "not-a-number", '"1,5" is not'],
    [true, "not-a-number", '"true" is not'],
  ]) {
    await assert.rejects(release.predict([row(), row({ temp })]), (error) => {
      assert.equal(error.code, code);
      assert.ok(error.message.startsWith(`row 2, column "temp": ${says} a finite number`), error.message);
      return true;
    });
  }
});

test("rows that are none, and values that have no meaning, are refused", async (t) => {
  const release = await modelFor(t);
  for (const [data, says] of [
    [[row(), null], /row 2 is not an object/],
    [[[1, 2, "red"]], /row 1 is not an object/],
    [[row({ temp: {} })], /row 1, column "temp": a value is a number, a text/],
    [[row({ colour: () => "red" })], /row 1, column "colour"/],
    [
      [
        Object.defineProperty(row(), "temp", {
          get: () => {
            throw new Error("mine");
          },
        }),
      ],
      /row 1, column "temp": the value cannot be read/,
    ],
  ])
    await assert.rejects(release.predict(data), { code: "bad-option", message: says });
});

test("columns called as what every object inherits are columns like others, in predictions, private and public tables", async (t) => {
  const names = ["constructor", "toString", "__proto__", "valueOf"];
  const head = ["a", ...names];
  const cells = (i) => [i % 7, i % 5, i % 3, i % 4, ["x", "z"][i % 2]];
  const csv = (lines) => new Blob([lines.map((line) => `${line.join(",")}\n`).join("")]);
  /** A row as JSON.parse makes it, whose values are all its own; without those that are undefined. */
  const parsed = (values) => JSON.parse(JSON.stringify(Object.fromEntries(values.map((value, k) => [head[k], value]))));
  const engine = await engineFor(t, { ledger: false });
  const sample = await engine.loadSource(
    csv([[...head, "y"], ...Array.from({ length: 60 }, (_, i) => [...cells(i), (i % 7) - (i % 5)])]),
    { label: "y" },
  );
  assert.deepEqual(
    sample.columns.map(({ name }) => name),
    head,
  );
  const reported = async (target) => {
    let report;
    const release = await engine.adapt({
      source: sample,
      target: await engine.loadTarget(target),
      epsilon: 1,
      delta: 1e-6,
      base: "linear",
      onReport: (said) => (report = said),
    });
    return { release, ...report };
  };
  const lines = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? [i % 7] : cells(i)));
  const { release, ...fromRows } = await reported(lines.map(parsed));
  const { release: _, ...fromFile } = await reported(
    csv([head, ...lines.map((line) => [...line, ...Array(head.length - line.length).fill("")])]),
  );
  assert.deepEqual(
    fromRows.findings.map(({ column, cause, cells }) => [column, cause, cells]),
    names.map((name) => [name, "missing", 100]),
  );
  assert.deepEqual(
    Object.entries(fromRows.repairedByColumn),
    names.toSorted().map((name) => [name, 100]),
  );
  assert.deepEqual(fromRows.repairedByColumn, fromFile.repairedByColumn);

  const asked = [[1, 2, 1, 3, "x"], [1, 2, undefined, undefined, undefined], [1]];
  const expected = await release.predict(csv([head, ...asked.map((line) => head.map((_, k) => line[k] ?? ""))]));
  assert.deepEqual(await release.predict(asked.map(parsed)), expected);
});
