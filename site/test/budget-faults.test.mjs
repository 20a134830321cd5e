// tier: 2
// The privacy budget when its storage is full, denied, broken or damaged: nothing is released, and the owner is told why
// and what to do. What a damaged journal is, is tested in jsbridge/npm/test/ledger-journal.test.mjs.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "./support/browser.mjs";
import { SAMPLE, owner, steps } from "./support/owner.mjs";

const RUN = { epsilon: 1, delta: 1e-6, rho: 0.0243 };
const few = SAMPLE["target.csv"].split("\n").slice(0, 301).join("\n");
const charged = (me) => me.ledger((ledger, run) => ledger.charge(run), RUN);

test("no room, and then room again", async (t) => {
  const me = await owner(t, { base: "linear" });
  await me.loadSample();
  const file = await me.write("private.csv", few);
  await me.prepare(file);
  const devtools = await me.page.context().newCDPSession(me.page);
  const { origin } = new URL(me.site.url);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
  assert.match(await me.refused(), /there is no room left for it; free some space/);
  await me.page.locator("#result").waitFor({ state: "hidden" });
  await devtools.send("Storage.overrideQuotaForOrigin", { origin });
  assert.deepEqual((await me.ledger()).accounts[0].history, []);
  await me.pick(file);
  await me.preview();
  await me.run();
});

test("storage denied: said before a file is chosen and again at the run, and nothing is released", async (t) => {
  const me = await owner(t);
  await me.page.addInitScript(
    () =>
      (IDBFactory.prototype.open = function () {
        throw new DOMException("denied", "SecurityError");
      }),
  );
  await me.page.reload();
  await me.page.locator("#budget-line").filter({ hasText: "so a run on your own data will be refused" }).waitFor();
  await me.loadSample();
  await me.prepare(await me.write("private.csv", few));
  assert.match(await me.refused(), /lets this page store nothing; leave the private window/);
  await me.page.locator("#result").waitFor({ state: "hidden" });
  assert.ok(!(await me.said()).some(({ type }) => type === "release"));
});

/** In the page: to open a database ends with this event, and perhaps with an error. */
const opening = ([event, error]) => {
  IDBFactory.prototype.open = () => {
    const request = Object.assign(new EventTarget(), { error: error && new DOMException("no", error) });
    setTimeout(() => request[`on${event}`](new Event(event)));
    return request;
  };
};
/** How storage can fail otherwise, and what is said: a function of the page that fakes it, and its argument. */
const broken = [
  [/lets this page store nothing/, opening, ["error", "InvalidStateError"]], // as in older private windows
  [/newer version of this page/, opening, ["error", "VersionError"]],
  [/older version of it; close the other tabs/, opening, ["blocked"]],
  [/has no database for pages/, () => Object.defineProperty(window, "indexedDB", { value: undefined })],
  [/has no locks/, () => Object.defineProperty(navigator, "locks", { value: undefined })],
  [
    /did not keep what was written/,
    () =>
      (IDBObjectStore.prototype.add = function (_value, key) {
        return this.count(key);
      }),
  ],
];

test("every way in which storage can fail has its sentence and its code, and records nothing", async (t) => {
  const me = await owner(t);
  for (const [says, breakIt, how] of broken) {
    const tab = await me.page.context().newPage();
    await tab.addInitScript(breakIt, how);
    const it = await steps(tab, me);
    const { code, message } = await it.ledger(
      (ledger, run) => ledger.charge(run).then(Object, ({ code, message }) => ({ code, message })),
      RUN,
    );
    assert.equal(code, "ledger-unavailable", String(says));
    assert.match(message, says);
    assert.match(message, /; \w.*\. Without it nothing is released$/, "says what to do");
    await tab.close();
  }
  assert.deepEqual((await me.ledger()).accounts[0].history, []);
});

/** Puts something else in the place of an entry, behind the ledger's back; `submit` sends the form for a damaged ledger then. */
const stored = (page, place, value, submit = false) =>
  page.evaluate(
    ([place, value, submit]) =>
      new Promise((resolve) => {
        indexedDB.open("privadapt-ledger").onsuccess = ({ target: { result: database } }) => {
          const transaction = database.transaction("entries", "readwrite");
          transaction.objectStore("entries").put(value, place);
          transaction.oncomplete = () => {
            database.close();
            if (submit) document.querySelector("#budget-damaged form").requestSubmit();
            resolve(undefined);
          };
        };
      }),
    [place, value, submit],
  );

test("a damaged ledger: nothing is released until its owner knowingly starts anew", async (t) => {
  const me = await owner(t);
  for (let i = 0; i < 2; i++) await charged(me);
  await stored(me.page, 2, { spent: 0 });
  await me.page.reload();
  const says = /history of your privacy budget is damaged.*Entry \d of the privacy ledger/;
  await me.panel("budget");
  await me.page.locator("#budget > .alert").filter({ hasText: says }).waitFor();
  await me.loadSample();
  await me.prepare(await me.write("private.csv", few));
  assert.match(await me.refused(), says);
  await me.page.locator("#result").waitFor({ state: "hidden" });
  const copy = JSON.parse(await readFile(await me.download("Save a copy of what is there"), "utf8"));
  assert.deepEqual(copy.at(-1), [2, { spent: 0 }]);
  await me.page.locator("#budget-damaged > summary").click();
  await me.page.click("#budget-damaged button");
  await me.page.locator("#budget-damaged .problem").filter({ hasText: "Tick the box" }).waitFor();
  await me.page.check("#damaged-consent");
  await me.page.click("#budget-damaged button");
  await me.page.locator("#budget-line").filter({ hasText: "Nothing of ε = 3" }).waitFor({ state: "attached" });
  const [{ history }] = (await me.ledger()).accounts;
  assert.deepEqual(
    history.map(({ kind }) => kind),
    ["reset"],
  );
});

test("what another tab has made of a damaged ledger is not thrown away, and the page says so", async (t) => {
  const me = await owner(t);
  for (let i = 0; i < 2; i++) await charged(me);
  const sound = (await me.ledger((ledger) => ledger.export())).split("\n")[0];
  await stored(me.page, 1, `${sound.replace('"rho":0.0243', '"rho":0.0001')}\n`);
  await me.page.reload();
  await me.panel("budget");
  await me.page.locator("#budget-damaged > summary").click();
  await me.page.check("#damaged-consent");
  // Another tab restores the entry at the moment in which the owner of this one sends the form.
  await stored(me.page, 1, `${sound}\n`, true);
  await me.page.locator("#budget > .status").filter({ hasText: "nothing was deleted" }).waitFor();
  const [{ history, spent }] = (await me.ledger()).accounts;
  assert.deepEqual([history.map(({ kind }) => kind), spent.runs], [["charge", "charge"], 2]);
});
