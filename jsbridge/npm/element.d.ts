/**
 * `<private-adapt>` shows the vault of a host in a page of another origin. The page gets releases and never the data.
 *
 * Importing this module defines the element in a browser and does nothing on a server.
 *
 * @module privadapt/element
 */

import type { RequestAttributes } from "./types/attributes.gen.js";
import type { DownloadErrorCode, LedgerErrorCode } from "./types/error-codes.js";
import type { ReleaseJSON } from "./types/release-file.js";

export type { RequestAttributes };

/**
 * The element. It shows a host's page in a frame. There, in a second sealed frame, the owner of the data picks the
 * file, and decides at the end whether the release is handed over. Changing an attribute other than `height`, `name` or
 * `required` starts again from the beginning: a file that was picked is forgotten.
 *
 * | attribute | meaning |
 * |---|---|
 * | `host` | where privadapt's site is, on another origin than the page. Default: where this script was loaded from |
 * | `source` | address of the public sample; its server must allow other sites to read it (CORS). |
 * | `label` | the column of the sample to predict |
 * | `sha256` | optional: the SHA-256 that the sample must have, in 64 hexadecimal digits |
 * | `base` | optional: the kind of model that is asked for, or that labels in moments are compared with, as in `adapt`. Default: `auto` |
 * | `base-file` | optional: address of a model of your own, in XGBoost's JSON, as one more candidate of `auto`; CORS as for the sample |
 * | `base-sha256` | optional: the SHA-256 that this file must have, in 64 hexadecimal digits |
 * | `epsilon-max` | optional: the largest ε the owner may choose, from 0.01 to 10 |
 * | `labels` | optional: `wish` or `required`, to ask the owner for a model or an estimate that the labels in the file correct, or `required` with the release `moments`, which they then enter; the owner decides |
 * | `release` | optional: `model`, `weights`, `moments`, `report` or `estimate`, the only kind of result that is then offered; `report` says how good a fixed model is on the owner's rows with a label, `estimate` what the label is on average |
 * | `model`, `model-sha256` | optional, of `report` and `estimate`: address and SHA-256 of a release of a model to be judged or used; default: the model that is chosen and fitted on the sample alone |
 * | `group-by` | optional, of `report` and `estimate`: the column of the sample by whose values it is divided |
 * | `unit` | optional: the column of the owners' files that names the person of a row; people are then protected, with all their rows |
 * | `ignore` | optional: columns of the sample to leave out, with commas between them; a name that has a comma in double quotes |
 * | `date-order` | optional: the order of dates such as 03/04/2021 in columns that do not settle it, `sold=dmy`; with commas between them |
 * | `campaign` | optional: an identifier that the release states, of up to 64 letters, digits, dots, hyphens and underscores |
 * | `height` | of the frame in pixels, 320 to 4000. Default: 760. It never follows the content |
 * | `name`, `required` | as of any form control; the value is the text of the release file |
 *
 * Parts for styling: `frame` and, if the element refuses to start, `message`.
 *
 * It cannot stop a page that shows its own file picker instead of the frame. Only the browser's address bar shows who
 * asks, so the host's page offers to open in a window of its own.
 *
 * Browsers may deny storage to frames of other sites, as many do by default, and without storage no run can be charged:
 * the element then fires `error` with the code `not-charged` and the reason `ledger-unavailable`. The owner makes the
 * result in a window of its own, saves it there and chooses its file in the frame, which checks it against the attributes
 * and shows it; once the owner hands it over, `release` fires as after any run, without `weightsCSV`.
 *
 * @example
 * ```html
 * <form id="form">
 *   <private-adapt name="model" required host="HOST" source="SAMPLE" label="price" epsilon-max="1"></private-adapt>
 * </form>
 * <script type="module">
 *   import "privadapt/element";
 *
 *   const element = document.querySelector("private-adapt");
 *   element.addEventListener("release", ({ detail }) => {
 *     console.log(detail.release.kind, detail.release.certificate.epsilon);
 *     console.log(new FormData(document.getElementById("form")).get("model") === detail.text);
 *   });
 *   element.addEventListener("error", ({ detail }) => console.log(detail.code, detail.reason));
 * </script>
 * ```
 */
export class PrivateAdaptElement extends HTMLElement {
  /**
   * The last release, frozen; null before there is one. Check it with `verify` of this package before relying on it.
   */
  readonly release: ReleaseJSON | null;
  /** The text of the release file, which is also the form's value; "" before there is one. */
  readonly value: string;
  name: string;
  readonly form: HTMLFormElement | null;
  readonly validity: ValidityState;
  readonly validationMessage: string;
  checkValidity(): boolean;
  reportValidity(): boolean;

  addEventListener<Type extends keyof PrivateAdaptEventMap>(
    type: Type,
    listener: (this: PrivateAdaptElement, event: PrivateAdaptEventMap[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

export interface PrivateAdaptEventMap extends Omit<HTMLElementEventMap, "cancel" | "error"> {
  /** The owner has handed a release over. Bubbles. */
  release: CustomEvent<PrivateAdaptRelease>;
  /**
   * After a run, the owner has decided not to hand the release over. The privacy budget of the run is spent. Bubbles.
   */
  cancel: Event;
  /** Only codes. `reason` comes with "not-charged": why the ledger of the owner's browser did not record the run. */
  error: CustomEvent<{ readonly code: PrivateAdaptErrorCode; readonly reason?: LedgerErrorCode }>;
}

/** The attributes, as frameworks take them in markup, and the listeners of the element's own events. */
export interface PrivateAdaptAttributes extends RequestAttributes {
  host?: string | undefined;
  height?: string | number | undefined;
  name?: string | undefined;
  required?: boolean | undefined;
  onrelease?: ((event: PrivateAdaptEventMap["release"]) => void) | undefined;
  oncancel?: ((event: Event) => void) | undefined;
  onerror?: ((event: PrivateAdaptEventMap["error"]) => void) | undefined;
}

export interface PrivateAdaptRelease {
  readonly release: ReleaseJSON;
  /** The exact text of the release file. */
  readonly text: string;
  /** For the kind "weights", unless the owner has made the release in a window of its own. */
  readonly weightsCSV: string | undefined;
}

export type PrivateAdaptErrorCode =
  // The element's own: the frame does not answer or was navigated to another page; the host is not another origin; its
  // message is not valid.
  | "bad-host"
  | "same-origin"
  | "no-answer"
  | "navigated"
  | "bad-message"
  // The host's, about the embedding: an attribute that is not valid; a surrounding page without an origin, or of the
  // host's own origin; a frame that lacks permissions; a page that was not loaded securely.
  | "bad-request"
  | "embedder"
  | "sandboxed"
  | "insecure"
  // About the public sample.
  | DownloadErrorCode
  | "empty-file"
  | "base-file"
  | "model"
  | "engine"
  | "outdated"
  | "no-wasm"
  | "source"
  // About a run.
  | "cancelled"
  | "not-charged"
  | "wrong-engine"
  | "crashed"
  | "run-failed"
  // About the vault: it does not start, or it sent a message that is not allowed and was closed.
  | "no-vault"
  | "broken-rules";

declare global {
  interface HTMLElementTagNameMap {
    "private-adapt": PrivateAdaptElement;
  }
}
