// tier: 2
// The forms of a sample: files, bytes, streams, paths, rows, columns, Arrow tables. All give the same result as a CSV
// file.
import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { tableFromArrays } from "apache-arrow";
import {
  engineFor,
  folderFor,
  reportOf,
  reportOn,
  sourceCSV,
  sourceRows,
  targetCSV,
  targetRows,
  words,
} from "./support.mjs";

const typed = (table) =>
  table.map(({ temp, wind, colour, y }) => ({ temp: Number(temp), wind: Number(wind), colour, y: Number(y) }));
const source = typed(sourceRows);
const target = typed(targetRows).map(({ y, ...rest }) => rest);
const columnsOf = (rows) => ({
  temp: Float64Array.from(rows, (row) => row.temp),
  wind: Float64Array.from(rows, (row) => row.wind),
  colour: rows.map((row) => row.colour),
  ...("y" in rows[0] && { y: Float64Array.from(rows, (row) => row.y) }),
});

/** All forms of a table; `rows` and `text` are two of them. */
async function formsOf(t, rows, text) {
  const path = join(await folderFor(t), "table.csv");
  await writeFile(path, text);
  const bytes = new TextEncoder().encode(text);
  return {
    "a Blob": () => new Blob([text]),
    "a File": () => new File([text], "table.csv"),
    "a Uint8Array": () => bytes,
    "an ArrayBuffer": () => bytes.buffer,
    "a web stream": () => new Blob([text]).stream(),
    "a stream of Node": () => createReadStream(path, { highWaterMark: 4096 }),
    "a stream of Node's texts": () => createReadStream(path, { encoding: "utf8" }),
    "a path": () => path,
    "a file: URL": () => pathToFileURL(path),
    "an array of rows": () => rows,
    "an object of columns": () => columnsOf(rows),
    "an Arrow table": () => tableFromArrays(columnsOf(rows)),
  };
}

/** An engine with the public sample. */
async function sampled(t, options) {
  const engine = await engineFor(t, { ledger: false, ...options });
  return { engine, sample: await engine.loadSource(new Blob([sourceCSV]), { label: "y" }) };
}

const secret = () => {
  throw new Error("private");
};

test("a public sample in any form is the same sample", async (t) => {
  const { engine, sample } = await sampled(t);
  const facts = ({ rows, label, columns, dimension, radius }) => ({ rows, label, columns, dimension, radius });
  const expected = facts(sample);
  for (const [form, make] of Object.entries(await formsOf(t, source, sourceCSV)))
    assert.deepEqual(facts(await engine.loadSource(make(), { label: "y" })), expected, form);
});

for (const worker of [true, false]) {
  test(`a private sample in any form gives the same report, and a release (worker: ${worker})`, async (t) => {
    const { engine, sample } = await sampled(t, { worker });
    const expected = await reportOn(engine, sample, new Blob([targetCSV]));
    assert.deepEqual([expected.rows, expected.repairedCells], [target.length, 0]);
    for (const [form, make] of Object.entries(await formsOf(t, target, targetCSV)))
      assert.deepEqual(await reportOn(engine, sample, make()), expected, form);
    const owner = await engine.loadTarget(target);
    for (let i = 0; i < 2; i++)
      assert.equal(
        (await engine.adapt({ source: sample, target: owner, epsilon: 1, delta: 1e-6, base: "linear" })).certificate.n,
        target.length,
      );
  });
}

// Each value occurs once in each column of a row. Whatever the value is, only its own row changes.
const hostile = {
  "a line break": "a\nb\r\nc",
  quotes: '"a""b',
  commas: "1,5,2",
  "a NUL byte": "\0",
  "a lone surrogate": "\ud800",
  NaN: NaN,
  infinity: Infinity,
  "a large integer": 10n ** 400n,
  null: null,
  undefined: undefined,
  "an object": { toString: () => assert.fail("it was called") },
  "a function": () => assert.fail("it was called"),
  "a symbol": Symbol("s"),
  "an invalid date": new Date(NaN),
  "a long text": "x".repeat(3 << 20),
};

test("whatever one private row holds, no call fails, no row is lost, and no other row is read otherwise", async (t) => {
  const { engine, sample } = await sampled(t);
  const rows = target.slice(0, 50);
  const got = (get) => Object.defineProperties({}, { temp: { get }, wind: { get }, colour: { get } });
  const replaced = Object.fromEntries(
    Object.entries(hostile).map(([what, value]) => [what, { temp: value, wind: value, colour: value }]),
  );
  Object.assign(replaced, {
    "getters that throw": got(secret),
    "a proxy that throws": new Proxy({}, { get: secret }),
    "no columns": {},
    "other columns": { Temp: 1, "a,b\n": 2 },
    "not an object": 7,
    "no row": null,
  });
  for (const [what, row] of Object.entries(replaced)) {
    for (const at of [1, 49]) {
      const report = await reportOn(engine, sample, rows.with(at, row));
      const { repairedCells, raggedRows, unusableRows } = report;
      assert.equal(report.rows, 50, what);
      // Only the three cells of the one row, or the row as a whole, could not be used.
      assert.ok(
        (repairedCells === 3 && unusableRows === 0 && raggedRows === 0) || (repairedCells === 0 && unusableRows === 1),
        `${what}: ${JSON.stringify({ repairedCells, raggedRows, unusableRows })}`,
      );
    }
    if (row === null || typeof row !== "object" || Object.keys(row).length !== 3) continue;
    const columns = Object.fromEntries(
      ["temp", "wind", "colour"].map((name) => [name, rows.map((one, i) => (i === 1 ? row : one)[name])]),
    );
    assert.equal((await reportOn(engine, sample, columns)).rows, 50, what);
  }
});

// Columns of numbers cross to the engine as they are, and not as text.
test("columns of any typed array are read as the file of their values", async (t) => {
  const { engine, sample } = await sampled(t);
  const rows = target.slice(0, 60).map(({ temp, wind, colour }, i) => ({
    temp: [NaN, Infinity, -Infinity, -0, 1e300, 5e-324][i] ?? Math.round(temp),
    wind: Math.round(wind),
    colour,
  }));
  const kinds = words("Float64 Float32 Int32 Uint32 Int16 Uint16 Int8 Uint8 Uint8Clamped BigInt64 BigUint64");
  for (const Kind of kinds.map((kind) => globalThis[`${kind}Array`])) {
    const big = Kind === BigInt64Array || Kind === BigUint64Array;
    const columns = {
      temp:
        Kind === Float64Array || Kind === Float32Array
          ? Kind.from(rows, ({ temp }) => temp)
          : Kind.from(rows, ({ temp }, i) => (big ? BigInt(1000 * i) : i)),
      wind: Kind.from(rows, ({ wind }) => (big ? BigInt(wind) : wind)),
      colour: rows.map(({ colour }) => colour),
      surplus: Kind.from(rows, () => (big ? 1n : 1)),
    };
    const file = [
      "temp,wind,colour,surplus",
      ...rows.map((_, i) =>
        Object.values(columns)
          .map((column) => (Number.isNaN(column[i]) ? "" : String(column[i]))) // NaN is a missing number
          .join(","),
      ),
    ].join("\n");
    const expected = await reportOn(engine, sample, new Blob([file]));
    assert.deepEqual(await reportOn(engine, sample, columns), expected, Kind.name);
    if (Kind !== Uint8ClampedArray)
      assert.deepEqual(await reportOn(engine, sample, tableFromArrays(columns)), expected, `Arrow, ${Kind.name}`);
  }
});

test("a table of several blocks is read as its file", async (t) => {
  const { engine, sample } = await sampled(t);
  const rows = Array.from({ length: 150_000 }, (_, i) => ({ ...target[i % target.length], wind: i / 7 }));
  const file = new Blob(["temp,wind,colour\n", ...rows.map(({ temp, wind, colour }) => `${temp},${wind},${colour}\n`)]);
  assert.deepEqual(await reportOn(engine, sample, columnsOf(rows)), await reportOn(engine, sample, file));
});

test("hostile columns lose no row and call no code of theirs", async (t) => {
  const { engine, sample } = await sampled(t);
  const plain = columnsOf(target);
  const rows = target.length;
  const column = (change) => ({ ...plain, temp: change(Float64Array.from(plain.temp)) });
  const touched = () => assert.fail("code of a column was called");
  class Own extends Float64Array {
    static get [Symbol.species]() {
      return touched();
    }
    subarray() {
      return touched();
    }
    get buffer() {
      return touched();
    }
  }
  const shared = new Float64Array(new SharedArrayBuffer(8 * rows));
  shared.set(plain.temp);
  const expected = await reportOn(engine, sample, plain);
  for (const [what, data] of Object.entries({
    "a subclass": column((temp) => new Own(temp)),
    "shared memory": { ...plain, temp: shared },
    "a part of a buffer": column((temp) => new Float64Array(Float64Array.of(0, ...temp, 0).buffer, 8, rows)),
  }))
    assert.deepEqual(await reportOn(engine, sample, data), expected, what);

  let asked = 0;
  const counted = Object.defineProperty({ ...plain }, "temp", { enumerable: true, get: () => (asked++, plain.temp) });
  assert.deepEqual(await reportOn(engine, sample, counted), expected);
  assert.equal(asked, 1, "a column is looked up once");

  await assert.rejects(
    engine.loadTarget(Object.defineProperty({ ...plain }, "temp", { enumerable: true, get: secret })),
    { code: "bad-option", message: /the column "temp" cannot be read/ },
  );
  await assert.rejects(engine.loadTarget({ ...plain, wind: plain.wind.slice(1) }), {
    code: "bad-option",
    message: /"temp" and "wind" have not the same number/,
  });
  assert.equal(
    (await reportOn(engine, sample, { ...plain, temp: Object.defineProperty([...plain.temp], 3, { get: secret }) }))
      .repairedCells,
    1,
  );

  // Registered, and then detached or shortened: the rows stay, and their cells cannot be read.
  for (const [what, spoil, left] of [
    ["detached", (buffer) => structuredClone(null, { transfer: [buffer] }), 0],
    ["shortened", (buffer) => buffer.resize(8 * 5), 5],
  ]) {
    const buffer = new ArrayBuffer(8 * rows, { maxByteLength: 8 * rows });
    const temp = new Float64Array(buffer);
    temp.set(plain.temp);
    const owner = await engine.loadTarget({ ...plain, temp });
    spoil(buffer);
    const seen = await reportOf(engine, sample, owner);
    assert.deepEqual([seen.rows, seen.repairedCells], [rows, rows - left], what);
  }
});

test("the first private row does not decide which columns there are", async (t) => {
  const { engine, sample } = await sampled(t);
  const { repairedCells } = await reportOn(engine, sample, [{ other: 1 }, ...target.slice(1)]);
  assert.equal(repairedCells, 3);
});

test("what is wrong with a public table is an error that says where", async (t) => {
  const { engine } = await sampled(t);
  const refused = (data, expected) => assert.rejects(engine.loadSource(data, { label: "y" }), expected);
  await refused([...source.slice(0, 2), 7], { code: "bad-option", message: /row 3 is not an object/ });
  await refused([{ ...source[0], temp: {} }], {
    code: "bad-option",
    message: /row 1, column "temp": a value is a number/,
  });
  await refused([source[0], { ...source[1], temp: NaN }], { code: "not-finite", line: 3 });
  await refused({ a: [1, 2], y: [1] }, { code: "bad-option", message: /"a" and "y" have not the same number/ });
  await refused("no-such-file.csv", { code: "unreadable", message: /no-such-file\.csv cannot be opened/ });
  await assert.rejects(engine.loadTarget("no-such-file.csv"), { code: "unreadable" });
  await assert.rejects(engine.loadTarget("https://example.org/private.csv"), { code: "bad-option" });
});
