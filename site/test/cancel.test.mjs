// tier: 2
// Cancel, in every phase that takes time.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";
import { untilDrawn } from "./support/press.mjs";

const [header, ...rows] = SAMPLE["target.csv"].trimEnd().split("\n");
const long = `${header}\n${`${rows.join("\n")}\n`.repeat(1000)}`; // 3 million rows, some 60 MB

async function longRun(t) {
  const me = await owner(t);
  await me.loadSample();
  await me.details();
  await me.vault.getByLabel("Mechanism").selectOption("selection");
  await me.vault.getByLabel("Rounds").fill("1000000");
  await me.fix();
  await me.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  await me.preview();
  await me.press("Make the result");
  await me.vault.getByText(/Computing: round/).waitFor();
  return me;
}

test("reading a long file shows its progress and can be cancelled", { skip }, async (t) => {
  const me = await owner(t);
  await me.loadSample();
  await me.fix();
  await me.pick(await me.write("private.csv", long));
  await me.vault.getByText(/Reading your file: [\d.]+ \w+ of [\d.]+ MB/).waitFor();
  await me.press("Cancel");
  await me.vault.getByText("Stopped. Nothing was charged, and nothing has left the vault.").waitFor();
  assert.deepEqual(
    (await me.said()).map(({ type }) => type).filter((type) => type !== "picked"),
    ["ready"],
    "how much was read stays inside",
  );
  await me.pick(await me.write("short.csv", SAMPLE["target.csv"]));
  await me.preview();
});

test("a run is cancelled in the vault; what it cost stays recorded", { skip }, async (t) => {
  const me = await longRun(t);
  const focused = await me.frame().evaluate(() => document.activeElement.id);
  assert.equal(focused, "check-heading", "the focus is not lost with the button that was pressed");
  const start = Date.now();
  await me.press("Cancel");
  await me.vault.getByText("the privacy for this run has already been recorded").waitFor();
  t.diagnostic(`answered after ${Date.now() - start} ms`);
  await me.page.getByText("The run was cancelled. Nothing was released.").waitFor();
  assert.match(await me.page.locator("#vault-status").innerText(), /Recorded: a run with ε = 1 and δ = 1e-7\./);
  await me.page.locator("#result").waitFor({ state: "hidden" });

  // What the vault says of the run is for the owner: no height of the request, to which the page goes back, has it.
  const all = async () => (await me.heard()).filter(({ type }) => type === "view" || type === "failed");
  const before = await all();
  const request = before.findLast(({ step }) => step === "request");
  await me.page.goBack();
  await me.vault.locator("#request:not(.away)").waitFor();
  await untilDrawn(me.frame());
  const after = (await all()).slice(before.length);
  assert.ok(after.length > 0);
  for (const view of after) assert.deepEqual(view, request);
});
