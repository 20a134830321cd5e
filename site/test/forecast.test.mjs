// The forecast in the vault: from public numbers, before any file can be picked, and honest about what does not help.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { owner } from "./support/owner.mjs";

async function forecasting(t) {
  const me = await owner(t);
  await me.loadSample();
  const box = me.vault.locator(".forecast");
  return {
    ...me,
    rows: (text) => me.vault.getByLabel("About how many rows").fill(text),
    says: (text) => box.filter({ hasText: text }).waitFor(),
    lines: () => me.vault.locator("#epsilon .line").allInnerTexts(),
  };
}

test("a forecast needs a number of rows, and says what each ε would buy", { skip }, async (t) => {
  const me = await forecasting(t);
  await me.says("Enter the number of rows above");
  await me.rows("many");
  await me.says("must be a whole number of at least 1");
  await me.rows("3,000");
  await me.says("Choose a value of ε");
  const shifts = (await me.lines())
    .slice(0, 4)
    .map((line) => Number(/differs by ([\d.]+) standard deviations/.exec(line)[1]));
  assert.ok(
    shifts.every((shift, i) => i === 0 || shift < shifts[i - 1]),
    `a larger ε notices smaller differences: ${shifts}`,
  );
  await me.choose("1, moderate");
  await me.says(`whose average is ${shifts[2]} standard deviations away will be noticed and corrected`);
  await me.rows("30");
  await me.says("running is hardly worth its price");
  assert.equal((await me.lines())[0], "Too noisy to notice anything.");
  assert.deepEqual(await me.said(), [{ type: "ready" }], "how many rows the owner states stays inside");
});

test("the paper's Algorithm 2 has its own forecast, beside the others", { skip }, async (t) => {
  const me = await forecasting(t);
  await me.rows("1000");
  await me.choose("1, moderate");
  await me.press(me.vault.getByText("Advanced", { exact: true }));
  await me.vault.getByLabel("Mechanism").selectOption("selection");
  await me.says("doing nothing would be as good");
  await me.says("The second moment, which is the default, has a predicted error of");
  const table = await me.vault.locator("#settings table").innerText();
  const miss = (name) => Number(new RegExp(`${name}.*?([\\d.]+)%`).exec(table)[1]);
  assert.ok(miss("Second moment") < miss("Selection") && miss("Selection") < miss("Gradient"), table);
});

test("settings that cannot be run have no forecast, and the reason is given", { skip }, async (t) => {
  const me = await forecasting(t);
  await me.rows("1000");
  await me.choose("1, moderate");
  await me.press(me.vault.getByText("Advanced", { exact: true }));
  await me.vault.getByLabel("Mechanism").selectOption("selection");
  await me.vault.getByLabel("Solver").selectOption("projected-gradient");
  await me.says("No forecast with these settings");
  await me.vault.getByLabel("Solver").selectOption("auto");
  await me.says("is predicted to leave a distance");
});

test("an ε above what the budget has left is warned of before any file", { skip }, async (t) => {
  const me = await forecasting(t);
  assert.match(await me.vault.locator("#settings").innerText(), /Privacy budget: Nothing of ε = 3 has been spent yet/);
  await me.ledger((ledger) => ledger.setCap({ epsilon: 0.8, delta: 1e-5 }));
  await me.page.evaluate(() => new BroadcastChannel("privadapt-ledger").postMessage("changed"));
  await me.vault.getByText("Privacy budget: Nothing of ε = 0.8").waitFor();
  await me.rows("3000");
  await me.choose("1, moderate");
  await me.says("above the 0.8 that your privacy budget has left");
  await me.choose("0.5, strong");
  await me.vault.locator(".forecast", { hasNotText: "budget has left" }).waitFor();
});
