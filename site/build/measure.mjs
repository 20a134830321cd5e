// How fast the owner's page is, measured in Chromium on loopback: first paint, a whole run on the sample data from the
// navigation on, driven as fast as a script can press the buttons, and what is transferred until then; the same on a
// second visit, when the service worker has kept the site; from the click on, for a visitor who has read for three
// seconds; and how long an owner who has taken five to choose waits for the result. Prints figures beside their aims and
// judges nothing, for they depend on the machine, whose load stands last. owners-page.test.mjs holds the size and words.
//
//   node build/measure.mjs [--runs N]
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { ARGUMENTS, findChromium } from "../test/support/browser.mjs";
import { serve } from "./serve.mjs";

const { values } = parseArgs({ options: { runs: { type: "string", default: "5" } } });

/**
 * One visit in a new page of a context, with pauses in seconds before the click and before the file is chosen. Resolves
 * with seconds, and bytes as they came over the wire, headers included.
 */
async function visit(context, url, { reads = 0, chooses = 0 } = {}) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  let start = 0;
  const since = async () => (await page.evaluate(() => performance.now() / 1000)) - start;

  await page.goto(url, { waitUntil: "domcontentloaded" });
  await page.waitForTimeout(1000 * reads);
  if (reads > 0) start = await since(); // a reader's time begins with the click
  await page.click("#try-sample");
  const vault = page.frameLocator("iframe.vault");
  const press = (name) => vault.getByRole("button", { name }).click();
  await vault.locator("label.button").waitFor();
  const opened = await since();
  await vault.getByRole("radio", { name: "moderate" }).check();
  await page.waitForTimeout(1000 * chooses);
  await press("Use the invented file");
  await vault.getByRole("button", { name: "Make the result" }).waitFor();
  const asked = await since();
  await press("Make the result");
  await page.locator("#result").waitFor();
  const finished = await since();
  const megabytes = bytes / 1e6;
  const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime / 1000);
  await page.evaluate(() => navigator.serviceWorker.ready); // it has kept the site
  await page.close();
  return { painted, opened, finished, waited: finished - asked, megabytes };
}

/** A first visit with an empty cache, a second, one of a reader and one of an owner with time. */
async function visits(browser, url) {
  // Chromium draws no frame that is out of sight.
  const context = await browser.newContext({ viewport: { width: 1280, height: 1700 } });
  const [first, again] = [await visit(context, url), await visit(context, url)];
  const [read, slow] = [await visit(context, url, { reads: 3 }), await visit(context, url, { chooses: 5 })];
  await context.close();
  return { first, again, read, slow };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const spread = (numbers, unit, aim) =>
  `${median(numbers).toFixed(2)} ${unit}   (${Math.min(...numbers).toFixed(2)} to ${Math.max(...numbers).toFixed(2)}; ${aim})`;

const site = await serve({ base: "/some/path/" });
const browser = await chromium.launch({ executablePath: await findChromium(), args: ARGUMENTS });
try {
  const all = [];
  for (let i = 0; i < Number(values.runs); i++) all.push(await visits(browser, site.url));
  const row = (name, of, key, unit, aim) => {
    if (all.length === 0) return;
    const numbers = all.map((one) => one[of][key]);
    console.log(`${name.padEnd(46)} ${spread(numbers, unit, aim)}`);
  };
  console.log(`The owner's page, medians of ${all.length}. Visits with an empty cache:`);
  row("first contentful paint", "first", "painted", "s", "aim: at most 0.30");
  row("vault open on the sample data", "first", "opened", "s", "aim: at most 1.00");
  row("run on the sample data finished", "first", "finished", "s", "aim: at most 1.20");
  row("transferred until then", "first", "megabytes", "MB", "aim: at most 0.90");
  console.log("Second visits, with what the service worker has kept:");
  row("run on the sample data finished", "again", "finished", "s", "aim: at most 0.80");
  console.log("Visits with three seconds of reading:");
  row("from the click on the sample to the request", "read", "opened", "s", "aim: at most 1.00");
  row("from the click on the sample to the result", "read", "finished", "s", "no aim");
  console.log("Visits with five seconds before the file is chosen:");
  row("from “Make the result” to the result", "slow", "waited", "s", "aim: at most 1.00");
  console.log(`Load of the machine: ${loadavg()[0].toFixed(1)} on ${availableParallelism()} processors`);
} finally {
  await browser.close();
  await site.close();
}
