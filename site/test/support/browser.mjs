// Starts Chromium.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";
import { ARGUMENTS, PROFILE_ARGUMENTS, findChromium } from "./chromium.mjs";

export { ARGUMENTS, findChromium };

/** "BROWSERS=none" is the only way to do without: the reason to skip, or false. */
export const skip = process.env.BROWSERS === "none" && "BROWSERS=none: the browser tests were NOT run";

let browser;
after(() => browser?.close());

/**
 * A fresh profile in the one browser of this test file. The site's service worker stays away unless it is asked for:
 * what it keeps in the background would be among the requests that tests count.
 */
export async function newContext({ serviceWorkers = "block", locale } = {}) {
  browser ??= await chromium.launch({
    executablePath: await findChromium(),
    args: ARGUMENTS,
  });
  const context = inWindows(await browser.newContext({ acceptDownloads: true, serviceWorkers, locale }));
  context.setDefaultTimeout(180_000); // only a test that fails waits so long
  return context;
}

/**
 * The same context, each of whose pages gets a window of its own. Of a page in a tab behind another Chromium shows
 * nothing, and once its size has changed it draws it once a second only, so that a driver that waits for two equal
 * pictures before each click waits for minutes.
 */
export function inWindows(context) {
  const newPage = context.newPage.bind(context);
  const open = async () => {
    const [there] = context.pages();
    if (!there) return newPage(); // in a window of its own, too
    const client = await context.newCDPSession(there);
    const { targetInfo } = await client.send("Target.getTargetInfo");
    await client.detach();
    const browser = await context.browser().newBrowserCDPSession();
    const page = context.waitForEvent("page");
    await browser.send("Target.createTarget", {
      url: "about:blank",
      newWindow: true,
      browserContextId: targetInfo.browserContextId,
    });
    await browser.detach();
    return page;
  };
  let last = Promise.resolve();
  context.newPage = () => (last = last.then(open, open)); // one after the other, each with its own event
  return context;
}

/**
 * A Chromium of its own on a profile folder, to be killed. Resolves with {page, kill}; kill resolves when none of its
 * processes is left.
 */
export async function startProfile(folder) {
  const process = spawn(
    await findChromium(),
    [...PROFILE_ARGUMENTS, "--headless=new", "--remote-debugging-port=0", `--user-data-dir=${folder}`, "about:blank"],
    { detached: true, stdio: ["ignore", "ignore", "pipe"] }, // detached: a process group, which can be killed as one
  );
  const exited = once(process, "exit");
  const kill = async () => {
    globalThis.process.kill(-process.pid, "SIGKILL");
    await exited;
  };
  const address = await new Promise((resolve, reject) => {
    let said = "";
    process.stderr.on("data", (data) => {
      said += data;
      const found = /DevTools listening on (ws:\S+)/.exec(said);
      if (found) resolve(found[1]);
    });
    exited.then(() => reject(new Error(`Chromium did not start: ${said}`)));
  });
  const connected = await chromium.connectOverCDP(address);
  return { page: await inWindows(connected.contexts()[0]).newPage(), kill };
}

/** Waits until the page has no worker: the browser reports the end of one later than the page has asked for it. */
export async function noWorkers(page) {
  for (let waited = 0; page.workers().length > 0; waited += 50) {
    if (waited > 180_000) throw new Error("The page still has a worker.");
    await sleep(50);
  }
}
