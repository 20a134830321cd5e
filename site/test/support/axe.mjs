// axe-core in a page and in the vault in it, and whether both fit their width.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const LOOKS = [360, 1280].flatMap((width) => ["light", "dark"].map((colorScheme) => ({ width, colorScheme })));

/**
 * A function that runs axe in a frame and resolves with the rules broken there. In a world of its own beside the
 * document's: no policy binds it, and it has what the vault takes away from its own scripts.
 */
async function inspector(page, frame) {
  const own = await page
    .context()
    .newCDPSession(frame)
    .catch(() => undefined); // of a frame in a process of its own
  const session = own ?? (await page.context().newCDPSession(page));
  const { frameTree } = await session.send("Page.getFrameTree");
  const { id } = (own || !frame.parentFrame() ? frameTree : frameTree.childFrames[0]).frame;
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", { frameId: id });
  await session.send("Runtime.evaluate", { contextId, expression: axe });
  return async () => {
    const expression = `innerHeight > 0 ? axe.run(document, { resultTypes: ["violations"], iframes: false }).then(({ violations }) => violations) : []`; // not of a vault that waits
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      contextId,
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(`axe: ${exceptionDetails.exception?.description}`);
    return result.value;
  };
}

/** Fails where something is wider than the page, or than a frame of it. */
async function fits(page, name) {
  for (const frame of page.frames()) {
    const tooWide = await frame.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(tooWide, 0, `${name} at ${page.viewportSize().width}: ${tooWide} pixels too wide`);
  }
}

/**
 * Asserts that no rule of axe is broken in the page or in the vault in it, and that nothing sticks out, however it is
 * looked at. `state` names it.
 */
export async function clean(page, state) {
  const parts = await Promise.all(
    page.frames().map(async (frame) => [frame.parentFrame() ? "the vault" : "the page", await inspector(page, frame)]),
  );
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" }); // colours change at once
    await page
      .waitForFunction(() => document.documentElement.scrollWidth === document.documentElement.clientWidth)
      .catch(() => {}); // plots follow the width of the page after it was laid out
    await fits(page, state);
    for (const [part, violations] of parts) {
      const told = ({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary.replace(/\s+/g, " ")}`;
      const found = (await violations()).map(
        ({ id, help, nodes }) => `${id}: ${help}\n    ${nodes.map(told).join("\n    ")}`,
      );
      assert.equal(found.length, 0, `${state}, ${width} pixels, ${colorScheme}, ${part}:\n  ${found.join("\n  ")}`);
    }
  }
}
