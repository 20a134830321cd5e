// Takes the picture at the top of the README anew: the owner's page as it stands after a run on the sample data.
//
//   make site && node site/test/picture.mjs [FILE]
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "../build/serve.mjs";
import { ARGUMENTS, findChromium } from "./support/chromium.mjs";
import { press } from "./support/press.mjs";

const file = process.argv[2] ?? fileURLToPath(new URL("../images/readme-screenshot.png", import.meta.url));
const site = await serve();
const browser = await chromium.launch({ executablePath: await findChromium(), args: ARGUMENTS });
try {
  // Chromium draws no frame that is out of sight.
  const page = await browser.newPage({ viewport: { width: 1280, height: 1700 } });
  page.setDefaultTimeout(300_000);
  await page.goto(site.url);
  await page.click("#try-sample");
  const vault = page.frameLocator("iframe.vault");
  for (const name of ["moderate", "Use the invented file", "Make the result"]) {
    const role = name === "moderate" ? "radio" : "button";
    await press(vault.getByRole(role, { name }));
  }
  await page.locator("#result-plot svg[role=img]").waitFor();
  await vault.getByText("The exact text").waitFor();
  await page.evaluate(() => document.activeElement.blur());
  await page.screenshot({ path: file, fullPage: true });
} finally {
  await browser.close();
  await site.close();
}
