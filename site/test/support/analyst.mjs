// What an analyst has received, made once a run of tests by the real engine from the sample data.
import { readFile } from "node:fs/promises";
import { load } from "../../../jsbridge/npm/index.js";
import { makeSample } from "../../owner/sample-houses.js";
import { newContext } from "./browser.mjs";
import { siteFor } from "./servers.mjs";

export const SAMPLE = makeSample();
/** The private rows with their labels, which an analyst has only where the data are synthetic. */
const labelled = SAMPLE["target.csv"]
  .trimEnd()
  .split("\n")
  .map((row, i) => `${row},${SAMPLE["target-labels.csv"].split("\n")[i]}`);
export const LABELLED = `${labelled.join("\n")}\n`;

/** Resolves with the texts of releases: a model, a linear one with more noise, weights, moments. */
export async function makeReleases() {
  const engine = await load({ ledger: false });
  try {
    const source = await engine.loadSource(new Blob([SAMPLE["source.csv"]]), { label: "price" });
    const make = async (epsilon, release, base) => {
      const target = await engine.loadTarget(new Blob([SAMPLE["target.csv"]]));
      return (await engine.adapt({ source, target, epsilon, delta: 1e-6, release, base })).text;
    };
    return {
      model: await make(1, "model"),
      noisy: await make(0.1, "model", "linear"),
      weights: await make(1, "weights"),
      moments: await make(1, "moments"),
    };
  } finally {
    await engine.dispose();
  }
}

/** A browser at one of the analyst's pages, with a public server and a folder. All end with the test. */
export async function analyst(t, { page: name, files = {}, viewport = { width: 1280, height: 900 } } = {}) {
  const { site, elsewhere, write } = await siteFor(t, { "source.csv": SAMPLE["source.csv"], ...files });
  const context = await newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  // Whatever violates the page's policy, or is uncaught.
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => /Content Security Policy/.test(message.text()) && errors.push(message.text()));
  await page.goto(site.url + name);
  return { page, context, site, elsewhere, errors, write, text: (id) => page.locator(`#${id}`).innerText() };
}

/** A release as a file that a page is given. */
export const json = (name, text) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });

/** Gives the page that opens releases these files, and waits until n releases are open. */
export async function opened(me, files, n) {
  await me.page.setInputFiles("#files", files);
  await me.page.waitForFunction((n) => document.querySelectorAll(".file").length === n, n);
}

/** A table as a file that a page is given. */
export const table = (name, text) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/** Asks the page to combine what is open, with these files of the public sample. */
export async function combine(me, files, kind = "model") {
  await me.page.selectOption("#combine-kind", kind);
  await me.page.setInputFiles("#combine-source", files);
  await me.page.check("#disjoint");
  await me.page.click("#combine-form button[type=submit]");
}

/** Saves what was combined by the button of this name; resolves with the text. */
export async function savedAs(me, name) {
  const [file] = await Promise.all([
    me.page.waitForEvent("download"),
    me.page.locator("#combined").getByRole("button", { name }).click(),
  ]);
  return readFile(await file.path(), "utf8");
}

/** Waits until the part of the page says this. */
export const says = (me, id, text) => me.page.locator(`#${id}`).filter({ hasText: text }).waitFor();

/** Gives a field of the page a file of blanks, which is made there: to hand a large one in takes a driver seconds. */
export const giveBlanks = (me, selector, bytes) =>
  me.page.locator(selector).evaluate((input, bytes) => {
    const given = new DataTransfer();
    given.items.add(new File([" ".repeat(bytes)], "large.json"));
    input.files = given.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, bytes);
