// The rules for each kind of entry: its fields, when it may be written, and how it changes its account. A journal is
// read by the rules by which it was written, except for the cap: a charge in the journal has been spent and counts
// under any cap.
import { PrivadaptError } from "../errors.js";
import { add, epsilonOf, inRange, isDelta, rhoOf } from "./budget.js";
import { isPlain } from "../reading/plain-text.js";

/**
 * Why the ledger did not record a charge; nothing is released then. Its codes: "budget-exhausted", "ledger-corrupt",
 * "ledger-unavailable" (the storage is denied, full, read-only or failing) and "ledger-account" (no such account, or
 * one that may not be opened like this).
 */
export class LedgerError extends PrivadaptError {}

/**
 * ε = 3 at δ = 1e-5 for all runs on a person's data together, unless the owner changes it: a small single-digit ε is
 * usually considered a meaningful promise about a person. It allows nine runs at (1, 1e-6).
 */
const DEFAULT_CAP = { epsilon: 3, delta: 1e-5 };

/**
 * The relative amount by which all ρ together may exceed the cap's: certificates round ρ up by about 1e-12, the cap is
 * rounded down by 1e-11, and a run at exactly the cap's (ε,δ) must fit. As ε grows at most like ρ, this is at most 3e-9
 * at ε = 3. A run charged by pure composition (one or two draws at a tiny δ) has a larger ρ than its (ε,δ) implies, and
 * may not fit.
 */
const SLACK = 1e-9;

/** An account as it is before its first entry. */
export function blankAccount(id, name, statement = null) {
  return { id, name, statement, cap: capOf(DEFAULT_CAP), unit: null, spent: nothingSpent(), history: [] };
}

/**
 * Refuses a run that the cap does not admit: ρ_spent + ρ_run ≤ ρ_cap, where ρ_cap-zCDP implies the cap's (ε,δ).
 *
 * With ρ_cap fixed, this filter gives ρ_cap-zCDP for all runs together even where each run's price and mechanism is
 * chosen after seeing the earlier releases (Feldman and Zrnic 2021, Individual privacy accounting via a Rényi filter).
 * A second condition, "or Σε and Σδ are within the cap", would break this: each condition alone fails with probability
 * δ, and an adaptive choice between them fails with up to 2δ.
 */
export function admission({ name, cap, spent }, { epsilon, delta, rho }) {
  checkCost({ epsilon, delta, rho });
  if (add(spent.rho, rho) <= cap.rho * (1 + SLACK)) return;
  const short = (x) => String(Number(x.toPrecision(4)));
  const runs = `${spent.runs} ${spent.runs === 1 ? "run" : "runs"}`;
  throw new LedgerError(
    "budget-exhausted",
    `the privacy budget of the account "${name}" does not admit this run: spent so far is ` +
      `ε = ${short(epsilonOf(spent.rho, cap.delta))} at δ = ${cap.delta} in ${runs} (ρ = ${short(spent.rho)}), ` +
      `the cap is ε = ${cap.epsilon} (ρ = ${short(cap.rho)}), and this run costs ε = ${short(epsilon)} at δ = ${delta} ` +
      `(ρ = ${short(rho)}). Use a smaller ε, or work with what was released already; raising the cap is a decision ` +
      "about the people in the data",
  );
}

/**
 * Refuses a run before its private file is read if the cap cannot admit it, whatever it will turn out to cost: the
 * noise for (ε,δ) costs no less than the ρ that implies (ε,δ). The paper's calibrations can add more noise than that,
 * so for them nothing is known yet.
 */
export function checkRoom(account, { epsilon, delta, calibration, mechanism }) {
  const known = inRange(epsilon) && isDelta(delta);
  if (!known || calibration === "paper" || mechanism === "selection") return;
  admission(account, { epsilon, delta, rho: rhoOf(epsilon, delta) * (1 - 1e-6) });
}

/** What the charges of an account protect: "person", or "record", which the journal does not name. */
const unitOf = (about) => about?.unit ?? "record";

/**
 * Refuses a run on people in an account of runs on rows, and the reverse: a loss for each row is none that could be
 * added to one for each person, who may have many rows.
 */
export function checkUnit({ name, unit }, about) {
  const asked = unitOf(about);
  if (unit === null || unit === asked) return;
  const [was, is] = unit === "person" ? ["people", "rows"] : ["rows", "people"];
  throw new LedgerError(
    "ledger-account",
    `the runs of the account "${name}" protect ${was} and this one would protect ${is}, which do not add up. ` +
      (unit === "person" ? "Name the column of the people as the unit again" : "Leave the unit out as before") +
      ", or take an account of its own for data about other people; if all runs so far were on made-up data, reset this one",
  );
}

/**
 * By kind: `fields` picks the kind's own fields, in the order of the text; `check` throws if the entry is not valid
 * in this state; `apply` does so too and then applies the entry.
 */
export const rules = {
  open: kind(["name", "statement"], (state, entry) => {
    if (entry.statement !== "other-people") {
      throw new LedgerError(
        "ledger-account",
        "a further account is for data about other people than the accounts there are: " +
          'say so by the statement "other-people". The same people\'s data belong to the same account, ' +
          "as their losses add up",
      );
    }
    checkName(state, entry);
    if (entry.account !== `account-${entry.number}`)
      throw new LedgerError("ledger-account", "the account's id is wrong");
    return () => state.accounts.push(blankAccount(entry.account, entry.name, entry.statement));
  }),

  charge: kind(["epsilon", "delta", "rho", "about"], (state, entry) => {
    const { spent } = accountOf(state, entry);
    checkCost(entry);
    checkAbout(entry.about);
    return () => {
      // A journal may hold both, written by another program: then the account takes people alone, as the larger loss.
      const account = accountOf(state, entry);
      account.unit = account.unit === "person" ? "person" : unitOf(entry.about);
      spent.rho = add(spent.rho, entry.rho);
      spent.sumEpsilon = add(spent.sumEpsilon, entry.epsilon);
      spent.sumDelta = add(spent.sumDelta, entry.delta);
      spent.runs++;
    };
  }),

  // The reason is for those who read the history; the command line asks for one where the cap rises.
  cap: kind(["epsilon", "delta", "reason"], (state, entry) => {
    const account = accountOf(state, entry);
    checkBudget(entry);
    if (entry.reason !== undefined) checkReason(entry, "the reason of a cap is");
    return () => (account.cap = capOf(entry));
  }),

  // Only the label changes: the id, and with it what is spent, stays.
  rename: kind(["name"], (state, entry) => {
    const account = accountOf(state, entry);
    checkName(state, entry);
    return () => (account.name = entry.name);
  }),

  // The earlier entries stay in the history.
  reset: kind(["reason"], (state, entry) => {
    const account = accountOf(state, entry);
    checkReason(entry, "a reset needs a reason,");
    return () => {
      // A cap that was raised for the runs before was no decision about those after it.
      if (account.cap.rho > rhoOf(DEFAULT_CAP.epsilon, DEFAULT_CAP.delta)) account.cap = capOf(DEFAULT_CAP);
      account.spent = nothingSpent();
      account.unit = null;
    };
  }),
};

function kind(names, prepare) {
  return {
    fields: (entry) => Object.fromEntries(names.map((name) => [name, entry[name]])),
    check: prepare,
    apply: (state, entry) => prepare(state, entry)(),
  };
}

const nothingSpent = () => ({ rho: 0, epsilon: 0, runs: 0, sumEpsilon: 0, sumDelta: 0 });
const capOf = ({ epsilon, delta }) => ({ epsilon, delta, rho: rhoOf(epsilon, delta) });

function accountOf(state, entry) {
  const account = state.accounts.find(({ id }) => id === entry.account);
  if (!account) throw new LedgerError("ledger-account", `there is no account with the id "${entry.account}"`);
  return account;
}

function checkBudget({ epsilon, delta }) {
  if (!inRange(epsilon)) {
    throw new PrivadaptError("bad-epsilon", `epsilon is ${epsilon}; choose a number from 1e-30 to 1e30`);
  }
  if (!isDelta(delta)) {
    throw new PrivadaptError("bad-delta", `delta is ${delta}; choose a number above 0 and below 1`);
  }
}

function checkReason({ reason }, what) {
  if (!isText(reason, 500)) throw new PrivadaptError("bad-option", `${what} one line of text`);
}

function checkCost({ epsilon, delta, rho }) {
  checkBudget({ epsilon, delta });
  // 0 is the price of a run that draws nothing from the private data.
  if (!(rho === 0 || inRange(rho))) {
    throw new PrivadaptError("bad-rho", `rho is ${rho}; it must be 0, or a number from 1e-30 to 1e30`);
  }
}

function checkAbout(about) {
  const isDigest = (text) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);
  const known = {
    mechanism: isShort,
    release: isShort,
    source: isDigest,
    from: isShort,
    run: isShort,
    unit: (unit) => unit === "person",
  };
  const right = ([key, value]) => Object.hasOwn(known, key) && (value === undefined || known[key](value));
  if (!(Object.prototype.toString.call(about) === "[object Object]" && Object.entries(about).every(right))) {
    throw new PrivadaptError(
      "bad-option",
      'about may hold the charge\'s mechanism, release, source (a SHA-256, 64 hexadecimal digits), from and run, as texts, and the unit "person"',
    );
  }
}

/** Names identify accounts: none is another account's name, or looks like another's id. */
function checkName(state, { name, account }) {
  if (!isText(name, 64) || name !== name.normalize("NFC")) {
    throw new LedgerError("ledger-account", "an account's name is 1 to 64 visible characters, no space at its ends");
  }
  const isId = /^(default|account-\d+)$/.test(name) && name !== account;
  if (isId || state.accounts.some((other) => other.name === name)) {
    throw new LedgerError("ledger-account", `the name "${name}" is taken; choose another`);
  }
}

/** One line of plain text, not empty. */
const isText = (text, longest) =>
  typeof text === "string" && text !== "" && text.length <= longest && text.trim() === text && isPlain(text);
/** What one field of a charge says about its run. */
export const isShort = (text) => isText(text, 200);
