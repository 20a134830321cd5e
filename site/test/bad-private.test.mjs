// For any problem with the private file: the owner is informed, the page is not, and the form continues to work.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

const good = SAMPLE["target.csv"];
const [header, ...rows] = good.trimEnd().split("\n");

const refused = [
  ["no common columns", "height,weight\n1,2\n3,4\n", /column/],
  ["UTF-16", Buffer.from(`\ufeff${good}`, "utf16le"), /UTF-8/],
  ["an empty file", "", /empty|line/],
  ["a header and no rows", `${header}\n`, /no rows/],
  ["UTF-16 without a mark", Buffer.from(good, "utf16le"), /UTF-16/],
  ["a saved web page", "<!doctype html>\n<html><body><table></table></body></html>", /web page|HTML/i],
  ["a JSON file", JSON.stringify([{ area: 1, age: 2 }]), /column names/],
  ["numbers alone, without a header", rows.join("\n"), /column names/],
  ["columns parted by bars", good.replaceAll(",", "|"), /column names/],
  ["nothing but blank lines", "\n\n\n", /empty/],
  ["a first line without an end", `${"x".repeat(3e6)}`, /line|long/],
  ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), /UTF-8/],
  [
    "a column twice",
    good.replaceAll(/^([^,\n]*)(.*)$/gm, "$1$2,$1"),
    /has the columns .* could be the one that is expected/,
  ],
  ["an Excel workbook", Buffer.from([0x50, 0x4b, 0x03, 0x04, 20, 0, 6, 0]), /save .*as CSV/],
];

test("a private file that cannot be used is refused inside the vault only", { skip }, async (t) => {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  await me.fix();
  const pageText = () => me.page.locator("body").innerText();
  const before = await pageText();
  for (const [what, content, says] of refused) {
    await t.test(what, async () => {
      await me.pick(await me.write("private.csv", content));
      if (what === "no common columns") await me.press("Continue");
      const alert = me.vault.getByRole("alert");
      await alert.filter({ hasText: "could not be read" }).waitFor();
      assert.match(await alert.innerText(), says);
      assert.match(await alert.innerText(), /Nothing has left the vault/);
      assert.equal(await pageText(), before, "the page learns nothing");
      assert.deepEqual(
        (await me.said()).map(({ type }) => type).filter((type) => type !== "picked"),
        ["ready"],
      );
    });
  }
  await me.pick(await me.write("private.csv", good));
  assert.match(await me.preview(), /3,000 rows read/);
  await me.run();
  assert.deepEqual(me.errors, []);
});

const reported = [
  [
    "ragged rows and cells that are no numbers",
    [
      `${header}\n`,
      ...rows.map((row, i) =>
        i === 0
          ? `${row},9\n`
          : i === 1
            ? `${row.replace(/^[^,]*/, "NaN")}\n`
            : i === 2
              ? `${row.replace(/^[^,]*/, "big")}\n`
              : `${row}\n`,
      ),
    ].join(""),
    [/3,000 rows read/, /2 cells were missing or unreadable.*: area 2/, /1 row with too many or too few cells/],
  ],
  [
    "Windows line ends and a mark at the start",
    `\ufeff${good.replaceAll("\n", "\r\n")}`,
    [/3,000 rows read/, /No cell had to be repaired/],
  ],
  ["semicolons", good.replaceAll(",", ";"), [/3,000 rows read/, /No cell had to be repaired/]],
  [
    "tabs, and columns in another order",
    good
      .split("\n")
      .map((line) => line.split(",").reverse().join("\t"))
      .join("\n"),
    [/3,000 rows read/, /No cell had to be repaired/],
  ],
  ["names in capitals", good.replace(header, header.toUpperCase()), [/3,000 rows read/, /No cell had to be repaired/]],
  [
    "semicolons and decimal commas",
    good.replaceAll(",", ";").replaceAll(".", ","),
    [/3,000 rows read/, /No cell had to be repaired/],
  ],
  [
    "decimal commas in quotes, between commas",
    [header, ...rows.map((row) => row.replace(/\d+\.\d/, (distance) => `"${distance.replace(".", ",")}"`))].join("\n"),
    [
      /3,000 rows read/,
      /No cell had to be repaired/,
      /distance: 3,000 cells with marks between thousands or with a decimal comma, read as that number \(row 2: “[\d,]+”.* and 2995 more\)/,
    ],
  ],
  [
    "infinite and absurd numbers",
    [header, rows[0].replace(/^[^,]*/, "Infinity"), rows[1].replace(/^[^,]*/, "1e999"), ...rows.slice(2)].join("\n"),
    [/cells were missing or unreadable.*: area 2/],
  ],
  [
    "a level that the sample does not have",
    [header, ...rows.map((row, i) => (i < 5 ? row.replace(/[^,]*$/, "wood stove") : row))].join("\n"),
    [
      /5 cells were missing or unreadable.*: heating 5/,
      /heating: 5 cells with a category that the sample does not have \(row 2: “wood stove”, row 3: /,
    ],
  ],
  [
    "bytes that are no text",
    Buffer.concat([
      Buffer.from(`${header}\n`),
      Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a]),
      Buffer.from(rows.slice(1).join("\n")),
    ]),
    [/1 row could not be used at all/],
  ],
  [
    "an open quote",
    [header, `"${rows[0]}`, ...rows.slice(1)].join("\n"),
    [
      /3,000 rows read/,
      /1 row with too many or too few cells/,
      /1 row with a quotation mark that is not closed; each was read as one line/,
    ],
  ],
  [
    "line breaks in cells and in a name",
    [`${header},"a\nnote"`, ...rows.map((row) => `${row},"two\r\n""lines"",\n"`)].join("\n"),
    [/3,000 rows read/, /No cell had to be repaired/, /ignored: a note/],
  ],
  ["one row", `${header}\n${rows[0]}\n`, [/1 row read/]],
  ["every cell empty", [header, ...rows.map(() => ",,,,")].join("\n"), [/15000 cells could not be read/]],
  [
    "other units",
    [header, ...rows.map((row) => row.replace(/^[^,]*/, (area) => String(area * 1000)))].join("\n"),
    [/100% of your rows|over 99%/, /area: the numbers seem to be about 1000 times the sample’s/],
  ],
  [
    "categories in capitals and with blanks",
    [header, ...rows.map((row) => row.replace(/[^,]*$/, (heating) => ` ${heating.toUpperCase()} `))].join("\n"),
    [/No cell had to be repaired/, /heating: 3,000 cells written in other letters/],
  ],
  [
    "dates for numbers",
    [header, ...rows.map((row, i) => (i < 2 ? row.replace(/^[^,]*/, "2024-01-31") : row))].join("\n"),
    [
      /area: 2 cells with a date where the sample has numbers \(row 2: “2024-01-31”, row 3: “2024-01-31”\)\. Is this the right column/,
    ],
  ],
  ["the label is there", [`${header},price`, ...rows.map((row) => `${row},100`)].join("\n"), [/label column "price"/]],
  [
    "a missing and a surplus column",
    [header.replace("rooms", "doors"), ...rows].join("\n"),
    [/no column named "rooms"/, /ignored: doors/],
  ],
];

test("a private file that can be used is reported on to its owner only", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  await me.fix();
  for (const [what, content, says] of reported) {
    await t.test(what, async () => {
      await me.pick(await me.write("private.csv", content));
      if (what.includes("missing")) await me.press("Continue"); // no column is meant
      const report = await me.preview();
      for (const sentence of says) assert.match(report, sentence);
      assert.deepEqual(
        (await me.said()).map(({ type }) => type).filter((type) => type !== "picked"),
        ["ready"],
      );
      await me.press("Stop, costs nothing");
      await me.vault.getByText("Stopped. Nothing was charged, and nothing has left the vault.").waitFor();
    });
  }
});

test("several files are read as one", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  await me.fix();
  const half = rows.length / 2;
  await me.pick(
    await me.write("one.csv", [header, ...rows.slice(0, half)].join("\n")),
    await me.write("two.csv", [header, ...rows.slice(half)].join("\n")),
  );
  assert.match(await me.preview(), /3,000 rows read/);
});

test("a δ above one over the number of rows is refused before a run, and the settings are open again", {
  skip,
}, async (t) => {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  await me.vault.getByLabel("About how many rows").fill("50"); // for which this δ is small enough
  await me.ownDelta("0.01");
  await me.fix();
  await me.pick(await me.write("private.csv", good));
  const alert = me.vault.getByRole("alert");
  await alert.filter({ hasText: "not below one over the number of private rows, 1/3000" }).waitFor();
  assert.match(await alert.innerText(), /Nothing was charged, and nothing has left the vault/);
  await me.button("Make the result").waitFor({ state: "hidden" });
  await me.ownDelta("1e-6");
  await me.pick(await me.write("private.csv", good));
  assert.match(await me.preview(), /3,000 rows read/);
  const release = JSON.parse((await me.run(), await readFile(await me.download(), "utf8")));
  assert.equal(release.provenance.settingsAfterPreview, false);
});

test("a column in other units is named, one by one", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  await me.fix();
  await me.pick(
    await me.write(
      "private.csv",
      [header, ...rows.map((row) => row.replace(/^[^,]*/, (area) => String(area * 1000)))].join("\n"),
    ),
  );
  await me.preview();
  assert.match(
    await me.vault.locator("#check .doubtful").innerText(),
    /^area\s+[\d.]+: other units\?\s+[\d.]+ \(numbers, 25 to [\d.]+\)$/,
  );
});

test("a file that is gone before it is read is refused in words", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  await me.fix();
  // As a folder that is dropped: the browser makes a File of it that cannot be read.
  await me.frame().evaluate(() => {
    const file = new File(["x"], "folder");
    file.stream = () =>
      new ReadableStream({
        start: (controller) => controller.error(new DOMException("The file could not be found", "NotFoundError")),
      });
    const given = new DataTransfer();
    given.items.add(file);
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }));
  });
  await me.vault
    .getByRole("alert")
    .filter({ hasText: /could not be read/ })
    .waitFor();
  await me.pick(await me.write("private.csv", good));
  await me.preview();
});

/** Drops a file on the document of a page or frame; resolves with whether the browser was kept from opening it. */
const drop = (place, text) =>
  place.evaluate((text) => {
    const given = new DataTransfer();
    if (text !== null) given.items.add(new File([text], "dropped.csv", { type: "text/csv" }));
    else given.setData("text/plain", "no file");
    const event = new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
    return event.defaultPrevented;
  }, text);

test("a file can be dropped on the vault, at its time and nowhere else", { skip }, async (t) => {
  const me = await owner(t, { base: "linear" });
  assert.equal(await drop(me.page, good), true);
  await me.page.getByText("Nothing was read. Drop a file inside the frame of the vault").waitFor();
  await me.loadSample();
  assert.equal(await drop(me.frame(), good), true);
  await me.vault.getByText("Choose how strongly one person is protected").waitFor();
  await me.fix();
  assert.equal(await drop(me.frame(), null), true);
  await me.vault.getByText("What was dropped is not a file").waitFor();
  assert.equal(await drop(me.frame(), good), true);
  assert.match(await me.preview(), /3,000 rows read/);
  await me.run();
});
