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
  ["a saved web page", "<!doctype html>\n<html><body><table></table></body></html>", /web page|HTML/i],
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
  // Several files are read as one.
  const repaired = [header, rows[0].replace(/^[^,]*/, "big"), ...rows.slice(1)];
  const half = repaired.length >> 1;
  const [first, second] = [repaired.slice(0, half), [header, ...repaired.slice(half)]];
  await me.pick(await me.write("one.csv", first.join("\n")), await me.write("two.csv", second.join("\n")));
  const report = await me.preview();
  for (const sentence of [/3,000 rows read/, /1 cell was missing or unreadable.*: area 1/])
    assert.match(report, sentence);
  assert.equal(await pageText(), before, "nor of what was repaired");
  await me.run();
  assert.deepEqual(me.errors, []);
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

test("a file can be dropped on the vault, at its time and nowhere else, and one that is gone is refused in words", {
  skip,
}, async (t) => {
  const me = await owner(t, { base: "linear" });
  assert.equal(await drop(me.page, good), true);
  await me.page.getByText("Nothing was read. Drop a file inside the frame of the vault").waitFor();
  await me.loadSample();
  assert.equal(await drop(me.frame(), good), true);
  await me.vault.getByText("Choose how strongly one person is protected").waitFor();
  await me.fix();
  assert.equal(await drop(me.frame(), null), true);
  await me.vault.getByText("What was dropped is not a file").waitFor();
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
  assert.equal(await drop(me.frame(), good), true);
  assert.match(await me.preview(), /3,000 rows read/);
  await me.run();
});
