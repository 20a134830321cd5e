import { PrivadaptError, checkKeys } from "../errors.js";
import * as journal from "./journal.js";
import { LedgerError } from "./rules.js";

/**
 * A privacy ledger: the budget that all runs on a person's data have spent together, and its cap. Several engines,
 * processes and tabs may share one ledger.
 *
 * It uses a store, {read(): Promise<string[]>, append(text, number): Promise<boolean>}: `append` is durable before
 * it resolves, and resolves to false if another writer has already used that number. Creating entry N+1 is thus the
 * lock: if two writers have read the same N entries, one succeeds, and the other reads again and decides again. Unlike
 * a lock file it cannot be left behind by a process that crashed, and there is no time after which a lock counts as
 * stale.
 */
export class Ledger {
  #store;
  #account;

  /** `account` is the id or name of the account for calls that name none. */
  constructor(store, { account = "default" } = {}) {
    this.#store = store;
    this.#account = account;
  }

  /** All accounts, as journal.read gives them. */
  async state() {
    return journal.read(await this.#store.read());
  }

  /** One account of the state. */
  async account(nameOrId = this.#account) {
    return journal.find(await this.state(), nameOrId);
  }

  /**
   * Charges a run and returns the account after the charge. The charge is durable once this resolves, and the result
   * may be released only after that: if the program crashes in between, the run remains charged. Throws
   * "budget-exhausted" if the cap does not admit the run.
   */
  charge(run) {
    return this.#append("charge", "charge", ["account", "epsilon", "delta", "rho", "about"], run);
  }

  /** Sets the cap of an account to (epsilon, delta), for a reason that the journal may state. What is spent stays. */
  setCap(cap) {
    return this.#append("setCap", "cap", ["account", "epsilon", "delta", "reason"], cap);
  }

  /** Changes the name of an account, not what it has spent. */
  rename(naming) {
    return this.#append("rename", "rename", ["account", "name"], naming);
  }

  /** Opens an account for data about other people; `statement` has to say so: "other-people". */
  open(opening) {
    return this.#append("open", "open", ["name", "statement"], opening);
  }

  /** Starts counting an account from zero, for a reason that stays in the journal. It restores no privacy. */
  reset(resetting) {
    return this.#append("reset", "reset", ["account", "reason"], resetting);
  }

  /** The whole journal as text, one entry a line. */
  async export() {
    const texts = await this.#store.read();
    await journal.read(texts);
    return texts.join("");
  }

  /**
   * Counts what an exported journal counts as well, and returns how many entries were added. A charge that both have
   * counts once, so the same journal can be read again. A run is not refused here: it has been spent. Throws
   * "bad-ledger-file".
   */
  async import(text) {
    const other = await entriesIn(text);
    for (let added = 0; ; ) {
      const own = await this.#store.read();
      const { next } = await journal.read(own);
      const entry = await nextOf(own, other);
      if (entry === undefined) return added;
      if (await this.#store.append(entry, next.number)) added++;
    }
  }

  /**
   * Appends an entry of this kind with the fields of a copy of the request, and tries again while others write first.
   * Returns its account. The copy is made before the first wait, so no entry depends on later changes of the caller's
   * object or on other values of its getters.
   */
  async #append(where, kind, known, asked) {
    const copy = copyOf(asked) ?? {};
    checkKeys(`the ledger's ${where}`, copy, known); // by a misspelt account another one would be meant
    const { account: own = this.#account, ...fields } = /** @type {any} */ (defined(copy));
    for (;;) {
      const texts = await this.#store.read();
      const state = await journal.read(texts);
      const account = kind === "open" ? `account-${state.next.number}` : journal.find(state, own).id;
      const entry = kind === "charge" ? journal.admit(state, own, fields) : { kind, account, ...fields };
      const text = await journal.entryText(state, entry);
      // Read before it is written: an entry that cannot be read would make the whole journal useless.
      const after = await journal.read([...texts, text]);
      if (await this.#store.append(text, state.next.number)) return journal.find(after, account);
    }
  }
}

/** Plain data, each field read once. Throws "bad-option" for values without such a copy: a function, a proxy. */
function copyOf(asked) {
  try {
    return structuredClone(asked);
  } catch (cause) {
    throw new PrivadaptError(
      "bad-option",
      "what the ledger is to write must be plain values: numbers, texts and objects of these",
      { cause },
    );
  }
}

const defined = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

// Takes another ledger, or another copy of this one, into account. Where runs on the same people were recorded in two
// places, as by a kit and by the command line, each of them has to count in both.
const LONGEST = 50e6; // characters

/** The entries of an exported journal. Throws "bad-ledger-file". */
export async function entriesIn(text) {
  const refuse = (why, cause) =>
    new LedgerError(
      "bad-ledger-file",
      `this is not the exported history of a privacy ledger: ${why}; nothing was changed`,
      { cause },
    );
  if (typeof text !== "string" || text.length > LONGEST) throw refuse("it is no text, or longer than such a history");
  const texts = text.split(/(?<=\n)/);
  if (texts.length === 0 || texts[0] === "") throw refuse("it is empty");
  if (/^\{"ok":true,"entries":/.test(text)) throw refuse("it was printed by --json; export it without");
  await journal.read(texts).catch((error) => {
    throw error.code === "ledger-corrupt" ? refuse(error.cause?.message ?? error.message, error) : error;
  });
  return texts;
}

/**
 * The text of the next entry to append to the journal `own`, for it to count all that `other` counts; undefined if it
 * does. Of a longer copy of the same journal these are its own entries, caps and all. Of another journal they are its
 * charges since each account's last reset, with their times, in the same account, whatever it is called, or in one of
 * the same name where it was opened after the journals parted; a charge that both have counts once.
 */
export async function nextOf(own, other) {
  const common = own.findIndex((text, i) => text !== other[i]);
  if (common < 0) return other[own.length];
  if (common === other.length) return undefined;
  const [mine, theirs] = [await journal.read(own), await journal.read(other)];
  const isShared = (id) => id === "default" || Number(id.replace("account-", "")) <= common; // opened by a common entry
  for (const account of theirs.accounts) {
    const here = mine.accounts.find(({ id, name }) =>
      isShared(account.id) ? id === account.id : name === account.name,
    );
    const known = countOf(here?.history ?? []);
    for (const charge of sinceReset(account.history)) {
      const key = keyOf(charge);
      known.set(key, (known.get(key) ?? 0) - 1);
      if (known.get(key) >= 0) continue;
      const { time, epsilon, delta, rho, about } = charge;
      const entry = here
        ? { kind: "charge", account: here.id, time, epsilon, delta, rho, about }
        : { kind: "open", account: `account-${mine.next.number}`, name: account.name, statement: account.statement };
      return journal.entryText(mine, entry);
    }
  }
  return undefined;
}

const sinceReset = (history) =>
  history.slice(history.findLastIndex(({ kind }) => kind === "reset") + 1).filter(({ kind }) => kind === "charge");

const keyOf = ({ time, epsilon, delta, rho, about }) => JSON.stringify([time, epsilon, delta, rho, about]);

function countOf(history) {
  const counts = new Map();
  for (const entry of history.filter(({ kind }) => kind === "charge"))
    counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1);
  return counts;
}
