// A column of the file that seems to name people with several rows, where the owner named none: the owner chooses
// before anything is charged, in the sealed frame.
import assert from "node:assert/strict";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";
import { choose } from "./support/press.mjs";

const named = (csv, who) => {
  const [head, ...rows] = csv.trimEnd().split("\n");
  return [`${head},household`, ...rows.map((row, i) => `${row},${who(i)}`)].join("\n");
};
const ROWS = SAMPLE["target.csv"].trimEnd().split("\n").length - 1;
const PEOPLE = ROWS / 4;
/** Four rows of each. */
const file = named(SAMPLE["target.csv"], (i) => `h${i % PEOPLE}`);

/** An owner before the choice; in the sample the column has one value, so it is ignored. */
async function beforeTheChoice(t) {
  const me = await owner(t, {
    base: "linear",
    files: { "named.csv": named(SAMPLE["source.csv"], () => "none") },
  });
  await me.load(`${me.elsewhere.url}named.csv`);
  await me.opened();
  await me.fix();
  const height = () => me.page.locator("iframe.vault").evaluate((frame) => frame.offsetHeight);
  await me.pick(await me.write("private.csv", file));
  await me.preview();
  const before = await height();
  const heard = async () => {
    const all = await me.heard();
    return all.slice(all.findIndex(({ type }) => type === "picked")).map(({ type }) => type);
  };
  const run = me.button(/^Make the result/);
  await me.vault.getByText("The texts of the column “household” repeat").waitFor();
  assert.equal(await run.isDisabled(), true);
  assert.deepEqual(await heard(), ["picked"], "the page hears nothing of the column");
  const [{ spent }] = (await me.ledger()).accounts;
  assert.equal(spent.runs, 0);
  return { me, heard, run, height, before };
}

test("a column that repeats stops the owner before the charge, who names it", { skip }, async (t) => {
  const { me, heard, height, before } = await beforeTheChoice(t);
  await me.press(
    "Protect people: name the column",
    me.vault.getByText(/The column that names the person is filled in/),
  );
  assert.equal(await me.vault.locator("#unit-column").inputValue(), "household");
  assert.equal(await me.vault.getByLabel("About how many people?").count(), 1);
  assert.deepEqual(
    await me.vault.locator("#unit-columns option").evaluateAll((options) => options.map(({ value }) => value)),
    ["household"],
  );
  assert.deepEqual([await heard(), await height()], [["picked"], before], "nor of the answer");
  await me.vault.locator("#unit-column").fill("");
  await me.tryToPick();
  assert.match(await me.vault.locator("#people-problem").innerText(), /name of the column/);
  await me.vault.locator("#unit-column").fill("household");
  await me.pick(await me.write("again.csv", file));
  assert.match(await me.preview(), /They are of 750 people; the most rows of one: 4\./);
  assert.match(await me.vault.locator("#check").innerText(), /one model file and the number of people/);
  await me.vault.getByText("The texts of the column").waitFor({ state: "hidden" });
  await me.run();
  const { unit, unitColumn, n } = JSON.parse(await me.released()).certificate;
  assert.deepEqual({ unit, unitColumn, n }, { unit: "person", unitColumn: "household", n: PEOPLE });

  await me.press("Make another run");
  await me.fix();
  await choose(me.vault.locator("#people input[value=no]"));
  await me.pick(await me.write("rows.csv", file));
  await me.preview();
  await me.press("Protect each row all the same");
  assert.match(await me.refused(), /protect people and this one would protect rows, which do not add up/);
  const [account] = (await me.ledger()).accounts;
  assert.deepEqual([account.unit, account.spent.runs], ["person", 1], "losses of two kinds do not add up");
  assert.deepEqual(me.errors, []);
});

test("who protects each row all the same says so before the charge, and the page never hears of the column", {
  skip,
}, async (t) => {
  const { me, heard, run, height, before } = await beforeTheChoice(t);
  await me.press("Protect each row all the same");
  assert.equal(await run.isDisabled(), false);
  await me.button("Protect each row all the same").waitFor({ state: "hidden" });
  assert.deepEqual([await heard(), await height()], [["picked"], before]);
  await me.run();
  const { unit, n } = JSON.parse(await me.released()).certificate;
  assert.deepEqual({ unit, n }, { unit: "record", n: ROWS });
  assert.doesNotMatch(JSON.stringify((await me.heard()).filter(({ type }) => type !== "release")), /household/);
  assert.deepEqual(me.errors, []);
});
