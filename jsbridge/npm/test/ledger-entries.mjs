// Entries of a ledger's journal, for tests: charges of one price, at one time.
import { rhoOf } from "../ledger/budget.js";
import * as journal from "../ledger/journal.js";

export const run = { epsilon: 1, delta: 1e-6, rho: rhoOf(1, 1e-6) };
export const time = "2026-01-02T03:04:05.678Z";

/** The journal with one more entry. */
export const extended = async (texts, entry) => [
  ...texts,
  await journal.entryText(await journal.read(texts), { time, ...entry }),
];

/** The journal of these entries. */
export async function journalOf(...entries) {
  let texts = [];
  for (const entry of entries) texts = await extended(texts, entry);
  return texts;
}

export const charge = (about = {}) => ({ kind: "charge", account: "default", ...run, about });
