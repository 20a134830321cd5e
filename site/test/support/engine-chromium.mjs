// Chromium, by Playwright.
import { chromium } from "playwright-core";
import { ARGUMENTS, findChromium } from "./browser.mjs";
import { Page } from "./place.mjs";

export const find = findChromium;

export async function start(executablePath, { colorScheme, args = [], env = {} } = {}) {
  const browser = await chromium.launch({ executablePath, args: [...ARGUMENTS, ...args], env: { ...process.env, ...env } });
  const context = await browser.newContext({ acceptDownloads: true, colorScheme });
  return {
    name: "chromium",
    version: `Chromium ${browser.version()}`,
    async open(url, { width = 1280, height = 900 } = {}) {
      const page = await context.newPage();
      const made = new Page(driverOf(page));
      await made.resize(width, height);
      await made.goto(url);
      return made;
    },
    close: () => browser.close(),
  };
}

function driverOf(page) {
  return {
    page, // for what only Playwright can do
    ...inFrame(() => page.mainFrame()),
    goto: (url) => page.goto(url),
    frame: (selector) => inFrame(() => page.locator(selector).elementHandle().then((element) => element.contentFrame())),
    screenshot: () => page.screenshot(),
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => page.close(),
  };
}

/** `frame` resolves with Playwright's object for it at this moment. */
function inFrame(frame) {
  return {
    async evaluate(f, args) {
      return (await frame()).evaluate(`(${f})(...${JSON.stringify(args)})`);
    },
    async act(find, args, action, details) {
      const handle = (await (await frame()).evaluateHandle(`(${find})(...${JSON.stringify(args)})`)).asElement();
      if (action === "click") await handle.click();
      else await handle.setInputFiles(details);
    },
  };
}
