// Finds the programs that tests start, and starts Chromium. The tests need a real one; without it they fail and say what to
// install.
import { spawn } from "node:child_process";
import { once } from "node:events";
import nodeTest, { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";
import { access } from "node:fs/promises";
import path from "node:path";

/** "BROWSERS=none" is the only way to do without: the reason to skip, or false. */
export const skip = process.env.BROWSERS === "none" && "BROWSERS=none: the browser tests were NOT run";

/** A test that needs the browser. */
export const test = (name, run) => nodeTest(name, { skip }, run);
test.after = after;

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
  const connected = await chromium.connectOverCDP(await addressSaid(process, /DevTools listening on (ws:\S+)/));
  return { page: await inWindows(connected.contexts()[0]).newPage(), kill };
}

/** Resolves with the address that a browser says on stderr; rejects with all that it has said if it ends before. */
export const addressSaid = (process, pattern) =>
  new Promise((resolve, reject) => {
    let said = "";
    process.stderr.on("data", (data) => {
      said += data;
      const found = pattern.exec(said);
      if (found) resolve(found[1]);
    });
    process.once("exit", () => reject(new Error(`the browser did not start: ${said}`)));
  });

/** Waits until the page has no worker: the browser reports the end of one later than the page has asked for it. */
export async function noWorkers(page) {
  for (let waited = 0; page.workers().length > 0; waited += 50) {
    if (waited > 180_000) throw new Error("The page still has a worker.");
    await sleep(50);
  }
}

export const findChromium = () =>
  findProgram({
    what: "Chromium",
    variable: "CHROMIUM",
    names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
    also: [
      "/snap/bin/chromium",
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ],
    install: "Debian: apt-get install chromium; elsewhere Chromium or Google Chrome. BROWSERS=none skips these tests",
  });

const COMMON = [
  // Tests run as root in containers, where Chromium's own sandbox cannot start. The srcdoc sandbox is another thing.
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The lists under the address bar are pages of their own, which headless Chromium loads for every window: half a second
 * of processor time.
 */
const LISTS = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** What Playwright 1.65 turns off by itself. An argument of ours replaces its own. */
const BY_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];

const without = (features) => `--disable-features=${features.join(",")}`;

/** For a Chromium that Playwright starts, and for one that a test starts by itself. */
export const ARGUMENTS = [...COMMON, without([...BY_PLAYWRIGHT, ...LISTS])];
const PROFILE_ARGUMENTS = [...COMMON, without(LISTS)];

/**
 * The path of a program: what `variable` of the environment says, else the first of `names` in the usual folders, else
 * the first of the paths `also` that exists. Rejects with a sentence that says what to install.
 */
export async function findProgram({ what, variable, names = [], also = [], install }) {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin", "/usr/local/bin"];
  const installed = [...folders.flatMap((folder) => names.map((name) => path.join(folder, name))), ...also];
  for (const candidate of process.env[variable] ? [process.env[variable]] : installed) {
    if (
      await access(candidate).then(
        () => true,
        () => false,
      )
    )
      return candidate;
  }
  throw new Error(`No ${what} was found. Install one (${install}), or set ${variable} to its path.`);
}
