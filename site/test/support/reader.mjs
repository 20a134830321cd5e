// What a reader of the page "Reproduce the paper" does, as steps for the tests. The results are the real lab's.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { newContext } from "./browser.mjs";
import { siteFor } from "./servers.mjs";

/** The smallest run there is, and one with enough curves to choose among. */
export const TINY = { epsilons: "1", rows: "1000", repetitions: "1", iterations: "50" };
export const SMALL = { epsilons: "1, 4", rows: "500, 1000", repetitions: "2", iterations: "10" };

/** A browser at the page. It ends with the test. `route` maps a file of the site to a handler of Playwright. */
export async function reader(t, { viewport = { width: 1280, height: 900 }, route = {} } = {}) {
  const { site, folder } = await siteFor(t);
  const context = await newContext();
  t.after(() => context.close());
  for (const [name, handler] of Object.entries(route)) await context.route(site.url + name, handler);
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  // Whatever violates the page's policy, or is uncaught.
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => /Content Security Policy/.test(message.text()) && errors.push(message.text()));
  // Every word of the progress, however short it stands there.
  await page.addInitScript(() => {
    window.progress = [];
    addEventListener("DOMContentLoaded", () => {
      const words = document.querySelector("#running p");
      new MutationObserver(() => window.progress.push(words.textContent)).observe(words, { childList: true });
    });
  });
  await page.goto(`${site.url}paper.html`);

  const text = (id) => page.locator(`#${id}`).innerText();
  return {
    page,
    site,
    errors,
    text,
    progress: () => page.evaluate(() => window.progress),

    async choose(settings) {
      await page.getByRole("radio", { name: "My own settings" }).check();
      for (const [name, value] of Object.entries(settings)) await page.fill(`#${name}`, value);
    },

    async run(settings) {
      await this.choose(settings);
      await page.click("#run");
      await page.locator("#status").filter({ hasText: "Finished after" }).waitFor();
    },

    /** Presses a download button and returns {name, content}. */
    async download(button) {
      const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
      const file = path.join(folder, "download");
      await download.saveAs(file);
      return { name: download.suggestedFilename(), content: await readFile(file, "utf8") };
    },

    /** Runs the lab and returns the text of its result. */
    async result(settings) {
      await this.run(settings);
      return (await this.download(page.getByRole("button", { name: "Download the result" }))).content;
    },
  };
}
