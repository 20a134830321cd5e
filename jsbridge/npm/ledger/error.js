import { PrivadaptError } from "../errors.js";

/**
 * Why the ledger did not record a charge; nothing is released then. Its codes: "budget-exhausted", "ledger-corrupt",
 * "ledger-unavailable" (the storage is denied, full, read-only or failing) and "ledger-account" (no such account, or
 * one that may not be opened like this).
 */
export class LedgerError extends PrivadaptError {}
