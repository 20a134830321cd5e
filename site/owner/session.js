// What the owner's page and the one for frames of other sites have in common: the public sample is loaded, a vault
// opened for it, and each of its runs recorded before it may release. Both pages have the elements that are named here.
import { openBudget } from "./budget.js";
import { loading as loadingTexts } from "./texts.js";
import { $, meter } from "../shared/dom.js";
import { fetchModel, fetchSample } from "../shared/fetch-sample.js";
import { FILES, termsOf } from "../shared/invitation.js";
import { recall, remember } from "../shared/remembered.js";
import { loadParts, openVault, prepareVault } from "../vault/host.js";

/** What is under way for the owner of a page: at most one vault at a time. */
export class Session {
  /** What was recorded for the last run, or why nothing was, in words. */
  booked = "";
  /** How many runs like the last one are left, in words. */
  left = "";
  /** The ledger's code for why it recorded nothing; undefined if it did. */
  refused;

  #loading = meter($("loading"));
  #budget;
  #left = {}; // of the privacy budget
  #vault; // the open vault, if any
  #hear;

  /** A run that is recorded, or about to be, has not ended yet. */
  isRunning = false;

  /** `hear(message)` gets what the vault says, after what is to be done alike on both pages. */
  constructor(hear) {
    this.#hear = hear;
    this.#budget = openBudget($("budget"), $("budget-line"), (now) => {
      this.#left = now;
      this.send({ type: "budget", ...now });
    });
  }

  get isOpen() {
    return this.#vault !== undefined;
  }

  /** Resolves with whether runs can be recorded here at all. */
  canRecord() {
    return this.#budget.canRecord();
  }

  send(message) {
    this.#vault?.send(message);
  }

  /**
   * Begins to load the program, and makes the next vault when the page is painted and the browser idle, unless one is
   * opened before. What fails is said when it is needed.
   */
  prepare() {
    loadParts().catch(() => {});
    const before = this.#vault;
    const make = () => before === this.#vault && prepareVault($("vault-place")).catch(() => {});
    requestAnimationFrame(() => (globalThis.requestIdleCallback ?? setTimeout)(make));
  }

  /** Shows that the sample and the program are being loaded, or no longer. */
  showLoading(on) {
    this.#loading.show(on);
    if (on) this.#loading.set(loadingTexts.engine);
  }

  /**
   * Loads a sample, that of an invitation from its very address, the program and the files that the invitation names;
   * resolves with what fetchSample() gives, and with what fetchModel() gives: `model` of the analyst's own, and
   * `appraised` of the one that a report is to be about. Throws SampleProblem.
   */
  async load(sample, invitation, signal) {
    const vault = prepareVault($("vault-place"));
    vault.catch(() => {}); // said after what is wrong with the sample
    const onProgress = (done, total) => this.#loading.set(loadingTexts.sample(done, total), done, total);
    const fetched = await fetchSample(sample, { stay: invitation !== undefined, signal, onProgress });
    /** @type {Record<string, any>} */
    const others = {};
    for (const { name: field, digest } of FILES) {
      const address = invitation?.[field];
      if (address) others[field] = await fetchModel(address, { field, sha256: invitation[digest], signal, onProgress });
    }
    const { model: appraised, ...files } = others;
    const [model] = Object.values(files);
    this.#loading.set(loadingTexts.engine);
    await vault;
    this.#loading.set(loadingTexts.opening);
    return { ...fetched, model, appraised };
  }

  /**
   * Opens a vault for `content`, as openVault() takes it, which is told what earlier ones have left for this sample.
   * `about` goes into the history of the budget with each run.
   */
  async open(content, about) {
    const sample = { ...content.sample, seen: recall("sessionStorage", key(about.source)) };
    this.#vault = await openVault($("vault-place"), { ...content, sample }, (message) => this.#take(message, about));
  }

  close() {
    this.#vault?.close();
    this.#vault = undefined;
    this.isRunning = false;
  }

  #take(message, about) {
    switch (message.type) {
      case "ready":
        this.send({ type: "budget", ...this.#left });
        break;
      case "picked":
        keep(about.source, message.seen);
        break;
      case "chargeRequest":
        $("vault-error").textContent = "";
        $("vault-status").textContent = "";
        this.isRunning = true;
        this.#book(message, about);
        break;
      case "release":
        this.#budget.finished();
        this.isRunning = false;
        break;
      case "failed":
        this.isRunning = false;
        break;
    }
    this.#hear(message);
  }

  /**
   * Has the run recorded, then lets the vault compute, which waits for this answer. If the page is closed or the run
   * cancelled in between, the run is paid for although it shows nothing; the other way round cannot happen.
   */
  async #book(request, about) {
    const asking = this.#vault;
    this.booked = this.left = "";
    const { ok, message, code, left = "" } = await this.#budget.charge(request, { ...about, unit: request.unit });
    if (asking !== this.#vault) return; // another sample was loaded: that vault is closed
    this.booked = message;
    this.left = left;
    this.refused = code;
    asking.send({ type: "chargeAck", request: request.request, ok, message: ok ? "" : message });
    // A run that was cancelled meanwhile is over; what it has cost is still to be said.
    if (ok && !this.isRunning) $("vault-status").textContent = message;
  }
}

/** What an invitation demands of the settings, as open() takes it. A receiver that can be asked may say more. */
export function limitsOf(invitation) {
  const { epsilon, reply, token, ...terms } = invitation;
  const range = { epsilonMin: epsilon.min, epsilonMax: epsilon.max, epsilon: epsilon.suggested };
  return { receiver: termsOf(invitation), ...terms, ...range };
}

// What the vaults of this tab have to remember for the ones that follow them, for a vault has no storage of its own:
// with which settings a private file was opened for a sample (jsbridge/vaultui/answers/session.go). Settings alone, and
// nothing of a file.
const key = (sha256) => `privadapt-seen-${sha256}`;

/** Checked, since it comes from a frame and goes to later ones. */
const keep = (sha256, { settings, changed }) =>
  remember("sessionStorage", key(sha256), {
    settings: String(settings).slice(0, 100_000),
    changed: changed === true,
  });
