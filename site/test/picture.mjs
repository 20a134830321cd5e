// Takes the picture at the top of the README anew: the owner's page, whole, after a run on the sample data.
//
//   make site && node site/test/picture.mjs [FILE]
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "../build/serve.mjs";
import { ARGUMENTS, findChromium } from "./support/chromium.mjs";

const file = process.argv[2] ?? fileURLToPath(new URL("../images/readme-screenshot.png", import.meta.url));
const site = await serve();
const browser = await chromium.launch({ executablePath: await findChromium(), args: ARGUMENTS });
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  page.setDefaultTimeout(600_000);
  await page.goto(site.url);
  await page.click("#try-sample");
  const vault = page.frameLocator("iframe.vault");
  const press = (name) => vault.getByRole("button", { name }).click();
  await vault.getByRole("radio", { name: "1, moderate" }).check();
  await vault.getByRole("radio", { name: /^A model/ }).check();
  await press("Fix these settings");
  await press("synthetic");
  await press("Run and release");
  await page.locator("#result").waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: file, fullPage: true });
} finally {
  await browser.close();
  await site.close();
}
