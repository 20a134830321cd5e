// Whether a page fits its width, and pictures of it for people, in test/output. No test reads a picture, and to draw
// them is slow, so they are drawn only where PICTURES=1 asks for them.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const output = fileURLToPath(new URL("../output", import.meta.url));
const isWanted = process.env.PICTURES === "1";

/** Fails where something is wider than the page, or than a frame of it. */
export async function fits(page, name) {
  for (const frame of page.frames()) {
    const tooWide = await frame.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(
      tooWide,
      0,
      `${name} at ${page.viewportSize().width}: ${frame.parentFrame() ? "a frame" : "the page"} is ${tooWide} pixels too wide`,
    );
  }
}

/**
 * Whether the page fits its width in both themes, and if wanted a picture of each: of the whole page, or of a part of
 * it.
 */
export async function looks(page, name, part) {
  const { width, height } = page.viewportSize();
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    await fits(page, name);
    if (!isWanted) continue;
    // Browsers do not draw a frame that is out of sight.
    await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await save(part ?? page, `${width}-${colorScheme}-${name}`);
    await page.setViewportSize({ width, height });
  }
}

/** If wanted, a picture of something that has a screenshot(), in any engine. */
export async function save(what, name) {
  if (!isWanted) return;
  await mkdir(output, { recursive: true });
  await writeFile(path.join(output, `${name}.png`), await what.screenshot({ animations: "disabled" }));
}
