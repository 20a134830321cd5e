// How fast the owner's page is, measured in Chromium on loopback: first paint, a whole run on the sample data from the
// navigation on, driven as fast as a script can press the buttons, and what is transferred until then. Prints figures beside
// their aims and judges nothing: times depend on the machine. transfer.test.mjs holds the size.
//
//   node test/measure.mjs [--runs N]
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { ARGUMENTS, findChromium } from "./support/chromium.mjs";
import { serve } from "../build/serve.mjs";

const { values } = parseArgs({ options: { runs: { type: "string", default: "5" } } });

/** One visit with an empty cache. Resolves with seconds, and bytes as they came over the wire, headers included. */
async function visit(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  const since = () => page.evaluate(() => performance.now() / 1000);

  await page.goto(url, { waitUntil: "domcontentloaded" });
  await page.click("#try-sample");
  const vault = page.frameLocator("iframe.vault");
  const press = (name) => vault.getByRole("button", { name }).click();
  await vault.getByRole("button", { name: "Go on to privacy" }).waitFor();
  const opened = await since();
  await press("Go on to privacy");
  await vault.getByRole("radio", { name: "1, moderate" }).check();
  await vault.getByRole("radio", { name: /^A model/ }).check();
  await press("Fix these settings");
  await press("synthetic");
  await press("Run and release");
  await page.locator("#result").waitFor();
  const finished = await since();
  const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime / 1000);
  await context.close();
  return { painted, opened, finished, megabytes: bytes / 1e6 };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const site = await serve({ base: "/some/path/" });
const browser = await chromium.launch({ executablePath: await findChromium(), args: ARGUMENTS });
try {
  const visits = [];
  for (let i = 0; i < Number(values.runs); i++) visits.push(await visit(browser, site.url));
  const row = (name, key, unit, aim) => {
    const all = visits.map((one) => one[key]);
    console.log(`${name.padEnd(46)} ${median(all).toFixed(2)} ${unit}   (${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}; ${aim})`);
  };
  console.log(`The owner's page, ${visits.length} visits with an empty cache, medians:`);
  row("first contentful paint", "painted", "s", "aim: below 1");
  row("vault open on the sample data", "opened", "s", "no aim");
  row("run on the sample data finished", "finished", "s", "aim: below 2");
  row("transferred until then", "megabytes", "MB", "aim: at most 1.00");
} finally {
  await browser.close();
  await site.close();
}
