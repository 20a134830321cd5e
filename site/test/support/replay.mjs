// Gives the vault random bits that can be given again, and writes down all that the page can see of a run in it.
//
// Neither the vault nor the page has a hook for this. What replaces their random numbers comes by the driver before any
// script of a frame, and by a Blob whose text begins with it into the vault's workers, whose clock it replaces, too.
import { fixRandom } from "../../../jsbridge/npm/test/fixed-random.mjs";
import { untilDrawn } from "./press.mjs";

/**
 * In a worker: each reading of the clock is 50 ms later than the one before, so that all possible progress is reported.
 */
function ticking() {
  let now = 0;
  Object.defineProperty(performance, "now", { value: () => (now += 50) });
}

/**
 * In the vault's document, before it makes its first thread. Each thread has a stream of its own: a run that takes more of
 * its bytes than another has the same ones as far as both go.
 */
function install(seed, fixText, tickingText) {
  if (window === window.top) return;
  (0, eval)(`(${fixText})`)(seed, -1, 0);
  window.replayedThreads = 0;
  const own = "self.name.length, self.name.charCodeAt(self.name.length - 1) || 0";
  const prefix = `(${fixText})(${seed}, ${own});(${tickingText})();\n`;
  window.Blob = new Proxy(Blob, {
    construct(Blob, [parts, options]) {
      if (options?.type !== "text/javascript") return new Blob(parts, options);
      window.replayedThreads++;
      return new Blob([prefix, ...parts], options);
    },
  });
}

/** The script that a page is given for this. Its frame has then replayedThreads, the number of threads it has made. */
export const fixedBits = (seed) =>
  `(${install})(${seed}, ${JSON.stringify(String(fixRandom))}, ${JSON.stringify(String(ticking))})`;

/**
 * One run in a tab of its own. `me` is an owner (owner.mjs), `choose(tab)` sets the form up. Returns all that the page
 * can see: {messages, heights, console, errors, requests, texts, entries, threads}; heights are the frame's before
 * the file is picked, with the report on the screen, and at the end.
 */
export async function observe(me, { seed, source, label, target, choose }) {
  const tab = await me.another();
  try {
    const { page } = tab;
    await page.addInitScript(fixedBits(seed));
    // An earlier run's result would wait above the vault, which then has less of the window.
    await page.evaluate(() => new Promise((done) => (indexedDB.deleteDatabase("privadapt-results").onsuccess = done)));
    const said = [];
    page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
    // Else the vault has made its thread by itself. It takes random bits after that.
    await openEarly(
      tab,
      () => tab.load(source, label),
      () => window.replayedThreads >= 1,
    );
    await choose(tab);
    const file = await tab.write("private.csv", target);
    await tab.ledger((ledger) => ledger.reset({ reason: "the next run" })); // the page says what is spent
    const before = (await tab.ledger()).accounts[0].history.length;
    const requests = [tab.site, tab.elsewhere].map((server) => server.requests.length);
    said.length = 0; // what was said so far was said before there was a private file
    const height = () => page.locator("iframe.vault").evaluate((frame) => frame.offsetHeight);
    const heights = [await height()];
    await tab.pick(file);
    await tab.preview();
    heights.push(await height());
    await tab.press("Make the result");
    // Of a release the last word is how high it is on the screen.
    const hasEnded = () =>
      window.heard.some(({ type }) => type === "failed") ||
      (window.heard.some(({ type }) => type === "release") &&
        window.heard.findLast(({ type }) => type === "view").step === "result");
    await page.waitForFunction(hasEnded, undefined, { polling: 50 });
    await untilDrawn(tab.frame());
    const text = (selector) => page.locator(selector).innerText();
    return {
      messages: await tab.heard(),
      heights: [...heights, await height()],
      console: said,
      errors: tab.errors,
      requests: [tab.site, tab.elsewhere].map((server, i) => server.requests.slice(requests[i])),
      texts: { status: await text("#vault-status"), error: await text("#vault-error"), title: await page.title() },
      // Its number, its time and what these are hashed into are the ledger's.
      entries: (await tab.ledger()).accounts[0].history
        .slice(before)
        .map(({ number, time, previous, checksum, ...entry }) => entry),
      threads: page.workers().length,
    };
  } finally {
    await tab.page.close();
  }
}

/**
 * Loads a sample anew until the script that a test has added (page.addInitScript) has come into the vault before the
 * page's start message: on a busy machine it may come after. The sample is loaded by `load`; `wasEarly` runs in the
 * vault and says whether the script was there in time.
 */
async function openEarly(me, load, wasEarly) {
  for (let left = 10; left > 0; left--) {
    await me.page.reload();
    await load();
    await me.opened();
    if (await me.frame().evaluate(wasEarly)) return;
  }
  throw new Error("the driver's script has come after the vault's start ten times: is the machine too busy?");
}
