// The privacy budget as its owner meets it: recorded before anything is shown, refused at the limit, changed only
// knowingly.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { skip } from "./support/browser.mjs";
import { SAMPLE, owner } from "./support/owner.mjs";

const [header, ...rows] = SAMPLE["target.csv"].trimEnd().split("\n");
const few = `${header}\n${rows.slice(0, 300).join("\n")}\n`;
/** What a run at ε = 1, δ = 1e-6 costs. */
const RUN = { epsilon: 1, delta: 1e-6, rho: 0.0243 };
const line = (me) => me.page.locator("#budget-line");
const open = async (me, form) => {
  await me.panel("budget");
  await me.page.locator(`#budget-${form} > summary`).click();
};
const complaint = (me, form, text) => me.page.locator(`#budget-${form} .problem`).filter({ hasText: text }).waitFor();
const done = (me, text) => me.page.locator("#budget > .status").filter({ hasText: text }).waitFor();
const kinds = (account) => account.history.map(({ kind }) => kind);

test("what is left is told before a file is chosen; a run is on the disk before the vault may compute, stays there, and is in the history and its copy", {
  skip,
}, async (t) => {
  const me = await owner(t, { base: "linear" });
  await line(me)
    .filter({ hasText: "Nothing of ε = 3 has been spent yet. The next run fits if its ε is at most 3" })
    .waitFor({ state: "attached" }); // an invited owner sees it in the vault
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
  await me.prepare(await me.write("private.csv", few));
  const [, runs] = /uses 1 of (\d+) runs/.exec(await me.button(/^Make the result/).innerText());
  const result = await me.run();
  assert.match(result, new RegExp(`Privacy confirmed: ε = 1 at δ = 1e-7\\. ${runs - 1} runs left\\.`));
  const { entries, shown } = await me.page.evaluate(() => window.atAck);
  assert.equal(entries.length, 1);
  assert.equal(JSON.parse(entries[0]).kind, "charge");
  assert.equal(shown, false);
  assert.match(
    result,
    /Recorded: a run with ε = 1 and δ = 1e-7\. All runs together, at δ = 1e-5: ε = 0\.\d+ of 3 has been spent in 1 run\./,
  );

  await me.page.reload();
  await line(me)
    .filter({ hasText: /ε = 0\.\d+ of 3 has been spent in 1 run\./ })
    .waitFor({ state: "attached" });
  await open(me, "history");
  const cells = await me.page.locator("#budget-history tbody tr > *").allInnerTexts();
  const digest = digestOf(SAMPLE["source.csv"]);
  assert.match(cells[0], /\d{4}/);
  assert.deepEqual(cells.slice(1), [
    `Run · ${new URL(me.elsewhere.url).host} · source.csv · ${digest.slice(0, 8)}`,
    "1",
    "1e-7",
  ]);
  const copy = (await readFile(await me.download("Save a copy"), "utf8"))
    .trimEnd()
    .split("\n")
    .map((text) => JSON.parse(text));
  const [account] = (await me.ledger()).accounts;
  assert.deepEqual(copy, account.history);
  assert.equal(copy[0].about.source, digest);
  assert.deepEqual(me.errors, []);
});

test("a run beyond the limit is refused, the vault says why, and only a knowing owner raises the limit", {
  skip,
}, async (t) => {
  const me = await owner(t, { base: "linear" });
  // The ledger has been read, and its forms are there.
  await line(me).filter({ hasText: "Nothing of ε = 3" }).waitFor({ state: "attached" });
  // By keyboard, once: to lower it needs no consent.
  await me.panel("budget");
  await me.page.locator("#budget-limit > summary").focus();
  await me.page.keyboard.press("Enter");
  assert.equal(await me.page.inputValue("#limit-delta"), "1e-5");
  await me.page.keyboard.press("Tab");
  await me.page.keyboard.type("2,5");
  await me.page.keyboard.press("Enter");
  await done(me, "The limit is now ε = 2.5 at δ = 1e-5.");
  assert.equal(await me.page.evaluate(() => document.activeElement.textContent), "Change the limit");

  await me.loadSample();
  const file = await me.write("private.csv", few);
  await me.prepare(file);
  await me.ledger((ledger) => ledger.setCap({ epsilon: 0.5, delta: 1e-5 })); // by another program, which tells nobody
  const reason = await me.refused();
  assert.match(
    reason,
    /nothing has left the vault\. This run asks for ε = 1 and δ = 1e-7, and that would go beyond the limit.*ε is at most 0\.5.*Choose a smaller ε/,
  );
  assert.deepEqual(
    (await me.said()).slice(2).map(({ type, code }) => code ?? type),
    ["chargeRequest", "not-charged"],
  );
  await me.page.locator("#result").waitFor({ state: "hidden" });
  assert.equal((await me.ledger()).accounts[0].spent.runs, 0);

  await open(me, "limit");
  await me.page.fill("#limit-epsilon", "0");
  await me.page.click("#budget-limit button");
  await complaint(me, "limit", /above 0/);
  await me.page.fill("#limit-epsilon", "2000000"); // what the ledger admits, this form admits
  await me.page.click("#budget-limit button");
  await complaint(me, "limit", /Tick the box/);
  await me.page.fill("#limit-epsilon", "4");
  await me.page.getByText("This raises the limit.").waitFor();
  await me.page.click("#budget-limit button");
  await complaint(me, "limit", /Tick the box/);
  assert.equal((await me.ledger()).accounts[0].cap.epsilon, 0.5);
  await me.page.check("#limit-consent");
  await me.page.click("#budget-limit button");
  await done(me, "The limit is now ε = 4");
  assert.deepEqual(kinds((await me.ledger()).accounts[0]), ["cap", "cap", "cap"]);

  await me.pick(file); // the settings are still fixed
  await me.preview();
  await me.run();
});

test("a new name changes nothing about what is spent, and other tabs show it without taking away what is being typed there", {
  skip,
}, async (t) => {
  const me = await owner(t);
  const spent = (await me.ledger((ledger, run) => ledger.charge(run), RUN)).spent;
  await me.page.reload();
  const other = await me.another();
  await open(other, "reset");
  await other.page.fill("#reset-reason", "half a sen");
  await open(me, "rename");
  assert.equal(await me.page.inputValue("#rename-name"), "My data");
  await me.page.fill("#rename-name", " ");
  await me.page.click("#budget-rename button");
  await complaint(me, "rename", /Give a name/);
  await me.page.fill("#rename-name", "Patients");
  await me.page.click("#budget-rename button");
  await done(me, "The name is now “Patients”");
  const { accounts } = await me.ledger();
  assert.deepEqual(
    accounts.map(({ name, spent }) => ({ name, spent })),
    [{ name: "Patients", spent }],
  );
  await other.page.locator("#budget-history > summary").filter({ hasText: "History (2)" }).waitFor();
  assert.equal(await other.page.inputValue("#reset-reason"), "half a sen");
  assert.equal(await other.page.evaluate(() => document.activeElement.id), "reset-reason");
});

test("a second count is opened only by the statement that it is about other people, and this tab then uses it", {
  skip,
}, async (t) => {
  const me = await owner(t, { base: "linear" });
  await me.ledger((ledger, run) => ledger.charge(run), RUN);
  await me.page.reload();
  await open(me, "other");
  await me.page.fill("#other-name", "Branch office");
  await me.page.click("#budget-other button");
  await complaint(me, "other", /needs this statement/);
  assert.equal((await me.ledger()).accounts.length, 1);
  await me.page.check("#other-statement");
  await me.page.fill("#other-name", "default");
  await me.page.click("#budget-other button");
  await complaint(me, "other", /choose another/);
  await me.page.fill("#other-name", "Branch office");
  await me.page.click("#budget-other button");
  await done(me, "“Branch office” has a count of its own now.");
  await line(me).filter({ hasText: "of “Branch office”: Nothing of ε = 3" }).waitFor({ state: "attached" });

  await me.loadSample();
  await me.prepare(await me.write("private.csv", few));
  await me.run();
  const { accounts } = await me.ledger();
  assert.deepEqual(
    accounts.map(({ name, spent }) => [name, spent.runs]),
    [
      ["default", 1],
      ["Branch office", 1],
    ],
  );
  assert.equal(accounts[1].statement, "other-people");
  await me.panel("budget");
  await me.page.getByLabel("Whose data is it?").selectOption("My data");
  await line(me).filter({ hasText: "of “My data”: ε = " }).waitFor({ state: "attached" });
  // A new tab starts with the owner's own: to use the other count is a choice for each visit.
  await me.page.getByLabel("Whose data is it?").selectOption("Branch office");
  await me.page.reload();
  await line(me).filter({ hasText: "of “My data”: ε = " }).waitFor({ state: "attached" });
});
