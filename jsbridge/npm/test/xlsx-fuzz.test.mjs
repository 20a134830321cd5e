// tier: 2
// No value of a private workbook ends its reading, or changes another row: cells of every type with every style and any
// text, and whole files with bytes changed, which are read or refused by one code. By PRIVADAPT_CAMPAIGN=1, as `make
// campaign` has it, 10⁵ files of each, else 300.
import assert from "node:assert/strict";
import test from "node:test";
import { formatOf } from "../reading/formats.gen.js";
import "../dist/xlsx.js";
import { recordsOf } from "./csv.mjs";
import { served } from "./served.mjs";
import { randomFrom } from "./support.mjs";
import { partsOf, rowOf, zipOf } from "./xlsx-files.mjs";

const CAMPAIGN = process.env.PRIVADAPT_CAMPAIGN === "1";
const FILES = CAMPAIGN ? 100_000 : 300;

const TYPES = ["", 't="n"', 't="s"', 't="str"', 't="inlineStr"', 't="b"', 't="e"', 't="d"', 't="none"', 't=""'];
const FORMATS = ["yyyy", "d", "General", "0.0", "@", '"', "[", "\\", "m", ";;;", "[h]", "yyyy-mm-dd hh:mm:ss.000"];
const NUMBERS = "0 -1 59.5 60 61 45351.123456789 2958466 1e308 -1e308 5e-324 NaN Infinity 0x10 1,5 . - 1e 99999"
  .split(" ")
  .concat("", "9".repeat(300));
const TEXTS = [
  ...'a",;\t\n\0\u0001& 𐍈',
  "\r\n",
  "\ud800",
  "=1+1",
  "<![CDATA[,\n]]>",
  "<r><t>x</t></r>",
  "<rPh>y</rPh>",
].concat("&amp; &#10; &#0; &bogus; &#x1F600; _x0000_ _x000A_ _xD800_ ]]> <!----> <?p?> <t>".split(" "));

const pick = (random, list) => list[Math.floor(random() * list.length)];

/** What one cell can hold; the elements in it are closed, as a program's are that writes any text there is. */
function cell(random) {
  const type = pick(random, TYPES);
  const value =
    random() < 0.5
      ? pick(random, NUMBERS)
      : Array.from({ length: Math.floor(4 * random()) }, () => pick(random, TEXTS))
          .join("")
          .replaceAll("<t>", "");
  const content = [
    `<v>${value}</v>`,
    `<is><t>${value}</t></is>`,
    `<f>A1</f><v>${value}</v>`,
    `<v>${value}</v><v>2</v>`,
    "",
  ][Math.floor(5 * random())];
  return `<c ${type} s="${pick(random, ["0", "1", "5", "12", "99", "-1", "x", ""])}">${content}</c>`;
}

function workbook(random) {
  const cells = Array.from({ length: 1 + Math.floor(4 * random()) }, () => cell(random));
  const rows = cells.map((xml, row) => `<row><c><v>${row}</v></c>${xml}<c><v>7</v></c></row>`).join("");
  const shared = Array.from(
    { length: Math.floor(4 * random()) },
    () => `<si><t>${pick(random, TEXTS).replaceAll(/<\/?(t|r)>/g, "")}</t></si>`,
  );
  return {
    rows: cells.length,
    parts: partsOf({ s: rowOf("row", "x", "after") + rows }, { shared, formats: FORMATS, date1904: random() < 0.3 }),
    cells,
  };
}

const seed = CAMPAIGN ? Math.floor(Math.random() * 2 ** 32) : 1;

test(`${FILES} workbooks of any cells are read to their ends`, async (t) => {
  t.diagnostic(`seed ${seed}`);
  const random = randomFrom(seed);
  for (let i = 0; i < FILES; i++) {
    const { rows, parts, cells } = workbook(random);
    const { text, failure } = await served(zipOf(parts));
    const where = () =>
      `workbook ${i} of seed ${seed}: ${JSON.stringify(cells)} became ${JSON.stringify(text.slice(0, 500))}`;
    if (failure !== undefined) assert.fail(where());
    // One record for each row, in order: what a row holds moves no other, nor the cells beside it.
    const records = recordsOf(text);
    if (records?.length !== rows + 1 || records[0].join() !== "row,x,after") assert.fail(where());
    for (const [row, cells] of records.slice(1).entries())
      if (cells.length !== 3 || cells[0] !== String(row) || cells[2] !== "7") assert.fail(where());
  }
});

test(`${FILES} workbooks with changed bytes are read or refused by one code`, async (t) => {
  t.diagnostic(`seed ${seed}`);
  const random = randomFrom(seed);
  const counts = { read: 0, refused: 0 };
  for (let i = 0; i < FILES; i++) {
    const { parts } = workbook(random);
    // In the XML of a part, which the archive then holds whole, or in the archive; at places, or cut off.
    const inside = random() < 0.5;
    const name = pick(random, Object.keys(parts));
    const bytes = inside ? Buffer.from(parts[name]) : zipOf(parts);
    for (let change = 0; change < 1 + 3 * random(); change++)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(256 * random());
    const short = random() < 0.1 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes;
    const file = inside ? zipOf({ ...parts, [name]: short }) : short;
    if (formatOf(file) !== "xlsx") continue;
    const { failure } = await served(file);
    counts[failure ? "refused" : "read"]++;
    if (failure !== undefined && failure.code !== "bad-xlsx")
      assert.fail(`workbook ${i} of seed ${seed}: ${JSON.stringify(failure)}`);
  }
  t.diagnostic(JSON.stringify(counts));
  assert.ok(Math.min(counts.read, counts.refused) > FILES / 10, "both happen");
});
