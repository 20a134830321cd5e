// The privacy budget as its owner meets it: recorded before anything is shown, refused at the limit, changed only
// knowingly. What the ledger admits is tested in jsbridge/npm/test/ledger-*.
import assert from "node:assert/strict";
import { digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { test } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";
import { readFile } from "node:fs/promises";

const few = SAMPLE["target.csv"].split("\n").slice(0, 301).join("\n");
/** What a run at ε = 1, δ = 1e-6 costs. */
const RUN = { epsilon: 1, delta: 1e-6, rho: 0.0243 };
const line = (me, text) => me.page.locator("#budget-line").filter({ hasText: text }).waitFor({ state: "attached" });
const open = async (me, form) => {
  await me.panel("budget");
  await me.page.locator(`#budget-${form} > summary`).click();
};
const send = (me, form) => me.page.click(`#budget-${form} button`);
const complaint = (me, form, text) => me.page.locator(`#budget-${form} .problem`).filter({ hasText: text }).waitFor();
const done = (me, text) => me.page.locator("#budget > .status").filter({ hasText: text }).waitFor();

test("a run is on the disk before the vault may compute, stays there, and is in the history and its copy", async (t) => {
  const me = await owner(t, { base: "linear" });
  // Holds the page's acknowledgement back until the database was read and the page looked at.
  await me.page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (message, ...rest) {
      if (message?.type !== "chargeAck") return post.call(this, message, ...rest);
      const opening = indexedDB.open("privadapt-ledger");
      opening.onsuccess = () => {
        const all = opening.result.transaction("entries").objectStore("entries").getAll();
        all.onsuccess = () => {
          opening.result.close();
          window.atAck ??= { entries: all.result, shown: !document.getElementById("result").hidden };
          post.call(this, message, ...rest);
        };
      };
    };
  });
  await me.page.reload();
  await me.loadSample();
  await me.fix();
  const foreseen = me.vault.locator("#epsilon .line").filter({ hasText: /About \d+ runs/ });
  const [, runs] = /About (\d+) runs/.exec(await foreseen.innerText());
  await me.prepare(await me.write("private.csv", few));
  assert.match(await me.run(), new RegExp(`Privacy confirmed: ε = 1\\. About ${runs - 1} more runs like this\\.`));
  const { entries, shown } = await me.page.evaluate(() => window.atAck);
  assert.deepEqual([entries.map((text) => JSON.parse(text).kind), shown], [["charge"], false]);
  await me.page.reload();
  await line(me, /ε = 0\.\d+ of 3 has been spent in 1 run\./);
  await open(me, "history");
  const cells = await me.page.locator("#budget-history tbody tr > *").allInnerTexts();
  const digest = digestOf(SAMPLE["source.csv"]);
  const about = `Run · ${new URL(me.elsewhere.url).host} · source.csv · ${digest.slice(0, 8)}`;
  assert.deepEqual(cells.slice(1), [about, "1", "1e-7"]);
  const copy = (await readFile(await me.download("Save a copy"), "utf8")).trimEnd().split("\n");
  const [{ history }] = (await me.ledger()).accounts;
  assert.deepEqual(copy.map(JSON.parse), history);
  assert.equal(history[0].about.source, digest);
  assert.deepEqual(me.errors, []);
});

test("a run beyond the limit is refused, the vault says why, and only a knowing owner raises the limit", async (t) => {
  const me = await owner(t, { base: "linear" });
  await line(me, "Nothing of ε = 3");
  // By keyboard, once: to lower it needs no consent. The first page says nothing of the budget before the first entry.
  await me.loadSample();
  await me.panel("budget");
  await me.page.locator("#budget-limit > summary").focus();
  for (const key of ["Enter", "Tab"]) await me.page.keyboard.press(key);
  await me.page.keyboard.type("2,5");
  await me.page.keyboard.press("Enter");
  await done(me, "The limit is now ε = 2.5 at δ = 1e-5.");
  assert.equal(await me.page.evaluate(() => document.activeElement.textContent), "Change the limit");
  const file = await me.write("private.csv", few);
  await me.prepare(file);
  await me.ledger((ledger) => ledger.setCap({ epsilon: 0.5, delta: 1e-5 })); // by another program, which tells nobody
  assert.match(
    await me.refused(),
    /asks for ε = 1 and δ = 1e-7, and that would go beyond the limit.*Choose a smaller ε/,
  );
  const said = (await me.said()).slice(2).map(({ type, code }) => code ?? type);
  assert.deepEqual(said, ["chargeRequest", "not-charged"]);
  await me.page.locator("#result").waitFor({ state: "hidden" });

  await open(me, "limit");
  await me.page.fill("#limit-epsilon", "0");
  await send(me, "limit");
  await complaint(me, "limit", /above 0/);
  await me.page.fill("#limit-epsilon", "4");
  await send(me, "limit");
  await complaint(me, "limit", /Tick the box/);
  assert.equal((await me.ledger()).accounts[0].cap.epsilon, 0.5);
  await me.page.check("#limit-consent");
  await send(me, "limit");
  await done(me, "The limit is now ε = 4");
  await me.pick(file); // the settings are still fixed
  await me.preview();
  await me.run();
});

test("a new name and a return to zero: what is spent stays, other tabs show it and keep what is being typed there", async (t) => {
  const me = await owner(t);
  await me.ledger((ledger, run) => ledger.charge(run), RUN);
  await me.page.reload();
  const other = await me.another();
  await open(other, "reset");
  await other.page.fill("#reset-reason", "half a sen");
  await open(me, "rename");
  await me.page.fill("#rename-name", "Patients");
  await send(me, "rename");
  await done(me, "The name is now “Patients”");
  await other.page.locator("#budget-history > summary").filter({ hasText: "History (2)" }).waitFor();
  assert.equal(await other.page.inputValue("#reset-reason"), "half a sen");
  assert.equal(await other.page.evaluate(() => document.activeElement.id), "reset-reason");
  await send(other, "reset");
  await complaint(other, "reset", /Tick the box/);
  assert.equal((await me.ledger()).accounts[0].spent.runs, 1);
  await other.page.check("#reset-consent");
  await send(other, "reset");
  await done(other, "“Patients” counts from zero again.");
  const [{ history, spent }] = (await me.ledger()).accounts;
  assert.deepEqual([history.map(({ kind }) => kind), spent.runs], [["charge", "rename", "reset"], 0]);
});

test("a second count is opened only by the statement that it is about other people, and this tab then uses it", async (t) => {
  const me = await owner(t, { base: "linear" });
  await me.ledger((ledger, run) => ledger.charge(run), RUN);
  await me.page.reload();
  await open(me, "other");
  await me.page.fill("#other-name", "Branch office");
  await send(me, "other");
  await complaint(me, "other", /needs this statement/);
  await me.page.check("#other-statement");
  await send(me, "other");
  await done(me, "“Branch office” has a count of its own now.");
  await line(me, "of “Branch office”: Nothing of ε = 3");
  await me.loadSample();
  await me.prepare(await me.write("private.csv", few));
  await me.run();
  const { accounts } = await me.ledger();
  assert.deepEqual(
    accounts.map(({ name, spent, statement }) => [name, spent.runs, statement]),
    [
      ["default", 1, null],
      ["Branch office", 1, "other-people"],
    ],
  );
  await me.page.reload(); // to use the other count is a choice for each visit
  await line(me, "of “My data”: ε = ");
});
