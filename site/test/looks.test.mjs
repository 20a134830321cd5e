// tier: 2
// The page at both ends of its width, every state in both themes: nothing sticks out. PICTURES=1 saves pictures of all
// in test/output.
import test from "node:test";
import { digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";
import { looks } from "./support/pictures.mjs";

/** The private file with the label in it, an empty cell here and there, and one row too long. */
const imperfect = SAMPLE["target.csv"]
  .trimEnd()
  .split("\n")
  .map((row, i) => (i === 0 ? `price,${row}` : `100,${i % 40 ? row : row.replace(/^[^,]*/, "")}${i === 7 ? ",1" : ""}`))
  .join("\n");

for (const width of [360, 1280]) {
  test(`${width} pixels, light and dark`, { skip }, async (t) => {
    const me = await owner(t, { viewport: { width, height: 900 } });
    const picture = (name, part) => looks(me.page, name, part && me.page.locator(part));

    await picture("1-start");
    for (const part of ["help", "evaluation", "promise"]) {
      await me.panel(part);
      if (part === "help")
        for (const list of ["troubles", "glossary"]) await me.page.locator(`#${list} > summary`).click();
      await picture(`1-${part}`, `#${part}`);
    }
    const invitation = new URLSearchParams({
      source: `${me.elsewhere.url}source.csv`,
      label: "price",
      sha256: digestOf(SAMPLE["source.csv"]),
      epsilonMin: 0.5,
      epsilonMax: 2,
      epsilon: 1,
      release: "model",
      reply: `${me.elsewhere.url}reply`,
      title: "House prices in the country",
      asker: "Institute for Housing, Example University",
    });
    await me.page.evaluate((fragment) => (location.hash = fragment), "source=nonsense&label=");
    await me.page.locator("#invitation .alert").waitFor();
    await picture("1-broken-invitation", "#invitation");
    await me.page.evaluate((fragment) => (location.hash = fragment), String(invitation));
    await me.page.locator("#load-invited").waitFor();
    await me.panel("help");
    await me.page.locator("#help").evaluate((section) => (section.closest("details").open = false));
    await picture("1-invitation");
    await me.load(`${me.elsewhere.url}missing.csv`);
    await me.page.locator("#source-problem").filter({ hasText: /./ }).waitFor();
    await picture("2-error");
    await me.page.goto(me.site.url);
    await me.page.click("#try-sample");
    await me.opened();
    await me.vault.getByLabel("About how many rows").fill("3000");
    await me.choose("moderate");
    await me.vault.getByText(/^Still notices/).waitFor();
    await picture("3-request");
    await me.details();
    await me.vault.getByLabel("Your own value of ε").fill("-1");
    await me.vault.getByLabel("Rounds").fill("0");
    await me.tryToPick();
    await picture("4-settings");
    await me.vault.getByLabel("Rounds").fill("");
    await me.fix();
    await me.pick(await me.write("private.csv", imperfect));
    await me.preview();
    await picture("6-report");
    await me.vault.locator(".private table:visible").scrollIntoViewIfNeeded();
    await picture("6-columns");
    await me.press("Stop, costs nothing");
    await me.press("Use the invented file");
    await me.preview();
    await me.press("Make the result");
    await me.page.locator("#result-plot svg[role=img]").waitFor();
    await picture("7-result");
    await me.result();
    await picture("8-result-unfolded");

    await me.ledger(async (ledger) => {
      const run = {
        epsilon: 1,
        delta: 1e-6,
        rho: 0.0243,
        about: { from: "House prices in the country · data.example.org · source.csv", source: "0809f7df".repeat(8) },
      };
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
    await me.panel("budget");
    await picture("a-budget", "#budget");
    for (const form of ["history", "limit", "rename", "other", "reset"])
      await me.page.locator(`#budget-${form} > summary`).click();
    await me.page.fill("#limit-epsilon", "6");
    await me.page.click("#budget-reset button");
    await picture("b-budget-open", "#budget");
    await me.loadSample();
    await me.fix("weak");
    await me.tryToPick();
    await picture("c-refused");
  });
}
