// Finds and starts Chromium. The tests need a real one; without it they fail and say what to install.
import { access } from "node:fs/promises";
import path from "node:path";
import { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MACOS = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"];

/** "BROWSERS=none" is the only way to do without: the reason to skip, or false. */
export const skip = process.env.BROWSERS === "none" && "BROWSERS=none: the browser tests were NOT run";

async function findChromium() {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin", "/usr/local/bin", "/snap/bin"];
  const installed = [...folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))), ...MACOS];
  for (const candidate of process.env.CHROMIUM ? [process.env.CHROMIUM] : installed) {
    if (await access(candidate).then(() => true, () => false)) return candidate;
  }
  throw new Error(
    "No Chromium was found. Install one (Debian: apt-get install chromium; elsewhere Chromium or Google Chrome), " +
      "or set CHROMIUM to its path. BROWSERS=none skips the browser tests.",
  );
}

let browser;
after(() => browser?.close());

/** A fresh profile in the one browser of this test file. */
export async function newContext() {
  browser ??= await chromium.launch({
    executablePath: await findChromium(),
    args: [
      // Tests run as root in containers, where Chromium's own sandbox cannot start. The srcdoc sandbox is another thing.
      "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync",
    ],
  });
  const context = await browser.newContext({ acceptDownloads: true });
  context.setDefaultTimeout(60_000);
  return context;
}

/** Waits until the page has no worker: the browser reports the end of one later than the page has asked for it. */
export async function noWorkers(page) {
  for (let waited = 0; page.workers().length > 0; waited += 50) {
    if (waited > 20_000) throw new Error("The page still has a worker.");
    await sleep(50);
  }
}
