// The journal as a value: which entries may be appended, what the state is then, and which journals are refused when they
// are read: forged, damaged, incomplete. And the ledger's arithmetic against the accountant in Go, which printed the cases
// (conversions_test.go).
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { add, epsilonOf, rhoOf } from "../ledger/budget.js";
import * as journal from "../ledger/journal.js";
import { randomFrom } from "./support.mjs";
import { digestOf } from "./tools.mjs";

const run = { epsilon: 1, delta: 1e-6, rho: rhoOf(1, 1e-6) };
const time = "2026-01-02T03:04:05.678Z";

/** The journal with one more entry. */
const extended = async (texts, entry) => [
  ...texts,
  await journal.entryText(await journal.read(texts), { time, ...entry }),
];

/** The journal of these entries. */
async function journalOf(...entries) {
  let texts = [];
  for (const entry of entries) texts = await extended(texts, entry);
  return texts;
}

const charge = (about = {}) => ({ kind: "charge", account: "default", ...run, about });

const first = (state) => state.accounts[0];

test("an empty journal has the default account with its cap", async () => {
  const { accounts, next } = await journal.read([]);
  assert.deepEqual(next, { number: 1, previous: "" });
  assert.equal(accounts.length, 1);
  const { id, name, statement, cap, spent, left, history } = accounts[0];
  assert.deepEqual([id, name, statement, history], ["default", "default", null, []]);
  assert.deepEqual([cap.epsilon, cap.delta], [3, 1e-5]);
  assert.deepEqual(spent, { rho: 0, epsilon: 0, runs: 0, sumEpsilon: 0, sumDelta: 0 });
  assert.ok(Math.abs(left.epsilon - 3) < 1e-9);
  assert.equal(Math.floor(cap.rho / run.rho), 9, "as the comment on the default cap says");
});

test("charges add up in ρ, which is less than adding ε", async () => {
  const about = { mechanism: "moment", release: "model", source: "0f".repeat(32), from: "a test" };
  const texts = await journalOf(charge(about), charge(), charge());
  const { spent, cap, left, history } = first(await journal.read(texts));
  assert.equal(spent.runs, 3);
  assert.ok(spent.rho >= 3 * run.rho && spent.rho < 3 * run.rho * (1 + 1e-15));
  assert.equal(spent.epsilon, epsilonOf(spent.rho, cap.delta));
  assert.ok(spent.epsilon < 2 && spent.sumEpsilon === 3);
  assert.ok(Math.abs(left.rho + spent.rho - cap.rho) < 1e-15);
  assert.deepEqual(
    history.map(({ kind, number }) => [kind, number]),
    [
      ["charge", 1],
      ["charge", 2],
      ["charge", 3],
    ],
  );
  assert.deepEqual(history[0].about, about);
  assert.equal(history[1].previous, digestOf(texts[0]));
});

// 1e-12 is how far certificates round ρ up; 1e-8 is beyond the filter's slack of 1e-9.
test("one run at exactly the cap is admitted, and then nothing more", async () => {
  for (const [epsilon, delta] of [
    [3, 1e-5],
    [1, 1e-6],
    [0.01, 1e-9],
    [50, 0.1],
  ]) {
    const texts = await journalOf({ kind: "cap", account: "default", epsilon, delta });
    const state = await journal.read(texts);
    const { rho } = first(state).cap;
    const entry = journal.admit(state, "default", { epsilon, delta, rho: rho * (1 + 1e-11) * (1 + 1e-12) });
    assert.throws(() => journal.admit(state, "default", { epsilon, delta, rho: rho * (1 + 1e-8) }), {
      code: "budget-exhausted",
    });
    const after = await journal.read(await extended(texts, entry));
    assert.ok(first(after).spent.epsilon <= epsilon * (1 + 2e-9));
    assert.throws(() => journal.admit(after, "default", { epsilon: 1e-3, delta: 1e-9, rho: rho * 1e-6 }), {
      code: "budget-exhausted",
    });
  }
});

// Feldman and Zrnic's filter: for any charges, also adaptively chosen ones, the admitted runs together are within the
// cap.
test("no sequence of admitted runs exceeds the cap", async () => {
  const random = randomFrom(5);
  for (let round = 0; round < 20; round++) {
    const cap = { epsilon: 0.1 + 5 * random(), delta: 10 ** (-3 - 6 * random()) };
    let texts = await journalOf({ kind: "cap", account: "default", ...cap });
    let refused = 0;
    let exact = 0n;
    while (refused < 3) {
      const state = await journal.read(texts);
      const delta = 10 ** (-3 - 9 * random());
      const epsilon = cap.epsilon * random();
      const rho = rhoOf(epsilon, delta);
      try {
        texts = await extended(texts, journal.admit(state, "default", { epsilon, delta, rho }));
        exact += BigInt(Math.floor(rho * 2 ** 100));
      } catch (error) {
        assert.equal(error.code, "budget-exhausted");
        refused++;
      }
    }
    const { spent } = first(await journal.read(texts));
    assert.ok(spent.epsilon <= cap.epsilon * (1 + 2e-9), `${spent.epsilon} of ${cap.epsilon}`);
    assert.ok(BigInt(Math.ceil(spent.rho * 2 ** 100)) >= exact, "the sum in the ledger is below the sum of the runs");
  }
});

test("a price that is none is refused", async () => {
  const state = await journal.read([]);
  for (const [wrong, code] of [
    [{ epsilon: NaN }, "bad-epsilon"],
    [{ epsilon: 0 }, "bad-epsilon"],
    [{ epsilon: "1" }, "bad-epsilon"],
    [{ epsilon: Infinity }, "bad-epsilon"],
    [{ delta: 0 }, "bad-delta"],
    [{ delta: 1 }, "bad-delta"],
    [{ delta: undefined }, "bad-delta"],
    [{ rho: -1 }, "bad-rho"],
    [{ rho: NaN }, "bad-rho"],
    [{ rho: undefined }, "bad-rho"],
    [{ rho: Infinity }, "bad-rho"],
    [{ rho: 1n }, "bad-rho"],
  ]) {
    assert.throws(() => journal.admit(state, "default", { ...run, ...wrong }), { code });
  }
  for (const about of [
    null,
    [],
    "moment",
    { rows: 7 },
    { source: "abc" },
    { from: "" },
    { from: "a\nb" },
    { mechanism: 7 },
  ]) {
    await assert.rejects(extended([], charge(about)), { code: "bad-option" }, JSON.stringify(about));
  }
});

test("renaming does not reset, and finds the account under both", async () => {
  const texts = await journalOf(charge(), { kind: "rename", account: "default", name: "Clinic, 2026" }, charge());
  const state = await journal.read(texts);
  assert.equal(state.accounts.length, 1);
  assert.equal(first(state).spent.runs, 2);
  assert.equal(journal.find(state, "Clinic, 2026"), first(state));
  assert.equal(journal.find(state, "default"), first(state));
});

test("a second account is for other people's data, and has a budget of its own", async () => {
  const open = (statement) => ({ kind: "open", account: "account-2", name: "school", statement });
  const texts = await journalOf(charge());
  for (const statement of [undefined, "", "yes", true]) {
    await assert.rejects(extended(texts, open(statement)), { code: "ledger-account", message: /other people/ });
  }
  const state = await journal.read(await extended(texts, open("other-people")));
  assert.deepEqual(
    state.accounts.map(({ id, spent }) => [id, spent.runs]),
    [
      ["default", 1],
      ["account-2", 0],
    ],
  );
  assert.equal(journal.find(state, "school").statement, "other-people");
  assert.throws(() => journal.find(state, "clinic"), { code: "ledger-account", message: /"default", "school"/ });
  assert.throws(() => journal.admit(state, "clinic", run), { code: "ledger-account" });
});

test("names are visible, and never another account's", async () => {
  const texts = await journalOf({ kind: "open", account: "account-1", name: "school", statement: "other-people" });
  const names = [
    "",
    " ",
    " a",
    "a ",
    "a\nb",
    "a\u202eb",
    "a\u0000",
    "\ud800",
    "e\u0301",
    "x".repeat(65),
    7,
    undefined,
    "school",
    "account-9",
    "account-1",
  ];
  for (const name of names) {
    await assert.rejects(
      extended(texts, { kind: "rename", account: "default", name }),
      { code: "ledger-account" },
      String(name),
    );
  }
  await extended(texts, { kind: "rename", account: "default", name: "Schön & Söhne 学校" });
  const renamed = await extended(texts, { kind: "rename", account: "default", name: "mine" });
  await extended(renamed, { kind: "rename", account: "default", name: "default" });
  await assert.rejects(extended(renamed, { kind: "rename", account: "account-1", name: "default" }), {
    code: "ledger-account",
  });
});

test("a reset is an entry with a reason: counts start anew, the history stays", async () => {
  for (const reason of [undefined, "", "  ", "a\nb", 7]) {
    await assert.rejects(extended([], { kind: "reset", account: "default", reason }), { code: "bad-option" });
  }
  const texts = await journalOf(
    charge(),
    charge(),
    { kind: "reset", account: "default", reason: "the data were made up" },
    charge(),
  );
  const account = first(await journal.read(texts));
  assert.equal(account.spent.runs, 1);
  assert.deepEqual(
    account.history.map(({ kind }) => kind),
    ["charge", "charge", "reset", "charge"],
  );
});

test("a cap below what is spent leaves nothing, and one above it something", async () => {
  const cap = (epsilon) => ({ kind: "cap", account: "default", epsilon, delta: 1e-5 });
  const texts = await journalOf(charge(), cap(0.1));
  const low = await journal.read(texts);
  assert.deepEqual(first(low).left, { rho: 0, epsilon: 0 });
  assert.throws(() => journal.admit(low, "default", run), { code: "budget-exhausted" });
  journal.admit(await journal.read(await extended(texts, cap(4))), "default", run);
  for (const wrong of [cap(0), cap(NaN), cap(Infinity), { ...cap(1), delta: 0 }, { ...cap(1), delta: 1 }]) {
    await assert.rejects(extended(texts, wrong), { code: /^bad-(epsilon|delta)$/ });
  }
});

test("the reason of a cap stays in the history; a reset leaves a cap that was raised, and keeps one that was lowered", async () => {
  const cap = (epsilon, reason) => ({ kind: "cap", account: "default", epsilon, delta: 1e-5, reason });
  const reset = { kind: "reset", account: "default", reason: "a test" };
  for (const [epsilon, after] of [
    [100, 3],
    [1, 1],
  ]) {
    const account = first(await journal.read(await journalOf(cap(epsilon, "a study"), reset, charge())));
    assert.deepEqual([account.cap.epsilon, account.history[0].reason], [after, "a study"]);
  }
  await assert.rejects(journalOf(cap(100, "two\nlines")), { code: "bad-option" });
});

test("a clock that is wrong does no harm", async () => {
  for (const wrong of ["1969-12-31T23:59:59.999Z", "+020000-01-01T00:00:00.000Z", time]) {
    const texts = await extended(await extended([], { ...charge(), time: wrong }), charge());
    assert.equal(first(await journal.read(texts)).history[0].time, wrong);
  }
});

test("any journal that was written can be read, and the state follows from its entries", async () => {
  const random = randomFrom(11);
  const pick = (list) => list[Math.floor(random() * list.length)];
  for (let round = 0; round < 4; round++) {
    let texts = [];
    const expected = new Map([["default", 0]]);
    for (let i = 0; i < 40; i++) {
      const state = await journal.read(texts);
      const account = pick([...expected.keys()]);
      const number = state.next.number;
      const entry = {
        open: () => ({ kind: "open", account: `account-${number}`, name: `name ${number}`, statement: "other-people" }),
        charge: () => ({ ...charge(), account, rho: random() }),
        cap: () => ({ kind: "cap", account, epsilon: 10 * random() + 1e-3, delta: 1e-6 }),
        rename: () => ({ kind: "rename", account, name: `other ${number}` }),
        reset: () => ({ kind: "reset", account, reason: "a test" }),
      }[pick(["open", "charge", "charge", "charge", "charge", "cap", "rename", "reset"])]();
      texts = await extended(texts, entry);
      if (entry.kind === "open") expected.set(entry.account, 0);
      if (entry.kind === "charge") expected.set(account, expected.get(account) + 1);
      if (entry.kind === "reset") expected.set(account, 0);
    }
    const state = await journal.read(texts);
    assert.deepEqual(new Map(state.accounts.map(({ id, spent }) => [id, spent.runs])), expected);
    assert.equal(
      state.accounts.reduce((sum, { history }) => sum + history.length, 0),
      40,
    );
  }
});

/** An entry by a hostile or careless writer: any content, in the right form and with right checksums. */
function forged(previousText, change) {
  const { checksum, ...content } = change({
    format: "privadapt-ledger",
    version: 1,
    number: 2,
    previous: digestOf(previousText),
    time,
    ...charge(),
  });
  return `${JSON.stringify({ ...content, checksum: checksum ?? digestOf(JSON.stringify(content)) })}\n`;
}

/** What every entry begins with. */
const header = (entry) => Object.fromEntries(Object.entries(entry).slice(0, 5));
const opening = (entry) => ({ ...header(entry), kind: "open", account: "", name: "mine", statement: "" });

test("whatever is wrong with an entry is refused by its number", async () => {
  const texts = await journalOf(charge(), charge(), charge());
  const [one, two, three] = texts;
  const second = (change) => [[one, forged(one, change)], 2];
  assert.deepEqual(second((e) => e)[0][1], two, "the forger knows the form");
  const infinite = '"kind":"cap","account":"default","epsilon":1e999,"delta":1e-6,';
  const wrong = {
    "a missing entry": [[one, three], 2],
    "a doubled entry": [[one, one], 2],
    "swapped entries": [[two, one], 1],
    "the first missing": [[two, three], 1],
    "an entry of another ledger": [[one, (await journalOf(charge({ from: "elsewhere" }), charge()))[1]], 2],
    "a changed digit in the last entry": [[one, two, three.replace('"epsilon":1,', '"epsilon":2,')], 3],
    "a changed digit in an earlier one": [[one.replace('"epsilon":1,', '"epsilon":2,'), two, three], 1],
    "a truncated entry": [[one, two.slice(0, -40)], 2],
    "no line end": [[one, two.trimEnd()], 2],
    "an empty entry": [[one, ""], 2],
    zeros: [[one, "\0".repeat(512)], 2],
    "two entries in one": [[one, two + three], 2],
    "a space more": [[one, two.replace("{", "{ ")], 2],
    "a doubled key": [[one, two.replace('"epsilon":1,', '"epsilon":9,"epsilon":1,')], 2],
    "no text": [[one, undefined], 2],
    "a very long one": [[one, two.replace('"about":{}', `"about":{"from":"${"x".repeat(5000)}"}`)], 2],
    "no object": [[one, "null\n"], 2],
    "another format": second((e) => ({ ...e, format: "other" })),
    "another version": second((e) => ({ ...e, version: 2 })),
    "an unknown kind": second((e) => ({ ...e, kind: "gift" })),
    "a kind of every object": second((e) => ({ ...e, kind: "constructor" })),
    "a kind that is a list": second((e) => ({ ...e, kind: ["charge"] })),
    "an unknown account": second((e) => ({ ...e, account: "account-7" })),
    "an unknown field": second((e) => ({ ...e, discount: 1 })),
    "a missing field": second(({ rho, ...e }) => e),
    "fields in another order": second(({ time: then, ...e }) => ({ time: then, ...e })),
    "a wrong checksum": second((e) => ({ ...e, checksum: "0".repeat(64) })),
    "a negative price": second((e) => ({ ...e, rho: -0.02 })),
    "a price of NaN": second((e) => ({ ...e, rho: NaN })),
    "a price as text": second((e) => ({ ...e, epsilon: "1" })),
    "δ of 1": second((e) => ({ ...e, delta: 1 })),
    "no time": second((e) => ({ ...e, time: "yesterday" })),
    "a time in another form": second((e) => ({ ...e, time: "2026-01-02" })),
    "an unknown remark": second((e) => ({ ...e, about: { rows: 3 } })),
    "a second default account": second((e) => ({ ...opening(e), account: "default", statement: "other-people" })),
    "an account without the statement": second((e) => ({ ...opening(e), account: "account-2", statement: "mine" })),
    "a reset without a reason": second((e) => ({ ...header(e), kind: "reset", account: "default", reason: "" })),
    "an infinite cap": [[one, two.replace(/"kind".*"checksum"/, `${infinite}"checksum"`)], 2],
  };
  for (const [what, [list, number]] of Object.entries(wrong)) {
    await assert.rejects(
      journal.read(list),
      { code: "ledger-corrupt", message: new RegExp(`^entry ${number} .*Nothing is released`) },
      what,
    );
  }
});

test("no bit of a journal can flip unnoticed", async () => {
  const texts = await journalOf(charge(), { kind: "reset", account: "default", reason: "a test" }, charge());
  const random = randomFrom(9);
  for (let i = 0; i < 500; i++) {
    const which = Math.floor(random() * texts.length);
    const bytes = Buffer.from(texts[which]);
    bytes[Math.floor(random() * bytes.length)] ^= 1 << Math.floor(random() * 8);
    const flipped = texts.with(which, bytes.toString());
    await assert.rejects(journal.read(flipped), { code: "ledger-corrupt" }, flipped[which]);
  }
});

const file = new URL("../../../core/noise/testdata/conversions.json", import.meta.url);
const cases = JSON.parse(await readFile(file, "utf8"));

// Go itself rounds toward privacy by about 1e-12; JavaScript rounds further, so the comparisons are strict. A ledger
// may grant up to 1e-9 less than Go.
test("ε from ρ is never below the accountant's, and hardly above", () => {
  assert.ok(cases.epsilon.length + cases.rho.length >= 500);
  for (const [rho, delta, epsilon] of cases.epsilon) {
    const mine = epsilonOf(rho, delta);
    // If the accountant finds exactly 0, a negligible number is accepted.
    assert.ok(
      mine >= epsilon && mine <= epsilon * (1 + 1e-9) + 1e-60,
      `ρ = ${rho}, δ = ${delta}: ${mine}, Go has ${epsilon}`,
    );
  }
});

test("ρ from (ε,δ) is never above the accountant's, and hardly below", () => {
  for (const [epsilon, delta, rho] of cases.rho) {
    const mine = rhoOf(epsilon, delta);
    assert.ok(mine <= rho && mine >= rho * (1 - 1e-9), `ε = ${epsilon}, δ = ${delta}: ${mine}, Go has ${rho}`);
  }
});

test("every price and every budget has its number, however extreme", () => {
  for (const delta of [5e-324, 1e-30, 1e-5, 0.5, 1 - 2 ** -53]) {
    for (let power = -30; power <= 30; power++) {
      const [epsilon, rho] = [epsilonOf(10 ** power, delta), rhoOf(10 ** power, delta)];
      assert.ok(epsilon >= 0 && epsilon < Infinity && rho >= 0 && rho < Infinity, `1e${power} at δ = ${delta}`);
      // 1e-9 for the margins of both; at these ε the conversion itself is stable.
      assert.ok(
        power < -6 || epsilonOf(rho, delta) <= 10 ** power * (1 + 1e-9),
        `there and back, 1e${power} at ${delta}`,
      );
    }
  }
});

test("nothing costs nothing", () => assert.equal(epsilonOf(0, 1e-6), 0));

test("sums are rounded up", () => {
  const exact = (x) => BigInt(x * 2 ** 60); // of multiples of 2^-60, as the numbers below are
  const random = randomFrom(3);
  let rounded = 0;
  for (let i = 0; i < 10_000; i++) {
    const [a, b] = [random() * 2 ** Math.floor(-28 * random()), random() * 2 ** Math.floor(21 * random())];
    const sum = add(a, b);
    assert.ok(exact(sum) >= exact(a) + exact(b), `${a} + ${b}`);
    assert.ok(sum <= (a + b) * (1 + 2 ** -52), `${a} + ${b}`);
    if (sum !== a + b) rounded++;
  }
  assert.ok(rounded > 1000, "the numbers never needed rounding");
  assert.equal(add(1, 1), 2);
  assert.equal(add(1, 1e-30), 1 + Number.EPSILON);
});
