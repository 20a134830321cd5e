// How long kits take to open in Chromium: from the navigation to the file until the vault shows what is asked for.
import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { randomFrom } from "../../../jsbridge/npm/test/support.mjs";
import { kitFolder } from "./kit.mjs";

const COLUMNS = 20; // and the label
const SIZES = [
  { rows: 1e4, aim: 1.5 },
  { rows: 1e5, aim: 2.5 },
];

/** Resolves with {rows, columns, megabytes, aim, seconds} for each kit; `seconds` has one number for each of `runs`. */
export async function kitOpenings(browser, runs) {
  const ends = [];
  const { make } = await kitFolder({ after: (end) => ends.push(end) });
  const measured = [];
  try {
    for (const { rows, aim } of SIZES) {
      const kit = await make(`${rows}.html`, { "sample.csv": sampleOf(rows) }, "--label", "y", "--epsilon", "1");
      const seconds = [];
      for (let i = 0; i < runs; i++) seconds.push(await opened(browser, pathToFileURL(kit).href));
      measured.push({ rows, columns: COLUMNS, megabytes: (await stat(kit)).size / 1e6, aim, seconds });
    }
  } finally {
    for (const end of ends) await end();
  }
  return measured;
}

async function opened(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1700 } });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "commit" });
  await page.frameLocator("iframe.vault").locator("label.button").waitFor();
  const seconds = await page.evaluate(() => performance.now() / 1000);
  await context.close();
  return seconds;
}

/** Random numbers of four decimals, and a label that is their sum with noise. */
function sampleOf(rows) {
  const random = randomFrom(rows);
  const names = Array.from({ length: COLUMNS }, (_, k) => `x${k + 1}`);
  const lines = Array.from({ length: rows }, () => {
    const cells = names.map(() => random());
    const y = cells.reduce((sum, cell) => sum + cell, random());
    return [...cells, y].map((cell) => cell.toFixed(4)).join(",");
  });
  return `${[[...names, "y"].join(","), ...lines].join("\n")}\n`;
}
