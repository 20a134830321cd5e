// The list of bad input, through the command line: a clear sentence with line and column, status 1, no file.
import assert from "node:assert/strict";
import test from "node:test";
import { csv, files, privacy, setUp, sourceCSV, sourceRows, targetCSV, targetRows } from "./support.mjs";

const lines = sourceCSV.trimEnd().split("\n"); // temp,wind,colour,y
const replaceLine = (number, text) => [...lines.slice(0, number - 1), text, ...lines.slice(number)].join("\n");

async function adapt(t, samples, ...more) {
  const { names, privadapt } = await setUp(t, samples);
  const result = await privadapt("adapt", ...files, ...privacy, ...more, "--json");
  return { ...result, answer: JSON.parse(result.stdout), left: await names() };
}

const publicFaults = {
  "no header": {
    source: lines
      .slice(1)
      .map((line) => line.replace(/red|green|blue/, "1"))
      .join("\n"),
    code: "no-header",
    line: 1,
  },
  "ragged row, too short": { source: replaceLine(7, "1,2,red"), code: "ragged-row", line: 7 },
  "ragged row, too long": { source: replaceLine(1200, "1,2,red,3,4"), code: "ragged-row", line: 1200 },
  "text in a numeric column": { source: replaceLine(7, "warm,2,red,3"), code: "not-a-number", line: 7, column: 1 },
  "text in the label": { source: replaceLine(9, "1,2,red,high"), code: "not-a-number", line: 9, column: 4 },
  NaN: { source: replaceLine(7, "1,NaN,red,3"), code: "not-finite", line: 7, column: 2 },
  infinity: { source: replaceLine(8, "1,-Inf,red,3"), code: "not-finite", line: 8, column: 2 },
  "a number beyond all units": { source: replaceLine(8, "1e300,1,red,3"), code: "too-large", line: 8, column: 1 },
  "an empty file": { source: "", code: "empty-file" },
  "a header and no row": { source: `${lines[0]}\n`, code: "no-rows" },
  "one row": { source: `${lines[0]}\n${lines[1]}\n`, code: "one-row" },
  "the label missing": { source: csv(sourceRows, ["temp", "wind", "colour"]), code: "no-label", line: 1 },
  "two columns of one name": { source: sourceCSV.replace("temp,wind", "temp,temp"), code: "duplicate-column", line: 1 },
  "a web page": { source: "<!DOCTYPE html>\n<html><body>Sign in</body></html>\n", code: "html" },
  "UTF-16": { source: Buffer.from(`\ufeff${sourceCSV}`, "utf16le"), code: "bad-encoding" },
};

for (const [name, { source, code, line, column }] of Object.entries(publicFaults)) {
  test(`public side: ${name}`, async (t) => {
    const { status, answer, stderr, left } = await adapt(t, { source });
    assert.equal(status, 1);
    assert.equal(answer.error.code, code, answer.error.message);
    if (line) {
      assert.equal(answer.error.line, line);
      assert.match(stderr, new RegExp(`\\bline ${line}\\b`));
    }
    if (column) {
      assert.equal(answer.error.column, column);
      assert.match(stderr, new RegExp(`\\bcolumn ${column}\\b`));
    }
    assert.match(stderr, new RegExp(`^privadapt: source\\.csv: [^\\n]+ \\[${code}\\]\\n$`));
    assert.deepEqual(left, ["source.csv", "target.csv"]);
  });
}

const privateFaults = {
  "no common column": { target: "a,b,c\n1,2,3\n", code: "no-common-columns" },
  "UTF-16": { target: Buffer.from(`\ufeff${targetCSV}`, "utf16le"), code: "bad-encoding" },
  "an empty file": { target: "", code: "empty-file" },
  "a web page": { target: "<html><body></body></html>\n", code: "html" },
};
for (const [name, { target, code }] of Object.entries(privateFaults)) {
  test(`private side refused: ${name}`, async (t) => {
    const { status, answer, stderr, left } = await adapt(t, { target });
    assert.equal(status, 1);
    assert.equal(answer.error.code, code, answer.error.message);
    assert.match(stderr, /^privadapt: [^\n]+\n$/);
    assert.deepEqual(left, ["source.csv", "target.csv"]);
  });
}

test("private side repaired, counted and shown to the owner only", async (t) => {
  const damaged = targetCSV.trimEnd().split("\n"); // temp,wind,colour
  damaged[3] = "warm,2,red";
  damaged[4] = "NaN,2,red";
  damaged[5] = "1,Inf,red";
  damaged[6] = "1,2";
  damaged[7] = "1,2,red,3,4";
  damaged[8] = "";
  damaged[9] = "12%,2,red";
  const { status, answer, stderr } = await adapt(t, { target: damaged.join("\n") });
  assert.equal(status, 0, stderr);
  assert.equal(answer.certificate.n, targetRows.length, "every record counts");
  assert.match(stderr, /owner of the private file only/);
  assert.match(stderr, /unreadable cells? took[^\n]*temp \d/);
  assert.match(stderr, /temp: 1 cell with a percent sign; remove the sign, or write the column as the sample does/);
  assert.match(stderr, /3 rows with too few or too many fields/);
  assert.doesNotMatch(JSON.stringify(answer), /repaired|ragged|unusable|clipped/i);
});

test("the label in the private file is ignored and said so; surplus and missing columns are named", async (t) => {
  const withLabel = await adapt(t, { target: csv(targetRows) });
  assert.equal(withLabel.status, 0);
  assert.match(withLabel.stderr, /label[^\n]*ignored/);
  const other = await adapt(t, {
    target: csv(
      targetRows.map((row) => ({ ...row, altitude: 7 })),
      ["altitude", "wind", "temp"],
    ),
  });
  assert.deepEqual([other.status, other.answer.error.code], [1, "missing-columns"]);
  assert.match(other.stderr, /altitude/);
  assert.match(other.stderr, /lacks: colour/);
});

test("other units than the source, once accepted: a warning for the owner, and nothing in the release", async (t) => {
  const fahrenheit = targetRows.map((row) => ({ ...row, temp: (Number(row.temp) * 1000).toFixed(1) }));
  const target = csv(fahrenheit, ["temp", "wind", "colour"]);
  const { status, answer, stderr } = await adapt(t, { target }, "--accept", "clipped-rows");
  assert.equal(status, 0, stderr);
  assert.match(stderr, /warning: [^\n]*unit/i);
  assert.deepEqual(answer.warnings, []);
});
