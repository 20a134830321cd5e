// tier: 2
// The owner's way as steps: one at a time on the screen, as high as public values and the width make it and no higher, back
// and forth by the browser's own buttons. And who has the focus and what scrolls the page, which say nothing of a file.
// The owner's own settings: what is faulty is said beside its field and no file can be picked, and what is chosen reaches
// the run. A result is kept until it is saved or dropped. What each setting admits is tested in jsbridge/vaultui/answers.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";
import { untilDrawn } from "./support/press.mjs";

const [header, ...rows] = SAMPLE["target.csv"].trimEnd().split("\n");
const clean = SAMPLE["target.csv"];
/** As many rows, and as much to report on them as can be: units, gaps, categories, ragged lines, surplus columns. */
const faulty = [
  `${header.replace("rooms", "doors")},surplus`,
  ...rows.map(
    (row, i) =>
      [
        row.replace(/^[^,]*/, "1e9"),
        row.replace(/^[^,]*/, "2024-01-31"),
        row.replace(/[^,]*$/, "wood stove"),
        row.replace(/^[^,]*/, ""),
        `${row},1,2,3`,
      ][i % 5],
  ),
].join("\n");

const frameHeight = (me) => me.page.locator("iframe.vault").evaluate((frame) => frame.offsetHeight);
/** Answers that none of the file's other headers is a column of the sample. */
const noColumnMeant = (me) => me.press("Continue");
/** Waits until the frame is as high as what is in it. */
const fits = (me) =>
  me.frame().evaluate(async () => {
    for (let i = 0; i < 100 && document.documentElement.scrollHeight !== innerHeight; i++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return document.documentElement.scrollHeight - innerHeight;
  });

for (const width of [360, 1280]) {
  test(`${width} pixels: the vault is as high as its public step, and never as the private report`, async (t) => {
    // At the width whose height is limited with the model that makes the longest result.
    const me = await owner(t, { viewport: { width, height: 900 }, base: width === 1280 ? undefined : "linear" });
    const noHigher = async (what) => {
      assert.equal(await fits(me), 0, `${what}: the frame does not scroll`);
      const height = await me.page.evaluate(() => document.documentElement.scrollHeight);
      if (width === 1280) assert.ok(height <= 2 * 900, `${what}: ${height} pixels are more than two screens`);
    };
    await me.load(`${me.elsewhere.url}source.csv`);
    await me.opened();
    await me.vault.getByLabel("About how many rows").fill("3000");
    await me.choose("moderate");
    await me.vault.getByText(/^Still notices/).waitFor();
    await noHigher("request");

    let atFile; // is settled before anything of a file is read
    const reports = [];
    for (const content of [clean, faulty, `${header}\n${rows[0]}\n`]) {
      await me.pick(await me.write("private.csv", content));
      if (content === faulty) await noColumnMeant(me);
      await me.preview();
      atFile ??= await frameHeight(me);
      await new Promise((resolve) => setTimeout(resolve, 300)); // an observer of sizes would have spoken
      assert.equal(await frameHeight(me), atFile);
      reports.push(await me.vault.locator(".private").evaluate((box) => box.offsetHeight));
      assert.ok(
        (await me.heard())
          .slice((await me.heard()).findIndex(({ type }) => type === "picked"))
          .every(({ type }) => type === "picked"),
        "the page hears nothing",
      );
      const { y, height } = await me.button(/^Make the result/).boundingBox();
      const frame = await me.page.locator("iframe.vault").boundingBox();
      assert.ok(y + height <= frame.y + frame.height && frame.y + frame.height <= 900, "the button is in sight");
      const boxes = me.vault.locator("#check *:visible");
      const scroll = (all) =>
        all.some((one) => getComputedStyle(one).overflowY === "auto" && one.scrollHeight > one.clientHeight);
      assert.equal(await boxes.evaluateAll(scroll), false, "the frame alone scrolls");
      await me.press("Stop, costs nothing");
      await me.vault.getByText("Stopped. Nothing was charged").waitFor();
      assert.equal(await frameHeight(me), atFile);
    }
    assert.ok(reports[1] > reports[0], "there is more to say of the second");

    // Why a file cannot be used is as long as it likes, and the owner who then goes elsewhere takes the silence along.
    await me.pick(await me.write("private.csv", "height,weight\n1,2\n"));
    await noColumnMeant(me);
    await me.vault.getByRole("alert").filter({ hasText: "could not be read" }).waitFor();
    await me.details();
    assert.equal(await frameHeight(me), atFile);

    await me.pick(await me.write("private.csv", faulty));
    await noColumnMeant(me);
    await me.preview();
    await me.press("Make the result");
    await me.page.locator("#result").waitFor();
    const said = await me.heard();
    const released = said.findIndex(({ type }) => type === "release");
    const first = said.findIndex(({ type }) => type === "picked");
    assert.ok(said.slice(first, released).every(({ type }) => type !== "view"));
    assert.deepEqual([said[released + 1].type, said[released + 1].step], ["view", "result"]);
    await noHigher("result");
    assert.deepEqual(me.errors, []);
  });
}

test("after a run the first screen has the answer, a sentence, the download, a plot and, folded, the record", async (t) => {
  const me = await owner(t);
  await me.loadSample();
  await me.prepare(await me.write("private.csv", clean));
  await me.press("Make the result");
  await me.page.locator("#result-plot svg[role=img]").waitFor();
  assert.equal(await fits(me), 0);
  assert.equal(await me.page.evaluate(() => scrollY), 0);
  const fold = me.page.locator("#record > summary");
  const parts = [
    me.page.locator("#result .answer"),
    me.page.locator("#result .short"),
    me.page.getByRole("button", { name: "Save and see how to send it" }),
    me.page.locator("#result-plot svg[role=img]"),
    fold,
  ];
  for (const part of parts) {
    const { y, height } = await part.boundingBox();
    assert.ok(y >= 0 && y + height <= 900, `${y} to ${y + height}`);
  }
  assert.equal(await me.page.locator(".plot:visible").count(), 1);
  assert.equal(await me.vault.locator("pre:visible").count(), 0);
  const printed = (await me.page.pdf()).toString("latin1").match(/\/Type\s*\/Page\b/g);
  assert.ok(printed.length <= 2, `${printed.length} printed pages`);
  const before = await frameHeight(me);
  await me.press(me.vault.locator("#done summary", { hasText: "The exact text" }));
  assert.equal(await me.vault.locator("#done pre").first().textContent(), await me.released());
  assert.equal(await fits(me), 0, "the frame grows with the fold, and one of the two scrolls");
  assert.ok((await frameHeight(me)) > before);
});

test("Back and Forward go through the steps, and a reader is led to the heading of each", async (t) => {
  const me = await owner(t, { base: "linear" });
  // The page names the step, the vault shows it, its overview marks it, and its heading has the focus.
  const at = async (name, { section, heading, current }) => {
    await me.page.waitForFunction((name) => document.body.dataset.step === name, name);
    await me.vault.locator(`#${section}:visible`).waitFor();
    // Frames stand still out of sight.
    await me.frame().waitForFunction((id) => document.activeElement.id === id, heading, { polling: 100 });
    assert.equal(await me.page.evaluate(() => document.activeElement.tagName), "IFRAME");
    assert.equal(await me.vault.locator(".steps [aria-current=step]").innerText(), current);
    assert.equal(await me.vault.locator("main > section:visible").getAttribute("id"), section, "and no other");
  };
  const request = { section: "request", heading: "request-heading", current: "Request" };
  const file = { section: "check", heading: "check-heading", current: "Check" };
  await me.loadSample();
  await me.fix();
  await me.pick(await me.write("private.csv", clean));
  await me.preview();
  await at("file", file);
  // With a file open Back drops it. The page cannot tell whether it had been read.
  await me.page.goBack();
  await me.vault.getByText("Stopped. Nothing was charged").waitFor();
  await at("request", request);
  assert.equal(
    await me.vault.getByRole("radio", { name: "moderate" }).isChecked(),
    true,
    "what was chosen is still there",
  );
  await me.page.goBack();
  await me.page.locator("#start").waitFor();
  assert.equal(await me.page.locator("#steps [aria-current=step]").innerText(), "Request");
  await me.page.goForward();
  await at("request", { ...request, heading: "" }); // the vault stayed there: nothing is announced once more

  await me.pick(await me.write("private.csv", clean));
  await me.preview();
  await me.press("Make the result");
  await me.page.locator("#result").waitFor();
  assert.equal(await me.page.evaluate(() => document.activeElement.id), "result-heading");
  assert.equal(await me.page.locator("#steps [aria-current=step]").innerText(), "Result");
  await me.page.goBack();
  await at("request", request);
  await me.page.goForward();
  await me.page.locator("#result").waitFor();
  await me.page.locator("#vault").waitFor({ state: "hidden" }); // the vault has gone on
  assert.deepEqual(me.errors, []);
});

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

test("a page that has the focus keeps it while a file is read", async (t) => {
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

test("from a file that is read until the release, nothing that is scrolled in the vault scrolls the page", async (t) => {
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
        document.querySelector("main > section:not([hidden]) h1").focus({ preventScroll: true });
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
    assert.ok(height <= VIEWPORT.height - 64, `${height} pixels leave room beside the frame`);
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

test("other settings after a report are recorded, also in another vault", async (t) => {
  const me = await owner(t, { base: "linear" });
  const file = await me.write("private.csv", SAMPLE["target.csv"]);
  await me.loadSample();
  await me.prepare(file, "moderate");
  await me.page.reload();
  await me.loadSample();
  await me.prepare(file, "weak");
  assert.match(await me.vault.locator("#check").innerText(), /changed after you saw a report/);
  assert.match(await me.run(), /settings were changed after a report/);
  const { certificate, provenance } = JSON.parse(await me.released());
  assert.deepEqual([certificate.epsilon, provenance.settingsAfterPreview], [3, true]);
});

test("a result outlives a reload until it is saved, or is dropped by its name", async (t) => {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  const file = await me.write("private.csv", SAMPLE["target.csv"]);
  await me.prepare(file);
  await me.run();
  const released = await me.released();
  const asked = [];
  me.page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    dialog.accept();
  });
  await me.page.reload();
  assert.deepEqual(asked, ["beforeunload"], "the browser asks before the result leaves the screen");
  const kept = me.page.locator("#kept");
  await kept.getByRole("button", { name: "Show it" }).click();
  await me.page.locator("#result").waitFor();
  await kept.waitFor({ state: "hidden" }); // what is on the screen is not offered
  assert.equal(await readFile(await me.download(), "utf8"), released);
  await me.page.reload();
  assert.deepEqual(asked, ["beforeunload"], "a saved one is not asked about");
  await kept.waitFor({ state: "hidden" });
  await me.loadSample();
  await me.prepare(file);
  await me.run();
  await me.page.reload();
  await kept.getByRole("button", { name: "Drop it" }).click();
  await kept.getByRole("button", { name: /^Yes, drop the result “.*source\.csv, \d+ \w+ \d{4}, \d\d:\d\d”$/ }).click();
  await kept.waitFor({ state: "hidden" });
  assert.deepEqual(me.errors, []);
});
