// The released model is tried on a row that the owner types, in the vault, and the page hears nothing of it.
import assert from "node:assert/strict";
import test from "node:test";
import { clean } from "./support/axe.mjs";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

test("a row that is typed in the vault gets the model's prediction there", { skip }, async (t) => {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  await me.fix();
  await me.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  await me.preview();
  await me.run();
  const heard = async () => (await me.said()).length;
  const before = await heard();
  const trial = me.vault.locator("details.trial");
  await trial.locator("summary").click();
  const answer = trial.locator("output");
  await answer.filter({ hasText: /^price: about [\d.]+$/ }).waitFor();
  const first = await answer.innerText();
  await trial.getByLabel("area").fill("250");
  await trial.getByLabel("area").blur();
  await answer.filter({ hasNotText: first }).waitFor();
  // The same model elsewhere: the coefficients of the release.
  const { values } = JSON.parse(await me.released());
  const typed = Object.fromEntries(
    await trial
      .locator("label")
      .evaluateAll((labels) => labels.map((label) => [label.firstChild.textContent, label.lastChild.value])),
  );
  const sum = values.coefficients.reduce(
    (all, { column, level, value }) =>
      all + value * (level === undefined ? Number(typed[column]) : Number(typed[column] === level)),
    values.intercept,
  );
  const [least, most] = values.labelRange ?? [-Infinity, Infinity];
  const [shown] = /[\d.]+$/.exec(await answer.innerText());
  const expected = Math.min(most, Math.max(least, sum));
  assert.ok(Math.abs(Number(shown) / expected - 1) < 0.01, `${shown} in place of ${expected}`);
  await trial.getByLabel("area").fill("large");
  await trial.getByLabel("area").blur();
  await answer.filter({ hasText: "area needs a number." }).waitFor();
  assert.equal(await heard(), before, "the page hears nothing of what is typed");
  await clean(me.page, "the trial");
  assert.deepEqual(me.errors, []);
});
