// What another ledger has recorded counts in this one as well, once, whatever the order; nothing is lost and nothing is
// refused.
import assert from "node:assert/strict";
import test from "node:test";
import { rhoOf } from "../ledger/budget.js";
import { Ledger } from "../ledger/ledger.js";

const run = { epsilon: 0.5, delta: 1e-6, rho: rhoOf(0.5, 1e-6) };
const about = (from) => ({ ...run, about: { from } });

/** A ledger in memory, with its texts. */
function inMemory(texts = []) {
  const store = {
    read: async () => [...texts],
    append: async (text, number) => number === texts.length + 1 && texts.push(text) > 0,
  };
  return Object.assign(new Ledger(store), { texts });
}

const spent = async (ledger, name) => (await ledger.account(name)).spent.runs;

test("a new ledger takes over a whole journal, with its cap and its accounts", async () => {
  const kit = inMemory();
  await kit.setCap({ epsilon: 1, delta: 1e-5 });
  await kit.charge(about("kit"));
  await kit.open({ name: "others", statement: "other-people" });
  const fresh = inMemory();
  assert.equal(await fresh.import(await kit.export()), 3);
  assert.deepEqual(fresh.texts, kit.texts);
});

test("a longer copy of the same journal goes on from here, and a shorter one changes nothing", async () => {
  const [one, two] = [inMemory(), inMemory()];
  await one.charge(about("first"));
  await two.import(await one.export());
  await two.charge(about("second"));
  assert.equal(await one.import(await two.export()), 1);
  assert.deepEqual(one.texts, two.texts);
  assert.equal(await one.import(one.texts[0]), 0);
});

test("charges of another journal are added with their times, once however often it is read, also back", async () => {
  const [here, there] = [inMemory(), inMemory()];
  await here.charge(about("here"));
  for (const from of ["there", "there again"]) await there.charge(about(from));
  assert.equal(await here.import(await there.export()), 2);
  assert.equal(await here.import(await there.export()), 0);
  assert.equal(await spent(here), 3);
  const times = (account) => account.history.filter(({ about }) => about.from !== "here").map(({ time }) => time);
  assert.deepEqual(times(await here.account()), times(await there.account()));
  assert.equal(await there.import(await here.export()), 1, "only the one that is not known there");
  assert.equal(await spent(there), 3);
  assert.ok(Math.abs((await here.account()).spent.rho - (await there.account()).spent.rho) < 1e-15);
});

test("the first account counts what the first of another ledger counts, whatever they are called", async () => {
  const [here, there] = [inMemory(), inMemory()];
  await here.charge(about("here"));
  await there.rename({ name: "patients" });
  await there.charge(about("there"));
  assert.equal(await here.import(await there.export()), 1);
  const { accounts } = await here.state();
  assert.deepEqual(
    accounts.map(({ name, spent }) => [name, spent.runs]),
    [["default", 2]],
  );
});

test("a shorter copy of the same journal changes nothing where an account has been renamed since", async () => {
  const here = inMemory();
  await here.open({ name: "branch", statement: "other-people" });
  await here.charge({ ...about("branch"), account: "branch" });
  const earlier = await here.export();
  await here.rename({ account: "branch", name: "ward" });
  assert.equal(await here.import(earlier), 0);
  assert.deepEqual([(await here.state()).accounts.length, await spent(here, "ward")], [2, 1]);
});

test("an account that both journals have from their common beginning is one, whatever either calls it since", async () => {
  const [here, there] = [inMemory(), inMemory()];
  await here.open({ name: "ward", statement: "other-people" });
  await here.charge({ ...about("before"), account: "ward" });
  await there.import(await here.export());
  await here.rename({ account: "ward", name: "clinic" });
  await there.charge({ ...about("after"), account: "ward" });
  assert.equal(await here.import(await there.export()), 1);
  assert.equal(await spent(here, "clinic"), 2);
  assert.equal(await there.import(await here.export()), 0);
  assert.deepEqual([(await here.state()).accounts.length, (await there.state()).accounts.length], [2, 2]);
});

test("an account that the last common entry opened is one too, and one opened after it is known by its name", async () => {
  const [here, there] = [inMemory(), inMemory()];
  await here.charge(about("before"));
  await here.open({ name: "ward", statement: "other-people" });
  await there.import(await here.export());
  await here.rename({ account: "ward", name: "clinic" });
  await there.charge({ ...about("after"), account: "ward" });
  assert.equal(await here.import(await there.export()), 1);
  assert.equal(await spent(here, "clinic"), 1);
  // Opened by the first entry that differs: only the name says that it is the same.
  const [one, other] = [inMemory(), inMemory()];
  await one.charge(about("before"));
  await other.import(await one.export());
  for (const name of ["mine", "ours"]) await one.open({ name, statement: "other-people" });
  for (const name of ["ours", "theirs"]) await other.open({ name, statement: "other-people" });
  await other.charge({ ...about("after"), account: "ours" });
  assert.equal(await one.import(await other.export()), 1);
  assert.deepEqual([await spent(one, "mine"), await spent(one, "ours")], [0, 1]);
});

test("what has been spent elsewhere counts beyond the cap, and two runs at one time and price count twice", async () => {
  const [here, there] = [inMemory(), inMemory()];
  await here.setCap({ epsilon: 0.6, delta: 1e-6 });
  await here.charge(about("here"));
  await there.charge(about("same"));
  const twice = inMemory();
  await twice.charge(about("own"));
  // The same entry again, as two programs at one moment would write it.
  const [entry] = (await there.account()).history;
  const { entryText, read } = await import("../ledger/journal.js");
  const { time, epsilon, delta, rho, about: what } = entry;
  for (let i = 0; i < 2; i++)
    twice.texts.push(
      await entryText(await read(twice.texts), {
        kind: "charge",
        account: "default",
        time,
        epsilon,
        delta,
        rho,
        about: what,
      }),
    );
  assert.equal(await here.import(await twice.export()), 3);
  assert.equal((await here.account()).left.rho, 0);
  await assert.rejects(here.charge(about("more")), { code: "budget-exhausted" });
});

test("runs before a reset of the other ledger do not count, and accounts are matched by their names", async () => {
  const [here, there] = [inMemory(), inMemory()];
  await here.charge(about("here"));
  await there.charge(about("made up"));
  await there.reset({ reason: "made-up data" });
  await there.charge(about("real"));
  await there.open({ name: "branch", statement: "other-people" });
  await there.charge({ ...about("elsewhere"), account: "branch" });
  assert.equal(await here.import(await there.export()), 3);
  assert.deepEqual([await spent(here), await spent(here, "branch")], [2, 1]);
  assert.equal(await here.import(await there.export()), 0);
});

test("of several resets of the other ledger the last decides, and one of this ledger makes no charge count again", async () => {
  const [here, there] = [inMemory(), inMemory()];
  await here.charge(about("here"));
  for (const from of ["made up", "made up again"]) {
    await there.charge(about(from));
    await there.reset({ reason: "made-up data" });
  }
  await there.charge(about("real"));
  assert.equal(await here.import(await there.export()), 1);
  assert.deepEqual(
    (await here.account()).history.map((entry) => entry.about.from),
    ["here", "real"],
  );
  await here.reset({ reason: "the people were asked anew" });
  assert.equal(await here.import(await there.export()), 0, "it was counted before the reset");
  assert.equal(await spent(here), 0);
});

test("an account that has counted runs on people and on rows, in whichever order, takes runs on people alone", async () => {
  const [onPeople, onRows] = [{ ...about("people").about, unit: "person" }, about("rows").about];
  for (const [own, other] of [
    [onPeople, onRows],
    [onRows, onPeople],
  ]) {
    const [here, there] = [inMemory(), inMemory()];
    await here.charge({ ...run, about: own });
    await there.charge({ ...run, about: other });
    assert.equal(await here.import(await there.export()), 1);
    assert.equal((await here.account()).unit, "person");
    await assert.rejects(here.charge({ ...run, about: onRows }), { code: "ledger-account" });
    await here.charge({ ...run, about: onPeople });
    await here.reset({ reason: "made-up data" });
    await here.charge({ ...run, about: onRows });
    assert.equal((await here.account()).unit, "record", "a reset leaves both open");
  }
});

test("a file that is no journal changes nothing", async () => {
  const here = inMemory();
  await here.charge(about("here"));
  const text = await here.export();
  for (const wrong of ["", "{}", "no journal\n", text.replace("0.5", "0.1"), `${text}${text}`, text.slice(0, -20)])
    await assert.rejects(inMemory().import(wrong), { code: "bad-ledger-file", message: /nothing was changed/ });
});

test("while another program writes, what is read in is still added once", async () => {
  const there = inMemory();
  for (const from of ["a", "b"]) await there.charge(about(from));
  const texts = [];
  let raced = false;
  const store = {
    read: async () => [...texts],
    append: async (text, number) => {
      if (!raced) {
        raced = true;
        await new Ledger({ ...store, append: async (text) => texts.push(text) > 0 }).charge(about("other"));
      }
      return number === texts.length + 1 && texts.push(text) > 0;
    },
  };
  const here = new Ledger(store);
  await here.import(await there.export());
  assert.deepEqual((await here.account()).history.map((entry) => entry.about.from).sort(), ["a", "b", "other"]);
});
