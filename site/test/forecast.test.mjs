// tier: 2
// The forecast in the vault: from public numbers, before any file can be picked, and honest about what does not help.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { owner } from "./support/owner.mjs";

async function forecasting(t) {
  const me = await owner(t);
  await me.loadSample();
  await me.details();
  const box = me.vault.locator(".forecast");
  return {
    ...me,
    rows: (text) => me.vault.getByLabel("About how many rows").fill(text),
    says: (text) => box.filter({ hasText: text }).waitFor(),
    short: (text) => me.vault.locator("#epsilon .line").filter({ hasText: text }).waitFor(),
  };
}

test("a forecast needs a number of rows, and says what the chosen ε would buy", { skip }, async (t) => {
  const me = await forecasting(t);
  await me.rows("many");
  await me.short("must be a whole number of at least 1");
  await me.rows("3,000");
  const differences = [];
  let before = "none yet";
  for (const epsilon of ["strong", "moderate", "weak"]) {
    await me.choose(epsilon);
    const line = me.vault
      .locator("#epsilon .line")
      .filter({ hasText: /^Still notices an average area/, hasNotText: before });
    const [, here, there] = /of ([\d.]+) instead of ([\d.]+)\./.exec(await line.innerText());
    before = `of ${here} instead`;
    differences.push(here - there);
  }
  assert.ok(
    differences.every((difference, i) => i === 0 || difference < differences[i - 1]),
    `a larger ε notices smaller differences: ${differences}`,
  );
  await me.choose("moderate");
  await me.says("standard deviations away will be noticed and corrected");
  await me.rows("30");
  await me.says("running is hardly worth its price");
  await me.short("Too noisy to notice anything.");
  assert.deepEqual(await me.said(), [{ type: "ready" }], "how many rows the owner states stays inside");
});

test("the paper's algorithms have no forecast, and the reason is given", { skip }, async (t) => {
  const me = await forecasting(t);
  await me.rows("1000");
  await me.choose("moderate");
  await me.details();
  await me.vault.getByLabel("Mechanism").selectOption("selection");
  await me.says("No forecast with these settings: there is no forecast for the mechanism selection");
  await me.vault.getByLabel("Mechanism").selectOption("moment");
  await me.says("standard deviations away will be noticed");
});

test("a budget is counted in runs, and one that is too small refuses before any file", { skip }, async (t) => {
  const me = await forecasting(t);
  await me.rows("3000");
  await me.choose("moderate");
  await me.short(/Uses 1 of \d+ runs/);
  await me.ledger((ledger) => ledger.setCap({ epsilon: 0.6, delta: 1e-5 }));
  await me.page.evaluate(() => new BroadcastChannel("privadapt-ledger").postMessage("changed"));
  await me.short("too little left");
  await me.tryToPick();
  assert.match(await me.vault.locator("#epsilon-problem").innerText(), /too little left/);
  await me.choose("strong");
  await me.short(/Uses 1 of \d+ runs?/);
});
