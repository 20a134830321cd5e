// tier: 2
// The privacy budget when its storage is full, denied, broken or damaged: nothing is released, and the owner is told
// why and what to do.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { SAMPLE, follow, owner, steps } from "./support/owner.mjs";

const [header, ...rows] = SAMPLE["target.csv"].trimEnd().split("\n");
const few = `${header}\n${rows.slice(0, 300).join("\n")}\n`;

test("no room, and then room again", { skip }, async (t) => {
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

test("storage denied: said before a file is chosen and again at the run, and nothing is released", {
  skip,
}, async (t) => {
  const me = await owner(t, { viewport: { width: 360, height: 740 } });
  await me.page.addInitScript(
    () =>
      (IDBFactory.prototype.open = function () {
        throw new DOMException("denied", "SecurityError");
      }),
  );
  await me.page.reload();
  const says = /lets this page store nothing; leave the private window/;
  const line = me.page.locator("#budget-line").filter({ hasText: "so a run on your own data will be refused" });
  await line.waitFor();
  // An invited owner sees it on the first screen, too, and above the questions.
  await follow(me, { source: `${me.elsewhere.url}source.csv`, label: "price", asker: "A council", base: "linear" });
  await me.page.locator("#load-invited").waitFor();
  const { height } = me.page.viewportSize();
  const bottom = async () => line.evaluate((element) => element.getBoundingClientRect().bottom);
  assert.ok((await bottom()) < height);
  await me.page.locator("#load-invited").click();
  await me.vault.locator("label.button").waitFor();
  await line.waitFor();
  const vaultsTop = await me.page.locator("#vault").evaluate((element) => element.getBoundingClientRect().top);
  assert.ok((await bottom()) <= vaultsTop);
  await me.panel("budget");
  await me.page.locator("#budget > .alert").filter({ hasText: says }).waitFor();
  await me.loadSample();
  await me.prepare(await me.write("private.csv", few));
  assert.match(await me.refused(), says);
  await me.page.locator("#result").waitFor({ state: "hidden" });
  assert.ok(!(await me.said()).some(({ type }) => type === "release"));
});

const broken = {
  "as in older private windows": [
    /lets this page store nothing/,
    () => {
      IDBFactory.prototype.open = function () {
        const request = Object.assign(new EventTarget(), { error: new DOMException("no", "InvalidStateError") });
        setTimeout(() => request.onerror(new Event("error")));
        return request;
      };
    },
  ],
  "no IndexedDB": [/has no database for pages/, () => Object.defineProperty(window, "indexedDB", { value: undefined })],
  "no locks": [/has no locks/, () => Object.defineProperty(navigator, "locks", { value: undefined })],
  "a later version of the database": [
    /newer version of this page/,
    () => {
      const open = IDBFactory.prototype.open;
      IDBFactory.prototype.open = function () {
        const request = Object.assign(new EventTarget(), { error: new DOMException("no", "VersionError") });
        open.call(this, "another database", 7).onsuccess = () => request.onerror(new Event("error"));
        return request;
      };
    },
  ],
  "a version change held up by another tab": [
    /older version of it; close the other tabs/,
    () => {
      IDBFactory.prototype.open = function () {
        const request = new EventTarget();
        setTimeout(() => request.onblocked(new Event("blocked")));
        return request;
      };
    },
  ],
  "a database that does not keep what it confirms": [
    /did not keep what was written/,
    () => {
      IDBObjectStore.prototype.add = function (_value, key) {
        return this.count(key);
      };
    },
  ],
};

test("every way in which storage can fail has its sentence and its code, and records nothing", { skip }, async (t) => {
  const me = await owner(t);
  for (const [name, [says, breakIt]] of Object.entries(broken)) {
    const tab = await me.page.context().newPage();
    await tab.addInitScript(breakIt);
    const it = await steps(tab, me);
    const refusal = await it.ledger((ledger) =>
      ledger.charge({ epsilon: 1, delta: 1e-6, rho: 0.0243 }).then(
        () => "booked",
        ({ code, message }) => ({ code, message }),
      ),
    );
    assert.equal(refusal.code, "ledger-unavailable", name);
    assert.match(refusal.message, says);
    assert.match(refusal.message, /; \w.*\. Without it nothing is released$/, "says what to do");
    await tab.close();
  }
  assert.deepEqual((await me.ledger()).accounts[0].history, []);
});

test("what another tab has made of a damaged ledger is not thrown away, and the page says so", { skip }, async (t) => {
  const me = await owner(t);
  const run = { epsilon: 1, delta: 1e-6, rho: 0.0243 };
  for (let i = 0; i < 2; i++) await me.ledger((ledger, run) => ledger.charge(run), run);
  const sound = (await me.ledger((ledger) => ledger.export())).split("\n")[0];
  await damage(me.page, "another price");
  await me.page.reload();
  await me.panel("budget");
  await me.page.locator("#budget-damaged > summary").click();
  await me.page.check("#damaged-consent");
  // Another tab restores the entry at the moment in which the owner of this one sends the form.
  await me.page.evaluate(
    (text) =>
      new Promise((resolve) => {
        indexedDB.open("privadapt-ledger").onsuccess = ({ target: { result: database } }) => {
          const transaction = database.transaction("entries", "readwrite");
          transaction.objectStore("entries").put(text, 1);
          transaction.oncomplete = () => {
            database.close();
            document.querySelector("#budget-damaged form").requestSubmit();
            resolve();
          };
        };
      }),
    `${sound}\n`,
  );
  await me.page.locator("#budget > .status").filter({ hasText: "nothing was deleted" }).waitFor();
  const [{ history, spent }] = (await me.ledger()).accounts;
  assert.deepEqual([history.map(({ kind }) => kind), spent.runs], [["charge", "charge"], 2]);
  await me.page.locator("#budget-line").filter({ hasNotText: "damaged" }).waitFor({ state: "attached" });
});

/** Changes what is stored, behind the ledger's back. */
const damage = (page, name) =>
  page.evaluate(
    (name) =>
      new Promise((resolve) => {
        indexedDB.open("privadapt-ledger").onsuccess = ({ target: { result: database } }) => {
          const transaction = database.transaction("entries", "readwrite");
          const entries = transaction.objectStore("entries");
          if (name === "the first entry gone") entries.delete(1);
          if (name === "no text") entries.put({ spent: 0 }, 2);
          if (name === "another price")
            entries.get(1).onsuccess = ({ target }) =>
              entries.put(target.result.replace('"rho":0.0243', '"rho":0.0001'), 1);
          transaction.oncomplete = () => resolve(database.close());
        };
      }),
    name,
  );

for (const name of ["no text"]) {
  test(`a damaged ledger (${name}): nothing is released until its owner knowingly starts anew`, { skip }, async (t) => {
    const me = await owner(t);
    for (let i = 0; i < 2; i++) await me.ledger((ledger) => ledger.charge({ epsilon: 1, delta: 1e-6, rho: 0.0243 }));
    const stored = (await me.ledger((ledger) => ledger.export())).split("\n")[1];
    await damage(me.page, name);
    await me.page.reload();
    const says = /history of your privacy budget is damaged.*Entry \d of the privacy ledger/;
    await me.panel("budget");
    await me.page.locator("#budget > .alert").filter({ hasText: says }).waitFor();
    await me.loadSample();
    const file = await me.write("private.csv", few);
    await me.prepare(file);
    assert.match(await me.refused(), says);
    await me.page.locator("#result").waitFor({ state: "hidden" });

    const copy = JSON.parse(await readFile(await me.download("Save a copy of what is there"), "utf8"));
    assert.deepEqual(copy.at(-1), [2, name === "no text" ? { spent: 0 } : `${stored}\n`]);
    await me.page.locator("#budget-damaged > summary").click();
    await me.page.click("#budget-damaged button");
    await me.page.locator("#budget-damaged .problem").filter({ hasText: "Tick the box" }).waitFor();
    await me.page.check("#damaged-consent");
    await me.page.click("#budget-damaged button");
    await me.page.locator("#budget-line").filter({ hasText: "Nothing of ε = 3" }).waitFor({ state: "attached" });
    const [account] = (await me.ledger()).accounts;
    assert.deepEqual(
      account.history.map(({ kind }) => kind),
      ["reset"],
    );
  });
}
