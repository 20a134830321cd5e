// Shows one step at a time, and lets the browser's Back and Forward move between them. The vault draws "request" and
// "file", and decides what the page may know of them (screen in jsbridge/vaultui/post.go); the page draws "start" and
// "result".
import { $ } from "../shared/dom.js";

// Places of the page's own steps in its overview; for the others the vault draws the overview.
const OWN = { start: 0, result: 2 };

export class Steps {
  #step = "start";
  #vault = 0; // counts the vaults opened; history entries of an earlier vault lead to "start"
  #inVault; // the step that the vault has named last
  #asked; // the step that the vault was asked for, until it names it
  #goTo;

  /** `goTo(step)` asks the vault for one of its steps. */
  constructor(goTo) {
    this.#goTo = goTo;
    history.replaceState({ step: "start", vault: 0 }, "");
    addEventListener("popstate", ({ state }) => state && this.#recall(state));
    this.#draw();
  }

  /** A vault is being opened: it comes on the screen, and is a step of the history once it says so. */
  opening() {
    this.#vault++;
    this.#inVault = this.#asked = undefined;
    this.#draw("opening");
  }

  /** The vault has named the step that it shows. */
  arrived(step) {
    if (step === this.#inVault) return; // only its height is new
    this.#inVault = step;
    const isAnswer = this.#asked !== undefined && step !== "result"; // a result is never asked for
    if (!isAnswer || step === this.#asked) this.#asked = undefined;
    if (isAnswer && this.#step in OWN) return; // the owner has left the vault's steps meanwhile
    if (step === this.#step) return;
    this.#draw(step);
    const state = { step, vault: this.#vault };
    if (isAnswer) history.replaceState(state, "");
    else history.pushState(state, "");
    if (step === "result") $("result-heading").focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: "instant" });
  }

  /** A result of an earlier visit is on the screen; the vault, if one is open, stays behind it. */
  recallResult() {
    if (this.#step !== "result") history.pushState({ step: "result", vault: this.#vault }, "");
    this.#inVault = undefined;
    this.#draw("result");
    $("result-heading").focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: "instant" });
  }

  /** Back to the first step; the vault, if one is open, stays behind it. */
  start() {
    if (this.#step !== "start") history.pushState({ step: "start", vault: this.#vault }, "");
    this.#draw("start");
  }

  /** By the browser's own buttons. */
  #recall({ step, vault }) {
    const isThere = step === "start" || vault === this.#vault;
    this.#draw(isThere ? step : "start");
    if (!isThere || step in OWN) return;
    if (step === (this.#asked ?? this.#inVault)) {
      $("vault-place").firstChild?.focus({ preventScroll: true });
      return;
    }
    this.#asked = step;
    // The vault takes the focus to its heading: the frame's focus here could come after that, and lose it.
    this.#goTo(step);
  }

  #draw(step = this.#step) {
    const main = $("main");
    if (step === "result" && this.#step !== step) {
      // Its screen has another order. It is laid out anew, so that what is there already is not seen to move.
      main.hidden = true;
      main.getBoundingClientRect();
    }
    this.#step = step;
    document.body.dataset.step = step;
    // A request has a heading of its own.
    const isRequest = step !== "start" || $("start").classList.contains("invited");
    document.querySelector("h1").classList.toggle("unseen", isRequest);
    $("start").hidden = step !== "start";
    for (const id of ["result", "result-more"]) $(id).hidden = step !== "result";
    // Below the result stands the vault's own account of it, unless the vault has gone on.
    $("vault").hidden = step === "start" || (step === "result" && this.#inVault !== "result");
    $("steps").hidden = !(step in OWN);
    for (const [i, item] of [...$("steps").children].entries()) {
      item.classList.toggle("past", i < OWN[step]);
      if (i === OWN[step]) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    }
    main.hidden = false;
  }
}
