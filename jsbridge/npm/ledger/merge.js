// Takes another ledger, or another copy of this one, into account. Where runs on the same people were recorded in two
// places, as by a kit and by the command line, each of them has to count in both.
import { LedgerError } from "./error.js";
import * as journal from "./journal.js";

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
