// The tests' own way to press a button in a frame: each press arrives, once, also where the page has just changed and
// in a page that was opened before another.
import assert from "node:assert/strict";
import test from "node:test";
import { newContext, skip } from "./support/browser.mjs";
import { choose, press } from "./support/press.mjs";

const PAGE = `<!doctype html><p>around</p><iframe sandbox="allow-scripts" style="width: 90%; height: 400px" srcdoc="
  <button>press</button> <input type=radio aria-label=one> <a href='about:blank'>away</a>
  <script>presses = 0; document.querySelector('button').onclick = () => presses++</script>"></iframe>`;

/** A page with a frame. */
async function framed(t) {
  const context = await newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.setContent(PAGE);
  const frame = page.frameLocator("iframe");
  return {
    context,
    page,
    frame,
    button: frame.getByRole("button"),
    presses: () => page.frames()[1].evaluate("presses"),
  };
}

test("each press arrives once, right after the size of the page has changed", { skip }, async (t) => {
  const { page, button, presses } = await framed(t);
  for (let i = 1; i <= 10; i++) {
    await page.setViewportSize({ width: i % 2 ? 700 : 1280, height: 600 + 7 * i });
    await press(button);
    assert.equal(await presses(), i);
  }
});

test("a page is drawn as often beside a page that was opened after it", { skip }, async (t) => {
  const { context, page } = await framed(t);
  await context.newPage();
  await page.evaluate(() => {
    window.drawn = 0;
    requestAnimationFrame(function again() {
      window.drawn++;
      requestAnimationFrame(again);
    });
  });
  // Behind another tab it would be drawn once a second after the second change.
  for (let i = 0; i < 5; i++) {
    await page.setViewportSize({ width: i % 2 ? 700 : 1280, height: 600 + 7 * i });
    await page.waitForFunction((least) => window.drawn > least, await page.evaluate("window.drawn + 30"), {
      polling: 20,
      timeout: 20_000,
    });
  }
});

test("a frame that is out of sight, or goes out of sight once, is brought there before the driver waits for its animation frames", {
  skip,
}, async (t) => {
  const { page, button, presses } = await framed(t);
  await page.evaluate(() => {
    document.querySelector("p").style.height = "3000px";
    addEventListener("scroll", () => scrollTo(0, 0), { once: true });
  });
  await press(button);
  assert.equal(await presses(), 1);
});

test("a click that the browser loses is noticed", { skip }, async (t) => {
  const { context, page, button, presses } = await framed(t);
  const client = await context.newCDPSession(page);
  await client.send("Input.setIgnoreInputEvents", { ignore: true });
  await assert.rejects(press(button), /has not seen the click/);
  await client.send("Input.setIgnoreInputEvents", { ignore: false });
  await press(button);
  assert.equal(await presses(), 1);
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
