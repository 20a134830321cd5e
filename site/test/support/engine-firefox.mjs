// Firefox, by Puppeteer over WebDriver BiDi. Puppeteer 25 states Node 22.12 as its least; these tests pass with 20.20 too.
import puppeteer from "puppeteer-core";
import { findProgram } from "./browser.mjs";
import { Page, findFrame } from "./place.mjs";

export const find = () =>
  findProgram({
    what: "Firefox",
    variable: "FIREFOX",
    names: ["firefox-esr", "firefox"],
    also: ["/Applications/Firefox.app/Contents/MacOS/firefox"],
    install: "Debian: apt-get install firefox-esr; Ubuntu: a package of Mozilla's, not the snap",
  });

const PREFERENCES = {
  // Nothing but the tests' own requests.
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "browser.safebrowsing.downloads.remote.enabled": false,
};

export async function start(executablePath, { colorScheme, args = [], env = {}, prefs = {} } = {}) {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    args,
    env: { ...process.env, ...env },
    extraPrefsFirefox: {
      ...PREFERENCES,
      ...(colorScheme && { "layout.css.prefers-color-scheme.content-override": colorScheme === "dark" ? 0 : 1 }),
      ...prefs,
    },
    defaultViewport: null,
    protocolTimeout: 180_000, // beside two other engines on two cores an answer may take over a minute
  });
  return {
    name: "firefox",
    version: (await browser.version()).replace("firefox/", "Firefox "),
    async open(url, { width = 1280, height = 900 } = {}) {
      const page = await browser.newPage();
      const made = new Page(driverOf(page));
      await made.resize(width, height);
      await made.goto(url);
      return made;
    },
    // Needs dom.events.testing.asyncClipboard.
    readClipboard: (page) => page.evaluate(() => navigator.clipboard.readText()),
    close: () => browser.close(),
  };
}

function driverOf(page) {
  return {
    page, // for what only Puppeteer can do
    ...inFrame(() => page.mainFrame()),
    goto: (url) => page.goto(url),
    screenshot: async () => Buffer.from(await page.screenshot()),
    resize: (width, height) => page.setViewport({ width, height }),
    close: () => page.close(),
  };
}

/** `frame` resolves with Puppeteer's object for it at this moment. */
function inFrame(frame) {
  const handleOf = async (f, args) =>
    (await (await frame()).evaluateHandle(`(${f})(...${JSON.stringify(args)})`)).asElement();
  return {
    frame: (selector) => inFrame(async () => (await handleOf(findFrame, [selector])).contentFrame()),
    async evaluate(f, args) {
      return (await frame()).evaluate(`(${f})(...${JSON.stringify(args)})`);
    },
    async act(find, args, action, details) {
      const handle = await handleOf(find, args);
      if (action === "click") await handle.click();
      else await handle.uploadFile(...details);
    },
  };
}
