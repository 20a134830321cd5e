// Finds and starts Chromium. The tests need a real one; without it they fail and say what to install.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { access } from "node:fs/promises";
import path from "node:path";
import { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MACOS = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"];

/** "BROWSERS=none" is the only way to do without: the reason to skip, or false. */
export const skip = process.env.BROWSERS === "none" && "BROWSERS=none: the browser tests were NOT run";

export async function findChromium() {
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

export const ARGUMENTS = [
  // Tests run as root in containers, where Chromium's own sandbox cannot start. The srcdoc sandbox is another thing.
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

let browser;
after(() => browser?.close());

/** A fresh profile in the one browser of this test file. */
export async function newContext() {
  browser ??= await chromium.launch({
    executablePath: await findChromium(),
    args: ARGUMENTS,
  });
  const context = await browser.newContext({ acceptDownloads: true });
  context.setDefaultTimeout(60_000);
  return context;
}

/**
 * A Chromium of its own on a profile folder, to be killed. Resolves with {page, kill}; kill resolves when none of its
 * processes is left.
 */
export async function startProfile(folder) {
  const process = spawn(
    await findChromium(),
    [...ARGUMENTS, "--headless=new", "--remote-debugging-port=0", `--user-data-dir=${folder}`, "about:blank"],
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
  return { page: await connected.contexts()[0].newPage(), kill };
}

/** Waits until the page has no worker: the browser reports the end of one later than the page has asked for it. */
export async function noWorkers(page) {
  for (let waited = 0; page.workers().length > 0; waited += 50) {
    if (waited > 20_000) throw new Error("The page still has a worker.");
    await sleep(50);
  }
}
