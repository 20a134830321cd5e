// What only the owner sees of the file, on a telephone, without scrolling: all columns of the sample with both averages
// or, before those that fit, whatever is wrong. And the frame's height says nothing of what is in it.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

const [header, ...rows] = SAMPLE["target.csv"].trimEnd().split("\n");
/** The same rows with an area that is ten times as large, without one column, and with broken cells. */
const broken = [header.replace("rooms", "chambers"), ...rows.map((row, i) => (i % 3 ? row : row.replace(/^\d+/, "?")))];

test("the check shows each column with both averages at 360 px, or first what is wrong, and is as high whatever the file holds", {
  skip,
}, async (t) => {
  const me = await owner(t, { viewport: { width: 360, height: 740 }, base: "linear" });
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
      const inside = (element) => element.getBoundingClientRect().bottom <= bottom;
      const wide = [...box.querySelectorAll("tbody tr > *")].filter(
        (cell) => cell.getBoundingClientRect().right > right,
      );
      return {
        cells: shown.map((row) => [...row.children].map(({ textContent }) => textContent)),
        unseen: shown.filter((row) => !inside(row)).length,
        wrong: [...box.querySelectorAll("tr.doubtful, .report .warning")].map(inside),
        wide: wide.length,
        doubtful: box.querySelectorAll("tr.doubtful").length,
        isTableFirst:
          box.querySelector("table").compareDocumentPosition(box.querySelector(".report")) ===
          Node.DOCUMENT_POSITION_FOLLOWING,
      };
    });
    assert.equal(seen.cells.length, 5, "all columns of the sample");
    assert.equal(seen.wide, 0);
    if (doubtful === 0) assert.equal(seen.unseen, 0, `in sight: ${JSON.stringify(seen.cells)}`);
    assert.deepEqual(seen.wrong, Array(doubtful === 0 ? 0 : 3).fill(true), report);
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
