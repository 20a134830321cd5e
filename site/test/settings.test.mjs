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
  await me.press(me.vault.getByText("Advanced"));
  await me.choose("Another value");
  for (const [what, { epsilon = "2", delta = "1e-6", rounds = "" }, says] of faulty) {
    await t.test(what, async () => {
      await me.vault.getByLabel("Your own value of ε").fill(epsilon);
      await me.vault.getByLabel("Failure probability").fill(delta);
      await me.vault.getByLabel("Rounds").fill(rounds);
      await me.press("Fix these settings");
      const problems = me.vault.locator(".problem:visible");
      assert.equal(await problems.count(), 1);
      assert.match(await problems.innerText(), says);
      assert.equal(await me.vault.getByLabel("Your private file").isEnabled(), false);
    });
  }
  await me.vault.getByLabel("Rounds").fill("50");
  await me.press("Fix these settings");
  assert.match(await me.vault.locator("#file-step").innerText(), /Fixed: ε = 2, δ = 1e-6/);
  assert.equal(await me.vault.getByLabel("Your private file").isEnabled(), true);
});

test("an ε above 10 is asked about once more", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  await me.choose("Another value");
  const choose = async (epsilon) => {
    await me.vault.getByLabel("Your own value of ε").fill(epsilon);
    await me.press("Fix these settings");
  };
  const isFixed = () => me.vault.getByLabel("Your private file").isEnabled();
  for (const epsilon of ["12", "11"]) {
    await choose(epsilon);
    assert.match(
      await me.vault.locator("#epsilon-problem").innerText(),
      new RegExp(`ε = ${epsilon} gives hardly any protection.*once more`),
    );
    assert.equal(await isFixed(), false);
  }
  await choose("11");
  assert.equal(await isFixed(), true);
  assert.match(await me.vault.locator("#file-step").innerText(), /Fixed: ε = 11/);
});

test("no ε is chosen for the owner", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  assert.equal(await me.vault.locator("#epsilon input:checked").count(), 0);
  await me.press("Fix these settings");
  assert.match(await me.vault.locator("#epsilon-problem").innerText(), /Choose a value of ε/);
});

test("settings changed after the report are recorded in the release", { skip }, async (t) => {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  await me.fix("1, moderate");
  const file = await me.write("private.csv", SAMPLE["target.csv"]);
  await me.pick(file);
  await me.preview();
  await me.press("Change the settings after all");
  await me.fix("3, weak");
  assert.match(await me.vault.locator("#file-step").innerText(), /changed after you saw a report/);
  await me.pick(file);
  await me.preview();
  assert.match(await me.run(), /settings were changed after a report/);
  const release = JSON.parse(await readFile(await me.download(), "utf8"));
  assert.equal(release.provenance.settingsAfterPreview, true);
  assert.equal(release.certificate.epsilon, 3);
});

test("the advanced settings reach the mechanism", { skip }, async (t) => {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  await me.press(me.vault.getByText("Advanced"));
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
