// privadapt: differentially private domain adaptation. Importing this file does nothing, on a server too; load() does.
import { Engine } from "./engine.js";
import { PrivadaptError, checkKeys } from "./errors.js";
import { Ledger } from "./ledger/ledger.js";

export { version } from "./version.js";
export { PrivadaptError };

/**
 * In a browser Go's support code leaves a small `process` behind, without versions; Electron's pages have a full one.
 */
const inNode = () =>
  Boolean(globalThis.process?.versions?.node) && /** @type {any} */ (globalThis.process).type !== "renderer";

/**
 * The ledger of this machine account or browser profile; its stores both have openStore(). The storage is not accessed
 * yet.
 */
export async function openLedger(/** @type {Record<string, any>} */ options = {}) {
  checkKeys("openLedger", options, ["account"]);
  const { openStore } = inNode() ? await import("./ledger/store-node.js") : await import("./ledger/store-browser.js");
  return new Ledger(openStore(), options);
}

/** Starts an engine, by default in a thread of its own. */
export async function load(/** @type {Record<string, any>} */ options = {}) {
  checkKeys("load", options, ["worker", "wasmURL", "fetch", "onCharge", "ledger"]);
  const { worker = true, ledger = {}, ...settings } = options;
  if (typeof worker !== "boolean")
    throw new PrivadaptError("bad-option", 'the option "worker" of load is true or false');
  if (ledger !== false) {
    checkKeys("load's ledger", ledger, ["account"]);
    // a copy, so that later changes by the caller have no effect on an engine's account.
    const chosen = Object.freeze({ ...ledger });
    settings.openLedger = () => openLedger(chosen);
  }
  const host = inNode() ? await import("./host-node.js") : await import("./host-browser.js");
  return Engine.load(host, { worker, ...settings });
}

/** Checks one release with a separate engine that ends afterwards. */
export async function verify(
  release,
  /** @type {Record<string, any>} */ { acceptLargeDelta, baseFile, receiver, signal, onProgress, ...options } = {},
) {
  const engine = await load(options);
  try {
    return await engine.verify(release, { acceptLargeDelta, baseFile, receiver, signal, onProgress });
  } finally {
    await engine.dispose();
  }
}
