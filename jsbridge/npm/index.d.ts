/**
 * Differentially private domain adaptation in the browser and in Node.
 *
 * Importing does nothing, so it is safe in server-side rendering.
 *
 * @example
 * ```js
 * import { openAsBlob } from "node:fs";
 * import { load } from "privadapt";
 *
 * const engine = await load();
 * const source = await engine.loadSource(await openAsBlob("sample.csv"), { label: "y" }); // or an address
 * const target = await engine.loadTarget(await openAsBlob("private.csv")); // in a page: the File that the owner picked
 * const release = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6 });
 * console.log(await release.predict([{ area: 80, age: 12, distance: 3, rooms: 3, heating: "gas" }]));
 * console.log(JSON.stringify(release)); // the release file
 * await engine.dispose();
 * ```
 *
 * @module privadapt
 */

import type { Engine, VerifyOptions } from "./types/engine.js";
import type { PrivadaptErrorCode } from "./types/error-codes.js";
import type { Charge, Ledger } from "./types/ledger.js";
import type { Verification } from "./types/release-file.js";
import type { ReleaseInput } from "./types/run.js";

export type * from "./dist/release.js";
export type * from "./types/engine.js";
export type * from "./types/error-codes.js";
export type * from "./types/ledger.js";
export type * from "./types/release-file.js";
export type * from "./types/report.js";
export type * from "./types/run.js";
export type * from "./types/samples.js";
export type * from "./types/settings.gen.js";
export type * from "./types/tables.js";

/**
 * Starts an engine, by default in a thread of its own. Any number of engines can run side by side; each has its own
 * memory, which only `dispose()` gives back.
 * Rejects with "engine-missing" if the package's `dist` folder is not there, and with "wrong-engine" if the engine is
 * not the one that the package was built with: its SHA-256 is part of the package and is checked before anything of it
 * runs (in browsers on https: pages and localhost; elsewhere they offer no digests).
 *
 * @example
 * ```js
 * import { load } from "privadapt";
 *
 * // Two engines; the owner's program decides on each charge before the ledger does.
 * const onCharge = ({ epsilon, delta }) => epsilon <= 1 && delta <= 1e-6;
 * const [first, second] = await Promise.all([load({ onCharge }), load({ worker: false, onCharge })]);
 * await first.dispose();
 * await second.dispose();
 * ```
 */
export function load(options?: LoadOptions): Promise<Engine>;

/** Of the package and of its engine; each release states it. */
export const version: string;

/**
 * Recomputes what a release guarantees, in an engine started for this one call, which has no public sample. See
 * {@link Engine.verify}.
 *
 * @example
 * ```js
 * import { verify } from "privadapt";
 *
 * const { ok, epsilon, problems } = await verify(JSON.stringify(release)); // of the example at the top
 * console.log(ok, epsilon, problems);
 * ```
 */
export function verify(
  release: ReleaseInput,
  options?: LoadOptions & Omit<VerifyOptions, "source">,
): Promise<Verification>;

/**
 * The privacy ledger of this machine account (in Node) or browser profile: what all runs have spent together, and the
 * cap on it. `account` is the account meant where a call names none, by id or name; "default" if absent.
 *
 * @example
 * ```js
 * import { openLedger } from "privadapt";
 *
 * const ledger = await openLedger();
 * const { cap, spent, left } = await ledger.account();
 * console.log(`spent ε = ${spent.epsilon} of ${cap.epsilon}, room for one run of ε = ${left.epsilon}`);
 * ```
 */
export function openLedger(options?: { account?: string }): Promise<Ledger>;

export interface LoadOptions {
  /** Run in a Web Worker, in Node in a worker thread; `false`: in the calling thread, in short steps. Default: true. */
  worker?: boolean | undefined;
  /**
   * Where the package's engine.wasm.xz is, or the same unpacked; in Node a path or a file: URL. Default: in the
   * package.
   */
  wasmURL?: string | URL | undefined;
  /**
   * What fetches public samples and models by their addresses, such as a function that asks some addresses only.
   * Default: the platform's.
   */
  fetch?: typeof globalThis.fetch | undefined;
  /**
   * Which account of the privacy ledger each release is charged to, by id or name; default: "default". `adapt` rejects
   * with "budget-exhausted" where its cap does not admit the run, and with "ledger-account", "ledger-corrupt" or
   * "ledger-unavailable" if the charge cannot be recorded; nothing is released then. `false` states that the caller
   * keeps account of the spent budget.
   */
  ledger?: false | { account?: string } | undefined;
  /**
   * Called once for each release, before the ledger is charged and the mechanism draws its noise, so a run refused here
   * costs nothing. Return false or throw to refuse; `adapt` then rejects with "not-charged" and nothing is released.
   * The charge is a frozen copy: this function cannot change what is recorded.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a callback that returns nothing agrees
  onCharge?: ((this: void, charge: Readonly<Charge>) => boolean | void | Promise<boolean | void>) | undefined;
}

/**
 * The error with which every promise of this package rejects.
 *
 * @example
 * ```js
 * import { PrivadaptError, load } from "privadapt";
 *
 * const engine = await load();
 * try {
 *   await engine.loadSource(new Blob(["a,y\n1,2\n3\n"]), { label: "y" });
 * } catch (error) {
 *   if (!(error instanceof PrivadaptError)) throw error;
 *   console.log(error.code, error.line); // "ragged-row", 3
 * }
 * await engine.dispose();
 * ```
 */
export class PrivadaptError extends Error {
  constructor(
    code: PrivadaptErrorCode,
    message: string,
    options?: { line?: number; column?: number; cause?: unknown; charged?: boolean },
  );
  /** "AbortError" for a cancelled call, else "PrivadaptError". */
  name: string;
  /** What happened, for programs. */
  readonly code: PrivadaptErrorCode;
  /** Line of the file, counted from 1, where one is to blame. */
  readonly line: number | undefined;
  /** Column of the file, counted from 1. */
  readonly column: number | undefined;
  /** Of a run that failed or was cancelled: whether it was charged before. What was charged stays spent. */
  readonly charged?: boolean;
}
