// Draws icon-192.png and icon-512.png, for devices that install the site as an app, from icon.svg. They are kept in the
// repository: a build needs no browser.
//
//   CHROMIUM=/usr/bin/chromium node build/icons.mjs
import { readFile } from "node:fs/promises";
import { chromium } from "playwright-core";

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const drawing = await readFile(new URL("../shared/icon.svg", import.meta.url), "utf8");
for (const size of [192, 512]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px}</style>${drawing}`);
  await page.screenshot({
    path: new URL(`../shared/icon-${size}.png`, import.meta.url).pathname,
    omitBackground: true,
  });
}
await browser.close();
