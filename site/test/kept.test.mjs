// What is paid for is not lost: a result is kept until it is saved or dropped by name, and a run that ended without one
// is named in the history.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

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
  await me.page.locator("#kept").getByRole("button", { name: "Show it" }).click();
  await me.page.locator("#result").waitFor();
  await me.page.locator("#kept").waitFor({ state: "hidden" }); // what is on the screen is not offered
  assert.equal(await readFile(await me.download(), "utf8"), released);
  await me.page.reload();
  assert.deepEqual(asked, ["beforeunload"], "a saved one is not asked about");
  const kept = me.page.locator("#kept");
  await kept.waitFor({ state: "hidden" });

  await me.loadSample();
  await me.prepare(file);
  await me.run();
  await me.page.reload();
  await kept.getByRole("button", { name: "Drop it" }).click();
  await kept.getByRole("button", { name: /^Yes, drop the result “.*source\.csv, \d+ \w+ \d{4}, \d\d:\d\d”$/ }).click();
  await kept.waitFor({ state: "hidden" });
  await me.page.reload();
  await kept.waitFor({ state: "hidden" });
  assert.deepEqual(me.errors, []);
});

test("a run that was cancelled stands in the history as interrupted", { skip }, async (t) => {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  const file = await me.write("private.csv", SAMPLE["target.csv"]);
  await me.prepare(file);
  await me.run();
  await me.press("Make another run");
  await me.details();
  await me.vault.getByLabel("Mechanism").selectOption("selection");
  await me.vault.getByLabel("Rounds").fill("1000000");
  await me.pick(file);
  await me.preview();
  await me.press("Make the result");
  await me.vault.getByText(/Computing: round/).waitFor();
  await me.press("Cancel (the run stays counted)");
  await me.page.getByText("The run was cancelled.").waitFor();
  await me.panel("budget");
  const rows = await me.page.locator("#budget-history tbody td.text").allTextContents();
  assert.deepEqual(
    rows.map((row) => row.split(" · ")[0]),
    ["Run, interrupted: no result", "Run"],
  );
});
