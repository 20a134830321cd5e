// What only the owner sees of the file, on a telephone: all columns of the sample without scrolling, with both
// averages, and a frame whose height says nothing of what is in it.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

const [header, ...rows] = SAMPLE["target.csv"].trimEnd().split("\n");
/** The same rows with an area that is ten times as large, without one column, and with broken cells. */
const broken = [header.replace("rooms", "chambers"), ...rows.map((row, i) => (i % 3 ? row : row.replace(/^\d+/, "?")))];

test("the check shows each column with both averages at 390 px, and is as high whatever the file holds", {
  skip,
}, async (t) => {
  const me = await owner(t, { viewport: { width: 390, height: 844 }, base: "linear" });
  await me.loadSample();
  await me.fix();
  const heights = [];
  for (const [name, text, doubtful] of [
    ["fair.csv", SAMPLE["target.csv"], 0],
    ["broken.csv", broken.join("\n"), 2],
  ]) {
    await me.pick(await me.write(name, text));
    if (doubtful > 0) await me.press("Continue"); // without the column whose name is another
    const report = await me.preview();
    heights.push(await me.page.locator("iframe.vault").evaluate(({ clientHeight }) => clientHeight));
    const seen = await me.frame().evaluate(() => {
      const box = document.querySelector(".private");
      const { bottom, right } = box.getBoundingClientRect();
      const shown = [...box.querySelectorAll("tbody tr")].filter((row) => row.checkVisibility());
      const inside = shown.filter((row) => row.getBoundingClientRect().bottom <= bottom);
      const wide = [...box.querySelectorAll("tbody tr > *")].filter(
        (cell) => cell.getBoundingClientRect().right > right,
      );
      return {
        cells: shown.map((row) => [...row.children].map(({ textContent }) => textContent)),
        inside: inside.length,
        wide: wide.length,
        doubtful: box.querySelectorAll("tr.doubtful").length,
        isTableFirst:
          box.querySelector("table").compareDocumentPosition(box.querySelector(".report")) ===
          Node.DOCUMENT_POSITION_FOLLOWING,
      };
    });
    assert.equal(seen.cells.length, 5, "all columns of the sample");
    assert.deepEqual([seen.inside, seen.wide], [5, 0], `in sight: ${JSON.stringify(seen.cells)}`);
    assert.equal(seen.doubtful, doubtful, report);
    assert.ok(seen.isTableFirst);
    if (doubtful === 0) {
      const [, own, sample] = seen.cells.find(([column]) => column === "distance");
      assert.ok(Number(own) > Number(sample) && Number(sample) > 0, `${own} beside ${sample}`);
    }
    await me.press("Stop, costs nothing");
  }
  assert.equal(heights[0], heights[1]);
});
