// Journals that are refused when they are read: forged, damaged, incomplete.
import assert from "node:assert/strict";
import test from "node:test";
import * as journal from "../ledger/journal.js";
import { charge, journalOf, time } from "./ledger-entries.mjs";
import { randomFrom } from "./support.mjs";
import { digestOf } from "./tools.mjs";

/** An entry by a hostile or careless writer: any content, in the right form and with right checksums. */
function forged(previousText, change) {
  const { checksum, ...content } = change({
    format: "privadapt-ledger",
    version: 1,
    number: 2,
    previous: digestOf(previousText),
    time,
    ...charge(),
  });
  return `${JSON.stringify({ ...content, checksum: checksum ?? digestOf(JSON.stringify(content)) })}\n`;
}

/** What every entry begins with. */
const header = (entry) => Object.fromEntries(Object.entries(entry).slice(0, 5));
const opening = (entry) => ({ ...header(entry), kind: "open", account: "", name: "mine", statement: "" });

test("whatever is wrong with an entry is refused by its number", async () => {
  const texts = await journalOf(charge(), charge(), charge());
  const [one, two, three] = texts;
  const second = (change) => [[one, forged(one, change)], 2];
  assert.deepEqual(second((e) => e)[0][1], two, "the forger knows the form");
  const infinite = '"kind":"cap","account":"default","epsilon":1e999,"delta":1e-6,';
  const wrong = {
    "a missing entry": [[one, three], 2],
    "a doubled entry": [[one, one], 2],
    "swapped entries": [[two, one], 1],
    "the first missing": [[two, three], 1],
    "an entry of another ledger": [[one, (await journalOf(charge({ from: "elsewhere" }), charge()))[1]], 2],
    "a changed digit in the last entry": [[one, two, three.replace('"epsilon":1,', '"epsilon":2,')], 3],
    "a changed digit in an earlier one": [[one.replace('"epsilon":1,', '"epsilon":2,'), two, three], 1],
    "a truncated entry": [[one, two.slice(0, -40)], 2],
    "no line end": [[one, two.trimEnd()], 2],
    "an empty entry": [[one, ""], 2],
    zeros: [[one, "\0".repeat(512)], 2],
    "two entries in one": [[one, two + three], 2],
    "a space more": [[one, two.replace("{", "{ ")], 2],
    "a doubled key": [[one, two.replace('"epsilon":1,', '"epsilon":9,"epsilon":1,')], 2],
    "no text": [[one, undefined], 2],
    "a very long one": [[one, two.replace('"about":{}', `"about":{"from":"${"x".repeat(5000)}"}`)], 2],
    "no object": [[one, "null\n"], 2],
    "another format": second((e) => ({ ...e, format: "other" })),
    "another version": second((e) => ({ ...e, version: 2 })),
    "an unknown kind": second((e) => ({ ...e, kind: "gift" })),
    "a kind of every object": second((e) => ({ ...e, kind: "constructor" })),
    "a kind that is a list": second((e) => ({ ...e, kind: ["charge"] })),
    "an unknown account": second((e) => ({ ...e, account: "account-7" })),
    "an unknown field": second((e) => ({ ...e, discount: 1 })),
    "a missing field": second(({ rho, ...e }) => e),
    "fields in another order": second(({ time: then, ...e }) => ({ time: then, ...e })),
    "a wrong checksum": second((e) => ({ ...e, checksum: "0".repeat(64) })),
    "a negative price": second((e) => ({ ...e, rho: -0.02 })),
    "a price of NaN": second((e) => ({ ...e, rho: NaN })),
    "a price as text": second((e) => ({ ...e, epsilon: "1" })),
    "δ of 1": second((e) => ({ ...e, delta: 1 })),
    "no time": second((e) => ({ ...e, time: "yesterday" })),
    "a time in another form": second((e) => ({ ...e, time: "2026-01-02" })),
    "an unknown remark": second((e) => ({ ...e, about: { rows: 3 } })),
    "a second default account": second((e) => ({ ...opening(e), account: "default", statement: "other-people" })),
    "an account without the statement": second((e) => ({ ...opening(e), account: "account-2", statement: "mine" })),
    "a reset without a reason": second((e) => ({ ...header(e), kind: "reset", account: "default", reason: "" })),
    "an infinite cap": [[one, two.replace(/"kind".*"checksum"/, `${infinite}"checksum"`)], 2],
  };
  for (const [what, [list, number]] of Object.entries(wrong)) {
    await assert.rejects(
      journal.read(list),
      { code: "ledger-corrupt", message: new RegExp(`^entry ${number} .*Nothing is released`) },
      what,
    );
  }
});

test("no bit of a journal can flip unnoticed", async () => {
  const texts = await journalOf(charge(), { kind: "reset", account: "default", reason: "a test" }, charge());
  const random = randomFrom(9);
  for (let i = 0; i < 500; i++) {
    const which = Math.floor(random() * texts.length);
    const bytes = Buffer.from(texts[which]);
    bytes[Math.floor(random() * bytes.length)] ^= 1 << Math.floor(random() * 8);
    const flipped = texts.with(which, bytes.toString());
    await assert.rejects(journal.read(flipped), { code: "ledger-corrupt" }, flipped[which]);
  }
});
