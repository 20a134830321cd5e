// The privacy ledger.

/**
 * The price of one release, by which releases add up: (ε, δ), and the same as zero-concentrated differential privacy,
 * of a row that is replaced. Under "add-remove" that is more than the certificate's, which is of a row that is added or
 * removed.
 */
export interface Charge {
  epsilon: number;
  delta: number;
  rho: number;
}

/**
 * A budget that many runs share. It adds up ρ, under which a run is admitted if the sum stays within the ρ of the cap's
 * (ε, δ). Every change is a new entry of a journal, durable before its promise resolves; several processes may write at
 * once. Each method rejects with "ledger-corrupt" or "ledger-unavailable" where the journal cannot be relied on or
 * written.
 */
export interface Ledger {
  /** All accounts, the one with the id "default" first, and the number of the next entry. */
  state(): Promise<{ accounts: LedgerAccount[]; next: { number: number; previous: string } }>;
  /** One account; rejects with "ledger-account" if there is none. */
  account(nameOrId?: string): Promise<LedgerAccount>;
  /**
   * Books a run of one's own mechanism; `load()` does so for its engine. The run may be released once this resolves,
   * and not before. The values are copied at the call. Rejects with "budget-exhausted", and with "bad-option" what is
   * no plain value.
   */
  charge(run: Charge & { account?: string; about?: ChargeAbout }): Promise<LedgerAccount>;
  setCap(cap: { account?: string; epsilon: number; delta: number; reason?: string }): Promise<LedgerAccount>;
  /** Changes the name; the id, and what is spent, stays. */
  rename(to: { account?: string; name: string }): Promise<LedgerAccount>;
  /** Opens a further account, for data about other people: the same people's losses belong to the same account. */
  open(account: { name: string; statement: "other-people" }): Promise<LedgerAccount>;
  /** Counts the account from zero; the earlier entries stay. It restores no privacy. */
  reset(reset: { account?: string; reason: string }): Promise<LedgerAccount>;
  /** The journal as text, one entry of JSON a line. */
  export(): Promise<string>;
  /**
   * Counts what another journal counts as well, from the text that export() gave there, and resolves with the number of
   * entries added. A charge that both have counts once. Rejects with "bad-ledger-file" what is no such text.
   */
  import(journal: string): Promise<number>;
}

export interface LedgerAccount {
  readonly id: string;
  readonly name: string;
  /** What the owner stated on opening it: null for the default account. */
  readonly statement: null | "other-people";
  readonly cap: Charge;
  /**
   * What the runs since the last reset protect: each row, or each person with all of their rows. Null before the first;
   * the other is refused after it.
   */
  readonly unit: null | "record" | "person";
  /** Since the last reset: the sum of ρ and its ε at the cap's δ; for those who add up (ε, δ) instead, their sums. */
  readonly spent: { rho: number; epsilon: number; runs: number; sumEpsilon: number; sumDelta: number };
  /** What one more run may cost at most: ρ, and its ε at the cap's δ. */
  readonly left: { rho: number; epsilon: number };
  /** Its entries of the journal, the first first. */
  readonly history: readonly LedgerEntry[];
}

/** What a run may say about itself in the journal; nothing about private rows. */
export interface ChargeAbout {
  mechanism?: string;
  release?: string;
  /** SHA-256 of the public sample, in 64 hexadecimal digits. */
  source?: string;
  /** What the run protects, if it is people and not rows. */
  unit?: "person";
  /** Where the run was started from. */
  from?: string;
  /** A name of this run alone, by which its release can be found. */
  run?: string;
}

export type LedgerEntry = {
  format: "privadapt-ledger";
  version: 1;
  number: number;
  /** SHA-256 of the text of the entry before. */
  previous: string;
  /** ISO 8601, in UTC. */
  time: string;
  /** Id of an account. */
  account: string;
  /** SHA-256 of this entry's other fields. */
  checksum: string;
} & (
  | { kind: "open"; name: string; statement: "other-people" }
  | ({ kind: "charge"; about: ChargeAbout } & Charge)
  | { kind: "cap"; epsilon: number; delta: number; reason?: string }
  | { kind: "rename"; name: string }
  | { kind: "reset"; reason: string }
);
