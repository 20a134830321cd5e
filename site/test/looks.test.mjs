// The page at both ends of its width and in both themes: nothing sticks out, and pictures to look at in test/output.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

/** The private file with the label in it, an empty cell here and there, and one row too long. */
const imperfect = SAMPLE["target.csv"]
  .trimEnd()
  .split("\n")
  .map((row, i) => (i === 0 ? `price,${row}` : `100,${i % 40 ? row : row.replace(/^[^,]*/, "")}${i === 7 ? ",1" : ""}`))
  .join("\n");
const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const output = fileURLToPath(new URL("output", import.meta.url));

for (const width of [360, 1280]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${width} pixels, ${colorScheme}`, { skip }, async (t) => {
      await mkdir(output, { recursive: true });
      const me = await owner(t, { viewport: { width, height: 900 }, colorScheme });
      const picture = async (name, part) => {
        for (const frame of me.page.frames()) {
          const tooWide = await frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          assert.equal(tooWide, 0, `${name}: ${frame.parentFrame() ? "the vault" : "the page"} is ${tooWide} pixels too wide`);
        }
        const file = path.join(output, `${width}-${colorScheme}-${name}.png`);
        if (part) await me.page.locator(part).screenshot({ path: file });
        else await me.page.screenshot({ path: file, fullPage: true });
      };

      await picture("1-start");
      for (const part of ["troubles", "glossary"]) await me.page.locator(`#${part} > summary`).click();
      await picture("1-help", "#help");
      await picture("1-evaluation", "#evaluation");
      const invitation = new URLSearchParams({
        source: `${me.elsewhere.url}source.csv`, label: "price", sha256: sha256(SAMPLE["source.csv"]), epsilonMin: 0.5, epsilonMax: 2, epsilon: 1, release: "model",
        reply: `${me.elsewhere.url}reply`, title: "House prices in the country", asker: "Institute for Housing, Example University",
      });
      await me.page.evaluate((fragment) => (location.hash = fragment), "source=nonsense&label=");
      await me.page.locator("#invitation .alert").waitFor();
      await picture("1-broken-invitation", "#invitation");
      await me.page.evaluate((fragment) => (location.hash = fragment), String(invitation));
      await me.page.locator("#load-invited").waitFor();
      await picture("1-invitation", "#invitation");
      await me.page.fill("#source", `${me.elsewhere.url}missing.csv`);
      await me.page.fill("#label", "price");
      await me.page.click("button[type=submit]");
      await me.page.locator("#sample-error").filter({ hasText: /./ }).waitFor();
      await picture("2-error");
      await me.page.click("#try-sample");
      await me.opened();
      await picture("3-asked", "iframe.vault");
      await me.vault.locator("#asked .glossary summary").click();
      await me.vault.locator("#asked .glossary").scrollIntoViewIfNeeded();
      await picture("3-asked-end", "iframe.vault");
      await me.vault.getByLabel("About how many rows").fill("3000");
      await me.vault.getByRole("radio", { name: "1, moderate" }).check();
      await me.vault.getByText("the noise will typically move").waitFor();
      await me.vault.locator("#settings-heading").evaluate((heading) => heading.scrollIntoView());
      await picture("4-privacy", "iframe.vault");
      await me.vault.locator(".forecast").evaluate((box) => box.scrollIntoView());
      await picture("4-forecast", "iframe.vault");
      await me.vault.getByText("Advanced").click();
      await me.vault.getByRole("radio", { name: "Another value" }).check();
      await me.vault.getByLabel("Your own value of ε").fill("-1");
      await me.vault.getByLabel("Rounds").fill("0");
      await me.button("Fix these settings").click();
      await picture("4-settings", "iframe.vault");
      await me.button("Fix these settings").scrollIntoViewIfNeeded();
      await picture("4-settings-end", "iframe.vault");
      await me.vault.getByLabel("Rounds").fill("");
      await me.fix();
      await picture("5-file", "iframe.vault");
      await me.pick(await me.write("private.csv", imperfect));
      await me.preview();
      await picture("6-report", "iframe.vault");
      await me.vault.getByText("The columns one by one").click();
      await me.vault.locator(".private table").scrollIntoViewIfNeeded();
      await picture("6-columns", "iframe.vault");
      await me.button("Cancel").click();
      await me.button("synthetic").click();
      await me.preview();
      await me.run();
      await picture("7-released", "iframe.vault");
      await me.vault.locator("#done").evaluate((done) => done.scrollIntoView({ block: "end" }));
      await picture("7-stays", "iframe.vault");
      await me.page.locator("#learning-bound > summary").click();
      await picture("8-result", "#result");
      for (const plot of ["shift", "coefficients", "weights"]) await picture(`8-${plot}`, `#plot-${plot}`);

      await me.ledger(async (ledger) => {
        const run = { epsilon: 1, delta: 1e-6, rho: 0.0243, about: { from: "House prices in the country · data.example.org · source.csv", source: "0809f7df".repeat(8) } };
        await ledger.charge(run);
        await ledger.rename({ name: "Patients of the clinic" });
        await ledger.open({ name: "A branch office with a long name", statement: "other-people" });
        await ledger.setCap({ epsilon: 4, delta: 1e-5 });
        await ledger.reset({ reason: "the results were deleted before anybody had seen them" });
        await ledger.charge({ ...run, epsilon: 3.5, rho: 0.25 });
      });
      await me.page.goto("about:blank"); // without the invitation
      await me.page.goto(me.site.url);
      await me.page.locator("#budget-line").filter({ hasText: "of “Patients" }).waitFor();
      await picture("a-budget", "#budget");
      for (const form of ["history", "limit", "rename", "other", "reset"]) await me.page.locator(`#budget-${form} > summary`).click();
      await me.page.fill("#limit-epsilon", "6");
      await me.page.click("#budget-reset button");
      await picture("b-budget-open", "#budget");
      await me.loadSample();
      await me.fix("3, weak");
      await me.pick(await me.write("private.csv", SAMPLE["target.csv"]));
      await me.preview();
      await me.refused();
      await picture("c-refused", "#vault");
    });
  }
}
