// tier: 2
// The owner's own settings: what is faulty is said beside its field and no file can be picked, and what is chosen reaches
// the run. A result is kept until it is saved or dropped. What each setting admits is tested in jsbridge/vaultui/answers.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

test("faulty settings are explained beside their field, and no file can be picked", { skip }, async (t) => {
  const me = await owner(t);
  await me.ledger((ledger) => ledger.setCap({ epsilon: 100, delta: 1e-5 }));
  await me.page.reload();
  await me.loadSample();
  const said = async (field) => {
    await me.tryToPick();
    assert.deepEqual(await me.said(), [{ type: "ready" }], "no file is read");
    return me.vault.locator(`#${field}-problem`).innerText();
  };
  assert.match(await said("epsilon"), /Choose how strongly one person is protected/);
  await me.choose("moderate");
  await me.vault.locator("#epsilon-problem").waitFor({ state: "hidden" }); // it is solved
  await me.details();
  await me.ownEpsilon("0,5"); // a decimal comma
  await me.ownDelta("1");
  assert.match(await said("delta"), /δ must be a number above 0 and below 1/);
  await me.vault.locator("#delta").fill("1e-6");
  await me.vault.getByLabel("Rounds").fill("2.5");
  assert.match(await said("iterations"), /whole number of at least 1/);
  await me.vault.getByLabel("Rounds").fill("20");
  await me.ownEpsilon("11");
  assert.match(await said("epsilon"), /ε = 11 gives hardly any protection.*once more/);
  await me.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  await me.preview();
  assert.match(await me.vault.locator("#check .body > details").textContent(), /ε = 11, δ = 1e-6/);
});

test("the number of rows gives δ and the forecast, and stays in the vault", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  const line = (text) => me.vault.locator("#epsilon .line").filter({ hasText: text }).waitFor();
  await me.choose("moderate");
  await me.vault.getByLabel("About how many rows").fill("5,000");
  assert.equal(await me.vault.locator("#delta").inputValue(), "1e-8");
  await line(/^Still notices an average area.*Uses 1 of \d+ runs/);
  await me.details();
  await me.vault.getByLabel("Mechanism").selectOption("selection");
  await me.vault.locator(".forecast").filter({ hasText: "No forecast with these settings" }).waitFor();
  await me.ledger((ledger) => ledger.setCap({ epsilon: 0.6, delta: 1e-5 }));
  await me.page.evaluate(() => new BroadcastChannel("privadapt-ledger").postMessage("changed"));
  await line("too little left");
  assert.deepEqual(await me.said(), [{ type: "ready" }]);
});

test("advanced settings reach the mechanism, and other settings after a report are recorded, also in another vault", {
  skip,
}, async (t) => {
  const me = await owner(t, { base: "linear" });
  const file = await me.write("private.csv", SAMPLE["target.csv"]);
  await me.loadSample();
  await me.prepare(file, "moderate");
  await me.page.reload();
  await me.loadSample();
  await me.details();
  await me.vault.getByLabel("Mechanism").selectOption("selection");
  await me.vault.getByLabel("Rounds").fill("20");
  await me.prepare(file, "weak");
  assert.match(await me.vault.locator("#check").innerText(), /changed after you saw a report/);
  assert.match(await me.run(), /settings were changed after a report/);
  const { certificate, provenance } = JSON.parse(await me.released());
  assert.deepEqual(
    [certificate.mechanism, certificate.iterations, certificate.epsilon, provenance.settingsAfterPreview],
    ["selection", 20, 3, true],
  );
});

test("a result outlives a reload until it is saved, or is dropped by its name", { skip }, async (t) => {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  const file = await me.write("private.csv", SAMPLE["target.csv"]);
  await me.prepare(file);
  await me.run();
  const released = await me.released();
  const asked = [];
  me.page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    dialog.accept();
  });
  await me.page.reload();
  assert.deepEqual(asked, ["beforeunload"], "the browser asks before the result leaves the screen");
  const kept = me.page.locator("#kept");
  await kept.getByRole("button", { name: "Show it" }).click();
  await me.page.locator("#result").waitFor();
  await kept.waitFor({ state: "hidden" }); // what is on the screen is not offered
  assert.equal(await readFile(await me.download(), "utf8"), released);
  await me.page.reload();
  assert.deepEqual(asked, ["beforeunload"], "a saved one is not asked about");
  await kept.waitFor({ state: "hidden" });
  await me.loadSample();
  await me.prepare(file);
  await me.run();
  await me.page.reload();
  await kept.getByRole("button", { name: "Drop it" }).click();
  await kept.getByRole("button", { name: /^Yes, drop the result “.*source\.csv, \d+ \w+ \d{4}, \d\d:\d\d”$/ }).click();
  await kept.waitFor({ state: "hidden" });
  assert.deepEqual(me.errors, []);
});
