// What a data owner does, as steps for the tests.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { makeSample } from "../../owner/sample-houses.js";
import { newContext } from "./browser.mjs";
import { choose, press } from "./press.mjs";
import { siteFor } from "./servers.mjs";

export const SAMPLE = makeSample();

/**
 * A browser at the site, a public server on another origin, a folder for private files. All end with the test.
 * `another()` opens a second tab of the same profile, with the same steps. `base` is the kind of model that the link to
 * the page asks for: "linear" saves several seconds a run in tests for which any kind will do.
 */
export async function owner(t, { files = {}, viewport = { width: 1280, height: 900 }, colorScheme, base } = {}) {
  const { site, elsewhere, folder } = await siteFor(t, { "source.csv": SAMPLE["source.csv"], ...files });
  const context = await newContext();
  t.after(() => context.close());
  const open = async () => steps(await context.newPage(), { site, elsewhere, folder, viewport, colorScheme, base });
  return { ...(await open()), another: open };
}

/** What an owner does in a vault, on whichever page it is. */
export function formOf(vault) {
  const button = (name) => vault.getByRole("button", { name });
  return {
    vault,
    button,

    /** Presses a button of the vault by its name, or something else in there, and waits for what must be seen then. */
    async press(target, seen) {
      await press(typeof target === "string" ? button(target) : target);
      await seen?.waitFor();
    },

    /** Chooses by the name of a radio button of the vault. */
    choose: (name) => choose(vault.getByRole("radio", { name, exact: typeof name === "string" })),

    /** Opens what is folded beside the answers. */
    async details() {
      await vault.locator("#request details").evaluateAll((folds) => folds.forEach((fold) => (fold.open = true)));
    },

    /** All that is said of what is asked, unfolded. */
    async asked() {
      await this.details();
      return vault.locator("#request").innerText();
    },

    /** Chooses answers, which picking a file fixes. */
    async fix(epsilon = "moderate", release = /^A model/) {
      await this.choose(epsilon);
      if (!(await vault.getByRole("radio", { name: release, includeHidden: true }).isChecked())) {
        await this.details();
        await this.choose(release);
      }
    },

    async preview() {
      await button("Make the result").waitFor();
      return vault.locator(".report").innerText();
    },
  };
}

/** The steps on one page, which is at the site. */
export async function steps(page, { site, elsewhere, folder, viewport, colorScheme, base }) {
  if (viewport) await page.setViewportSize(viewport);
  if (colorScheme) await page.emulateMedia({ colorScheme });
  // What the page hears from the vault, to be looked at by the tests.
  await page.addInitScript(() => {
    if (window !== window.top) return;
    window.heard = [];
    const Channel = window.MessageChannel;
    window.MessageChannel = function () {
      const channel = new Channel();
      window.port = channel.port1;
      channel.port1.addEventListener("message", (event) => window.heard.push(event.data));
      return channel;
    };
  });
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  const asked = base && `#${new URLSearchParams({ source: `${elsewhere.url}source.csv`, label: "price", base })}`;
  await page.goto(site.url + (asked ?? ""));

  const vault = page.frameLocator("iframe.vault");
  const form = formOf(vault);
  return {
    ...form,
    page,
    site,
    elsewhere,
    folder,
    errors,
    frame: () => page.frames().find((frame) => frame.parentFrame()),
    heard: () => page.evaluate(() => window.heard),
    /** Without what the vault says of the public sample's columns and of the height of its steps. */
    said: async () =>
      (await page.evaluate(() => window.heard)).filter(({ type }) => !["columns", "view"].includes(type)),

    async write(name, content) {
      const file = path.join(folder, name);
      await writeFile(file, content);
      return file;
    },

    /** Loads a sample, from whichever step is on the screen. */
    async load(url, label = "price", integrity = "") {
      await this.toStart();
      await page.fill("#source", url);
      await page.fill("#label", label);
      await page.evaluate((value) => (document.getElementById("integrity").value = value), integrity);
      await page.click("#sample-form button[type=submit]");
    },

    /** The first step, with the form for a sample of the owner's choice. */
    async toStart() {
      if (await page.locator("#start").isHidden())
        await page.locator("#other-sample").evaluate((button) => button.click()); // which an invited owner does not see
      await page.locator("#sample").evaluate((section) => (section.hidden = false));
      await page.locator("#own-sample").evaluate((fold) => (fold.open = true));
    },

    /** Opens a panel below the steps: budget, evaluation, promise or help. */
    async panel(name) {
      await page.locator(`#${name}`).evaluate((section) => (section.closest("details").open = true));
    },

    /** Loads the good sample and waits for the request. */
    async loadSample() {
      await this.load(`${elsewhere.url}source.csv`);
      await this.opened();
    },

    /** The vault shows what is asked for. */
    async opened() {
      await vault.locator("label.button").waitFor();
      // Playwright waits for animation frames, which stand still in a frame that is out of sight.
      await page.locator("#vault").evaluate((section) => section.scrollIntoView());
    },

    /** Writes an ε that is not on offer. */
    async ownEpsilon(epsilon) {
      await this.details();
      await vault.getByLabel("Your own value of ε").fill(epsilon);
    },

    /**
     * Presses the button that chooses a file; an answer that is missing or faulty is said then, and no picker opens.
     */
    async tryToPick() {
      await press(vault.locator("label.button"));
    },

    async pick(...files) {
      await vault.locator("#file").setInputFiles(files);
    },

    async run() {
      await this.press("Make the result");
      return this.result();
    },

    /** All that the page says of a result, unfolded. */
    async result() {
      await page.locator("#result").waitFor();
      for (const fold of await page.locator("#result-more details").all())
        await fold.evaluate((details) => (details.open = true));
      return `${await page.locator("#result-body").innerText()}\n${await page.locator("#result-more").innerText()}`;
    },

    /** The text that was released last. */
    async released() {
      return (await this.heard()).findLast(({ type }) => type === "release").release;
    },

    /** Takes the file as far as the report, in the form as it opens or after another run. */
    async prepare(file, epsilon) {
      await this.fix(epsilon);
      await this.pick(file);
      await this.preview();
    },

    /** A whole run after prepare, up to the word that nothing was released, which only the vault says. */
    async refused() {
      await this.press("Make the result");
      const alert = vault.getByRole("alert").filter({ hasText: "so nothing was computed" });
      await alert.waitFor();
      await page.waitForFunction(() => document.getElementById("vault").getBoundingClientRect().top > -1);
      assert.equal(await page.locator("#vault-error").innerText(), "");
      return alert.innerText();
    },

    /** The ledger as another program on this page would use it: `action` gets it, and `given`. */
    async ledger(action = (ledger) => ledger.state(), given = undefined) {
      const ledger = await page.evaluateHandle(async () => {
        const at = (name) => new URL(`ledger/${name}`, document.baseURI).href;
        const { Ledger } = await import(at("ledger.js"));
        const { openStore } = await import(at("store-browser.js"));
        return new Ledger(openStore());
      });
      return ledger.evaluate(action, given);
    },

    async download(name = /^Save (the file|and)/) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
      const file = path.join(folder, download.suggestedFilename());
      await download.saveAs(file);
      return file;
    },
  };
}

/** Follows a link: its fields, or the text after the number sign. */
export const follow = (me, fields) =>
  me.page.evaluate(
    (fragment) => (location.hash = fragment),
    typeof fields === "string" ? fields : String(new URLSearchParams(fields)),
  );
