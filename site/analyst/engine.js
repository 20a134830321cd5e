// The engine of the pages in this folder, started at the first use.
import { load } from "../engine/index.js";

let engine; // a promise

/** Resolves with the engine. It keeps no account: nothing private is read here. */
export function startedEngine() {
  engine ??= load({ wasmURL: new URL("../engine.wasm", import.meta.url), ledger: false }).catch((error) => {
    engine = undefined; // the next attempt asks again
    throw error;
  });
  return engine;
}
