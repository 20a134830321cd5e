// The tests' own way to press a button in a frame: what the browser loses is pressed again, and nothing is pressed twice.
import assert from "node:assert/strict";
import test from "node:test";
import { newContext, skip } from "./support/browser.mjs";
import { choose, press } from "./support/press.mjs";

const PAGE = `<!doctype html><p>around</p><iframe sandbox="allow-scripts" style="width: 90%; height: 400px" srcdoc="
  <button>press</button> <input type=radio aria-label=one> <a href='about:blank'>away</a>
  <script>presses = 0; document.querySelector('button').onclick = () => presses++</script>"></iframe>`;

/** A page with a frame. `deaf` makes Chromium lose every click until the next screenshot: it is the `page` for press. */
async function framed(t) {
  const context = await newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.setContent(PAGE);
  const client = await context.newCDPSession(page);
  const ignore = (on) => client.send("Input.setIgnoreInputEvents", { ignore: on });
  let screenshots = 0;
  const deaf = async () => {
    await ignore(true);
    return { screenshot: () => ++screenshots && ignore(false) };
  };
  const frame = page.frameLocator("iframe");
  return { page, frame, deaf, button: frame.getByRole("button"), presses: () => page.frames()[1].evaluate("presses"), screenshots: () => screenshots };
}

test("each press arrives once, right after the size of the page has changed", { skip }, async (t) => {
  const { page, button, presses } = await framed(t);
  for (let i = 1; i <= 10; i++) {
    await page.setViewportSize({ width: i % 2 ? 700 : 1280, height: 600 + 7 * i });
    await press(button);
    assert.equal(await presses(), i);
  }
});

test("a click that the browser loses is repeated, once", { skip }, async (t) => {
  const { button, presses, deaf, screenshots } = await framed(t);
  for (let i = 1; i <= 3; i++) {
    const page = await deaf();
    await button.click();
    assert.equal(await presses(), i - 1, "so it is lost without press");
    await press(button, page);
    assert.deepEqual([await presses(), screenshots()], [i, i]);
  }
});

test("a frame that is drawn no more is pressed after a screenshot", { skip }, async (t) => {
  const { button, presses } = await framed(t);
  let drawn = false;
  const still = Object.assign(new Error("waiting for the element to be stable"), { name: "TimeoutError" });
  const stuck = { evaluateHandle: (of) => button.evaluateHandle(of), click: (options) => (drawn ? button.click(options) : Promise.reject(still)) };
  await press(stuck, { screenshot: () => (drawn = true) });
  assert.equal(await presses(), 1);
});

test("a frame that never sees a click is named", { skip }, async (t) => {
  const { page, button, presses, deaf } = await framed(t);
  await deaf();
  await assert.rejects(press(button, page), /has seen none of five clicks/);
  assert.equal(await presses(), 0);
});

test("a radio button is chosen, and a document that goes by the click is no lost one", { skip }, async (t) => {
  const { page, frame } = await framed(t);
  const radio = frame.getByRole("radio");
  await choose(radio);
  await choose(radio);
  assert.equal(await radio.isChecked(), true);
  await press(frame.getByRole("link"));
  await page.frames()[1].waitForURL("about:blank");
});
