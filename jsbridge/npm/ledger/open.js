// Chooses the store of a ledger: store-node.js on a machine, store-browser.js in a browser profile; both have
// openStore().
import { checkKeys } from "../errors.js";
import { inNode } from "../platform.js";
import { Ledger } from "./ledger.js";

/** The ledger of this machine account or browser profile. It does not access the storage yet. */
export async function openLedger(options = {}) {
  checkKeys("openLedger", options, ["account"]);
  const { openStore } = inNode() ? await import("./store-node.js") : await import("./store-browser.js");
  return new Ledger(openStore(), options);
}
