// tier: 2
// Private files that can be used, though not as they stand or with something to say of them: the owner is informed, the
// page is not.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

const good = SAMPLE["target.csv"];
const [header, ...rows] = good.trimEnd().split("\n");

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
    "decimal commas in quotes, between commas",
    [header, ...rows.map((row) => row.replace(/\d+\.\d/, (distance) => `"${distance.replace(".", ",")}"`))].join("\n"),
    [
      /3,000 rows read/,
      /No cell had to be repaired/,
      /distance: 3,000 cells with marks between thousands or with a decimal comma, read as that number \(row 2: “[\d,]+”.* and 2995 more\)/,
    ],
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
      if (what === "other units")
        assert.match(
          await me.vault.locator("#check .doubtful").innerText(),
          /^area\s+[\d.]+: other units\?\s+[\d.]+ \(numbers, 25 to [\d.]+\)$/,
        );
      assert.deepEqual(
        (await me.said()).map(({ type }) => type).filter((type) => type !== "picked"),
        ["ready"],
      );
      await me.press("Stop, costs nothing");
      await me.vault.getByText("Stopped. Nothing was charged, and nothing has left the vault.").waitFor();
    });
  }
  // Several files are read as one.
  const half = rows.length / 2;
  await me.pick(
    await me.write("one.csv", [header, ...rows.slice(0, half)].join("\n")),
    await me.write("two.csv", [header, ...rows.slice(half)].join("\n")),
  );
  assert.match(await me.preview(), /3,000 rows read/);
});
