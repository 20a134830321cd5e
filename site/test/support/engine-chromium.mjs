// Chromium, by Playwright.
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";
import { ARGUMENTS, findChromium, inWindows } from "./browser.mjs";
import { Page, findFrame } from "./place.mjs";
import { press } from "./press.mjs";

export const find = findChromium;

export async function start(executablePath, { colorScheme, args = [], env = {}, without = [] } = {}) {
  // A profile on disk, as people have one: a private window does less, it ignores hints to look up a name for example.
  const profile = await mkdtemp(path.join(os.tmpdir(), "privadapt-chromium-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...ARGUMENTS.filter((argument) => !without.includes(argument)), ...args],
    ignoreDefaultArgs: without,
    env: { ...process.env, ...env },
    acceptDownloads: true,
    colorScheme,
  });
  inWindows(context);
  return {
    name: "chromium",
    version: `Chromium ${context.browser().version()}`,
    async open(url, { width = 1280, height = 900 } = {}) {
      const page = await context.newPage();
      const made = new Page(driverOf(page));
      await made.resize(width, height);
      await made.goto(url);
      return made;
    },
    async readClipboard(page) {
      await context.grantPermissions(["clipboard-read"]);
      return page.evaluate(() => navigator.clipboard.readText());
    },
    async close() {
      await context.close();
      await rm(profile, { recursive: true, maxRetries: 5 });
    },
  };
}

function driverOf(page) {
  return {
    page, // for what only Playwright can do
    ...inFrame(page, () => page.mainFrame()),
    goto: (url) => page.goto(url),
    screenshot: () => page.screenshot(),
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => page.close(),
  };
}

/** `frame` resolves with Playwright's object for it at this moment. */
function inFrame(page, frame) {
  const handleOf = async (f, args) =>
    (await (await frame()).evaluateHandle(`(${f})(...${JSON.stringify(args)})`)).asElement();
  return {
    frame: (selector) => inFrame(page, async () => (await handleOf(findFrame, [selector])).contentFrame()),
    async evaluate(f, args) {
      return (await frame()).evaluate(`(${f})(...${JSON.stringify(args)})`);
    },
    async act(find, args, action, details) {
      const handle = await handleOf(find, args);
      if (action === "click") await press(handle, page);
      else await handle.setInputFiles(details);
    },
  };
}
