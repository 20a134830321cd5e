// Whatever is wrong with the private file: the owner is told, the page is not, and the form goes on working.
import assert from "node:assert/strict";
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
  ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), /./],
];

test("a private file that cannot be used is refused inside the vault only", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  await me.fix();
  const pageText = () => me.page.locator("body").innerText();
  const before = await pageText();
  for (const [what, content, says] of refused) {
    await t.test(what, async () => {
      await me.pick(await me.write("private.csv", content));
      const alert = me.vault.getByRole("alert");
      await alert.filter({ hasText: "could not be read" }).waitFor();
      assert.match(await alert.innerText(), says);
      assert.match(await alert.innerText(), /Nothing has left the vault/);
      assert.equal(await pageText(), before, "the page learns nothing");
      assert.deepEqual((await me.heard()).map(({ type }) => type).filter((type) => type !== "picked"), ["ready"]);
    });
  }
  await me.pick(await me.write("private.csv", good));
  assert.match(await me.preview(), /3,000 rows read/);
  await me.run();
  assert.deepEqual(me.errors, []);
});

const reported = [
  ["ragged rows and cells that are no numbers", [`${header}\n`, ...rows.map((row, i) => (i === 0 ? `${row},9\n` : i === 1 ? row.replace(/^[^,]*/, "NaN") + "\n" : i === 2 ? row.replace(/^[^,]*/, "big") + "\n" : `${row}\n`))].join(""),
    [/3,000 rows read/, /2 cells were missing or unreadable.*: area 2/, /1 row with too many or too few cells/]],
  ["other units", [header, ...rows.map((row) => row.replace(/^[^,]*/, (area) => String(area * 1000)))].join("\n"), [/100% of your rows|over 99%/, /units/]],
  ["the label is there", [`${header},price`, ...rows.map((row) => `${row},100`)].join("\n"), [/label column "price"/]],
  ["a missing and a surplus column", [header.replace("rooms", "doors"), ...rows].join("\n"), [/no column named "rooms"/, /ignored: doors/]],
];

test("a private file that can be used is reported on to its owner only", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  await me.fix();
  for (const [what, content, says] of reported) {
    await t.test(what, async () => {
      await me.pick(await me.write("private.csv", content));
      const report = await me.preview();
      for (const sentence of says) assert.match(report, sentence);
      assert.deepEqual((await me.heard()).map(({ type }) => type).filter((type) => type !== "picked"), ["ready"]);
      await me.button("Cancel").click();
      await me.vault.getByText("Cancelled. Nothing has left the vault.").waitFor();
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

test("a δ above one over the number of rows is warned of", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  await me.vault.getByLabel("Leftover chance").fill("0.01");
  await me.fix();
  await me.pick(await me.write("private.csv", good));
  assert.match(await me.preview(), /delta = 0\.01 is not below 1\/n/);
});
