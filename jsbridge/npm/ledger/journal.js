// The privacy ledger as a list of texts. The stores decide where the texts are kept.
//
// The ledger is a journal: numbered entries that are only ever appended. Each is one line of JSON in one fixed form,
// with the SHA-256 of the text before it and of itself, so that a damaged, missing, repeated or foreign entry is
// detected. That protects against accidents. An owner who rewrites the journal or removes its end cannot be stopped,
// and need not be. An entry holds charges, names that the owner chose and digests of public samples, and never anything
// about private rows.
import { sha256 } from "../digest.js";
import { epsilonOf } from "./budget.js";
import { LedgerError, admission, blankAccount, checkUnit, rules } from "./rules.js";

const FORMAT = "privadapt-ledger";
const VERSION = 1;
const LONGEST = 4096; // characters of an entry

/**
 * Decodes a journal strictly. Returns its state:
 *
 *     accounts  in the order of their opening, the account "default" first; of each
 *               id, name, statement (null or "other-people"),
 *               unit, "record" or "person", of the runs since the last reset, null if there are none,
 *               cap {epsilon, delta, rho}, spent {rho, epsilon, runs, sumEpsilon, sumDelta}: epsilon at cap.delta,
 *               the sums for readers who add up (ε,δ) instead, all since the last reset,
 *               left {rho, epsilon}: what one more run at cap.delta may cost,
 *               history: its entries
 *     next      {number, previous} of the next entry
 *
 * Throws "ledger-corrupt".
 */
export async function read(texts) {
  const state = { accounts: [blankAccount("default", "default")], next: { number: 1, previous: "" } };
  for (const text of texts) {
    try {
      const entry = await decode(text, state.next);
      rules[entry.kind].apply(state, entry);
      state.accounts.find(({ id }) => id === entry.account).history.push(entry);
    } catch (error) {
      throw error.code === "ledger-unavailable" ? error : corrupt(state.next.number, error);
    }
    state.next = { number: state.next.number + 1, previous: await digestOf(text) };
  }
  for (const account of state.accounts) complete(account);
  return state;
}

/**
 * The text to append to a journal in this state, for an entry given by its kind, account and the fields of its kind.
 * Throws if they are not valid.
 */
export async function entryText(state, { kind, account, time = new Date().toISOString(), ...fields }) {
  const header = { format: FORMAT, version: VERSION, ...state.next, time, kind, account };
  rules[kind].check(state, { ...header, ...fields });
  return serialise(header, rules[kind].fields(fields));
}

/** The account with this id, or else of this name. Throws "ledger-account". */
export function find(state, nameOrId) {
  const { accounts } = state;
  const account = accounts.find(({ id }) => id === nameOrId) ?? accounts.find(({ name }) => name === nameOrId);
  if (account) return account;
  const known = accounts.map(({ name }) => `"${name}"`).join(", ");
  throw new LedgerError("ledger-account", `the ledger has no account "${nameOrId}"; it has ${known}`);
}

/**
 * The entry that charges a run {epsilon, delta, rho, about}, if the account's cap admits it; `about` may name the
 * mechanism, the kind of release, the SHA-256 of the public source, the program that started the run, and the unit
 * "person". Throws "budget-exhausted" or "ledger-account".
 */
export function admit(state, nameOrId, { epsilon, delta, rho, about = {} }) {
  const account = find(state, nameOrId);
  checkUnit(account, about);
  admission(account, { epsilon, delta, rho });
  return { kind: "charge", account: account.id, epsilon, delta, rho, about };
}

async function decode(text, { number, previous }) {
  if (typeof text !== "string" || text.length > LONGEST)
    throw new Error("it is not a text, or longer than an entry can be");
  const entry = JSON.parse(text);
  if (entry?.format !== FORMAT) throw new Error("it is not an entry of a privacy ledger");
  if (entry.version !== VERSION) throw new Error("it was written by another version of privadapt; use that one");
  if (entry.number !== number) throw new Error(`it carries the number ${entry.number}`);
  if (entry.previous !== previous) throw new Error("the entry before it is not the one after which it was written");
  if (typeof entry.kind !== "string" || !Object.hasOwn(rules, entry.kind))
    throw new Error(`its kind, "${entry.kind}", is unknown`);
  const { format, version, time, kind, account, checksum, ...fields } = entry;
  const header = { format, version, number, previous, time, kind, account };
  if (typeof time !== "string" || Number.isNaN(Date.parse(time)) || new Date(time).toISOString() !== time) {
    throw new Error("its time is not valid");
  }
  // Each content has exactly one text: this also refuses doubled keys, unknown fields and a wrong checksum.
  if ((await serialise(header, rules[kind].fields(fields))) !== text) throw new Error("its text has been changed");
  return entry;
}

async function serialise(header, fields) {
  const content = { ...header, ...fields };
  return `${JSON.stringify({ ...content, checksum: await digestOf(JSON.stringify(content)) })}\n`;
}

async function digestOf(text) {
  const digest = await sha256(text);
  if (digest) return digest;
  throw new LedgerError("ledger-unavailable", "the privacy ledger needs a page that came by https:");
}

const corrupt = (number, cause) =>
  new LedgerError(
    "ledger-corrupt",
    `entry ${number} of the privacy ledger cannot be relied on: ${cause.message}. Nothing is released from a damaged ` +
      "ledger; restore it from a copy, or move it away and count what was spent so far by other means",
    { cause },
  );

/** Adds the figures that follow from the others. */
function complete(account) {
  const { cap, spent } = account;
  spent.epsilon = epsilonOf(spent.rho, cap.delta);
  const rho = Math.max(0, cap.rho - spent.rho);
  account.left = { rho, epsilon: epsilonOf(rho, cap.delta) };
}
