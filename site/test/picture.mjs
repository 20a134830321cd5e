// Takes the picture at the top of the README anew: a whole page, with a release of the sample data verified and applied.
//
//   make site && node site/test/picture.mjs [FILE]
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { load } from "../../jsbridge/npm/index.js";
import { serve } from "../build/serve.mjs";
import { makeSample } from "../owner/sample-houses.js";
import { ARGUMENTS, findChromium } from "./support/chromium.mjs";

const file = process.argv[2] ?? fileURLToPath(new URL("../images/readme-screenshot.png", import.meta.url));
const sample = makeSample();

/** A release of the sample data, made in Node. */
async function makeRelease() {
  const engine = await load({ ledger: false }); // the sample's people are made up
  try {
    const source = await engine.loadSource(new Blob([sample["source.csv"]]), { label: "price" });
    const target = await engine.loadTarget(new Blob([sample["target.csv"]]));
    return (await engine.adapt({ source, target, epsilon: 1, delta: 1e-7 })).text;
  } finally {
    await engine.dispose();
  }
}

const lines = (name) => sample[name].trimEnd().split("\n");
const labels = lines("target-labels.csv");
const labelled = lines("target.csv").map((row, i) => `${row},${labels[i]}`).join("\n");
const release = await makeRelease();
const site = await serve();
const browser = await chromium.launch({ executablePath: await findChromium(), args: ARGUMENTS });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(300_000);
  await page.goto(`${site.url}releases.html`);
  await page.setInputFiles("#files", { name: "release.json", mimeType: "application/json", buffer: Buffer.from(release) });
  await page.setInputFiles("#data", { name: "country.csv", mimeType: "text/csv", buffer: Buffer.from(labelled) });
  await page.click("#apply-form button[type=submit]");
  await page.locator("#predictions svg").first().waitFor();
  await page.screenshot({ path: file, fullPage: true });
} finally {
  await browser.close();
  await site.close();
}
