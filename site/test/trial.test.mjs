// The released model is tried on a row that the owner types, in the vault, and the page hears nothing of it.
import assert from "node:assert/strict";
import test from "node:test";
import { clean } from "./support/axe.mjs";
import { skip } from "./support/browser.mjs";
import { SAMPLE, follow, owner } from "./support/owner.mjs";
import { press, untilDrawn } from "./support/press.mjs";

/** All that the page has heard, once a change of height would have been told. */
async function heardWhenDrawn(me) {
  await untilDrawn(me.frame());
  return me.heard();
}

test("a row that is typed in the vault gets the model's prediction there", { skip }, async (t) => {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  await me.fix();
  await me.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  await me.preview();
  await me.run();
  const trial = me.vault.locator("details.trial");
  await press(trial.locator("summary"));
  const answer = trial.locator("output");
  await answer.filter({ hasText: /^price: about [\d.]+$/ }).waitFor();
  const first = await answer.innerText();
  const before = await heardWhenDrawn(me);
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
  assert.deepEqual(await heardWhenDrawn(me), before, "the page hears nothing of what is typed");
  await clean(me.page, "the trial");
  assert.deepEqual(me.errors, []);
});

test("the frame is as high whatever class is predicted, and for a cell that is no number", { skip }, async (t) => {
  const long = `yes ${"the disease is there and has been for a long time ".repeat(6)}`.trim();
  const table = (count, label) => {
    const lines = Array.from({ length: count }, (_, i) => {
      const x = ((i * 37) % 100) / 10;
      const sick = x + ((i * 13) % 10) / 10 > 5.5 ? long : "no";
      return [x, (i * 17) % 7, ...(label ? [sick] : [])].join();
    });
    return [`marker,age${label ? ",sick" : ""}`, ...lines, ""].join("\n");
  };
  const me = await owner(t, { files: { "classes.csv": table(300, true) } });
  await follow(me, { source: `${me.elsewhere.url}classes.csv`, label: "sick", base: "linear" });
  await me.page.click("#load-invited");
  await me.opened();
  await me.fix();
  await me.pick(await me.write("private.csv", table(500, false)));
  await me.preview();
  await me.run();
  const trial = me.vault.locator("details.trial");
  await press(trial.locator("summary"));
  const answer = trial.locator("output");
  await answer.filter({ hasText: /\S/ }).waitFor();
  const seen = async () => [
    await heardWhenDrawn(me),
    await me.vault.locator("main").evaluate((main) => main.getBoundingClientRect().height),
  ];
  const before = await seen();
  for (const [typed, answered] of [
    ["9.9", "the disease"],
    ["0", "sick: no"],
    ["large", "marker needs a number"],
  ]) {
    await trial.getByLabel("marker").fill(typed);
    await trial.getByLabel("marker").blur();
    await answer.filter({ hasText: answered }).waitFor();
    assert.deepEqual(await seen(), before, typed);
  }
});
