// tier: 2
// The settings: the owner's own, checked beside the field, and fixed before a file can be picked.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

const faulty = [
  ["ε of zero", { epsilon: "0" }, /ε must be a number above 0/],
  ["negative ε", { epsilon: "-1" }, /ε must be a number above 0/],
  ["ε that is no number", { epsilon: "NaN" }, /ε must be a number above 0/],
  ["no ε at all", { epsilon: "" }, /ε must be a number above 0/],
  ["δ of one", { delta: "1" }, /δ must be a number above 0 and below 1/],
  ["δ that is no number", { delta: "one" }, /δ must be a number above 0 and below 1/],
  ["no rounds", { rounds: "0" }, /whole number of at least 1/],
  ["half a round", { rounds: "2.5" }, /whole number of at least 1/],
];

test("faulty settings are explained beside their field, and no file can be picked", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  await me.details();
  await me.details();
  for (const [what, { epsilon = "2", delta = "1e-6", rounds = "" }, says] of faulty) {
    await t.test(what, async () => {
      await me.vault.getByLabel("Your own value of ε").fill(epsilon);
      await me.vault.getByLabel("Failure probability").fill(delta);
      await me.vault.getByLabel("Rounds").fill(rounds);
      await me.tryToPick();
      const problems = me.vault.locator(".problem:visible");
      assert.equal(await problems.count(), 1);
      assert.match(await problems.innerText(), says);
      assert.deepEqual(await me.said(), [{ type: "ready" }], "no file is read");
    });
  }
  await me.vault.getByLabel("Rounds").fill("50");
  await me.vault.getByLabel("Your own value of ε").fill("2");
  await me.vault.getByLabel("Failure probability").fill("1e-6");
  await me.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  await me.preview();
  assert.match(await me.vault.locator("#check .body > details").textContent(), /ε = 2, δ = 1e-6/);
});

test("δ is computed from the number of rows, and what the owner writes instead stays", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  const delta = me.vault.locator("#delta");
  const rows = me.vault.getByLabel("About how many rows");
  await delta.waitFor({ state: "hidden" }); // asked of nobody
  assert.deepEqual([await rows.inputValue(), await delta.inputValue()], ["1,000", "1e-7"]);
  for (const [typed, computed] of [
    ["100", "1e-6"],
    ["5,000", "1e-8"],
    ["a few", "1e-8"],
  ]) {
    await rows.fill(typed);
    assert.equal(await delta.inputValue(), computed, `${typed} rows`);
  }
  await me.ownDelta("1e-7");
  await rows.fill("5000");
  assert.equal(await delta.inputValue(), "1e-7");
});

test("an ε above 10 is asked about once more", { skip }, async (t) => {
  const me = await owner(t);
  await me.ledger((ledger) => ledger.setCap({ epsilon: 100, delta: 1e-5 }));
  await me.page.reload();
  await me.loadSample();
  await me.details();
  const choose = async (epsilon) => {
    await me.vault.getByLabel("Your own value of ε").fill(epsilon);
    await me.tryToPick();
  };
  const file = await me.write("private.csv", SAMPLE["target.csv"]);
  for (const epsilon of ["12", "11"]) {
    await choose(epsilon);
    assert.match(
      await me.vault.locator("#epsilon-problem").innerText(),
      new RegExp(`ε = ${epsilon} gives hardly any protection.*once more`),
    );
    assert.deepEqual(await me.said(), [{ type: "ready" }]);
  }
  await me.pick(file);
  await me.preview();
  assert.match(await me.vault.locator("#check .body > details").textContent(), /ε = 11/);
});

test("no ε is chosen for the owner", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  assert.equal(await me.vault.locator("#epsilon input:checked").count(), 0);
  await me.tryToPick();
  const problem = me.vault.locator("#epsilon-problem");
  assert.match(await problem.innerText(), /Choose how strongly one person is protected/);
  await me.choose("moderate");
  await problem.waitFor({ state: "hidden" }); // it is solved
  assert.equal(await me.vault.locator("#epsilon").getAttribute("aria-invalid"), null);
});

test("settings changed after the report are recorded in the release", { skip }, async (t) => {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  await me.fix("moderate");
  const file = await me.write("private.csv", SAMPLE["target.csv"]);
  await me.pick(file);
  await me.preview();
  await me.press("Stop, costs nothing");
  await me.fix("weak");
  await me.pick(file);
  await me.preview();
  assert.match(await me.vault.locator("#check").innerText(), /changed after you saw a report/);
  assert.match(await me.run(), /settings were changed after a report/);
  const release = JSON.parse(await readFile(await me.download(), "utf8"));
  assert.equal(release.provenance.settingsAfterPreview, true);
  assert.equal(release.certificate.epsilon, 3);
});

test("the advanced settings reach the mechanism", { skip }, async (t) => {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  await me.details();
  await me.vault.getByLabel("Mechanism").selectOption("selection");
  await me.vault.getByLabel("Rounds").fill("20");
  await me.fix();
  await me.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  await me.preview();
  await me.run();
  const { certificate } = JSON.parse(await readFile(await me.download(), "utf8"));
  assert.equal(certificate.mechanism, "selection");
  assert.equal(certificate.iterations, 20);
});
