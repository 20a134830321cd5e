// tier: 2
// What a page sees of the vault besides its messages: who has the focus, and what scrolls the page. Neither says
// anything of a private file. The height of the frame is in steps.test.mjs.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";
import { untilDrawn } from "./support/press.mjs";

const [header, ...rows] = SAMPLE["target.csv"].trimEnd().split("\n");
/** Files that the vault reads with little and with much to say, and one that it refuses. */
const FILES = {
  clean: SAMPLE["target.csv"],
  messy: [header, ...rows.map((row, i) => row.replace(/[^,]+/g, (cell, at) => (at % 5 === i % 5 ? "12%" : cell)))].join(
    "\n",
  ),
  refused: "height,weight\n1,2\n",
};
const VIEWPORT = { width: 1000, height: 600 };

/** Has a file read, to the report or to the reason why it is refused. */
async function read(me, name) {
  await me.pick(await me.write(`${name}.csv`, FILES[name]));
  if (name !== "refused") return me.preview();
  await me.button("Continue").evaluate((button) => button.click()); // a press would take the focus
  await me.vault.getByRole("alert").filter({ hasText: "could not be read" }).waitFor();
}

const stop = (me, name) => name === "refused" || me.press("Stop, costs nothing");

test("a page that has the focus keeps it while a file is read", { skip }, async (t) => {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  await me.fix();
  await me.page.evaluate(() => {
    window.own = document.body.appendChild(document.createElement("button"));
    window.losses = 0;
    window.own.addEventListener("blur", () => window.losses++);
  });
  for (const name of Object.keys(FILES)) {
    await me.page.evaluate(() => (window.own.focus(), (window.losses = 0)));
    await read(me, name);
    const kept = await me.page.evaluate(() => [window.losses, document.activeElement === window.own]);
    assert.deepEqual(kept, [0, true], name);
    await stop(me, name);
  }
  await me.choose("strong");
  assert.equal(await me.page.evaluate(() => window.losses), 1, "the owner's press is seen");
});

test("from a file that is read until the release, nothing that is scrolled in the vault scrolls the page", {
  skip,
}, async (t) => {
  const me = await owner(t, { base: "linear", viewport: VIEWPORT });
  await me.page.emulateMedia({ reducedMotion: "reduce" }); // each key scrolls at once
  await me.loadSample();
  const devtools = await me.page.context().newCDPSession(me.page);
  const touch = (type, ...touchPoints) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  const WAYS = {
    wheel: ({ x, y }) =>
      devtools.send("Input.synthesizeScrollGesture", { x, y, yDistance: -300, gestureSourceType: "mouse" }),
    async finger({ x, y }) {
      await touch("touchStart", { x, y });
      for (const up of [10, 40, 80, 120, 140, 141, 142, 143]) await touch("touchMove", { x, y: y - up }); // at rest
      await touch("touchEnd");
    },
    PageDown: () => me.page.keyboard.press("PageDown"),
    End: () => me.page.keyboard.press("End"),
  };
  /** How far each of them scrolls the page, up to the end of what the vault scrolls itself and on. */
  const scrolled = async () => {
    const by = {};
    for (const [way, scroll] of Object.entries(WAYS)) {
      const start = await me.page.locator("iframe.vault").evaluate((frame) => {
        scrollBy({ top: frame.getBoundingClientRect().top - 300, behavior: "instant" });
        return scrollY;
      });
      await me.frame().evaluate(() => {
        document.querySelector(".stack:not([hidden]) > :not(.away) h1, #done h1").focus({ preventScroll: true });
        scrollTo(0, 0);
      });
      const { x, y, width, height } = await me.page.locator("iframe.vault").boundingBox();
      const middle = { x: x + width / 2, y: (Math.max(y, 0) + Math.min(y + height, VIEWPORT.height)) / 2 };
      for (let i = 0; i < 5; i++) await scroll(middle);
      await untilDrawn(me.page.mainFrame());
      by[way] = await me.page.evaluate((start) => scrollY - start, start);
    }
    return by;
  };
  const not = { wheel: 0, finger: 0, PageDown: 0, End: 0 };
  const moves = (by) => Object.values(by).every((pixels) => pixels > 0);
  const before = await scrolled();
  assert.ok(moves(before), `the page is scrolled before there is a file: ${JSON.stringify(before)}`);
  await me.fix();
  for (const name of Object.keys(FILES)) {
    await read(me, name);
    assert.deepEqual(await scrolled(), not, name);
    const height = await me.page.locator("iframe.vault").evaluate((frame) => frame.offsetHeight);
    assert.ok(height <= 0.8 * VIEWPORT.height, `${height} pixels leave room beside the frame`);
    await stop(me, name);
  }
  assert.deepEqual(await scrolled(), not, "stopped");
  await me.frame().evaluate(() => document.documentElement.classList.remove("sealed"));
  const open = await scrolled();
  assert.ok(moves(open), `the test would see it: ${JSON.stringify(open)}`);
  await read(me, "clean");
  await me.run();
  const after = await scrolled();
  assert.ok(moves(after), `and again after the release: ${JSON.stringify(after)}`);
});
