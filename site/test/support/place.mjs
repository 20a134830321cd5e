// What a test can do in a page or in a frame of it, whichever engine it runs in.
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE = 180_000; // ms; only a test that fails waits so long
const REPOSE = 2000; // ms after which a click that has not arrived will not
// What the drivers say of an element that has moved or gone before anything was pressed.
const NOT_CLICKED =
  /not clickable|properties of null|not (attached|displayed|visible|interactable)|intercepted|stale element|detached/i;

/** Finds a frame in a document; " >>> " in the selector goes into the shadow tree of what stands before it. */
export const findFrame = (selector) =>
  selector.split(" >>> ").reduce((root, part) => (root.shadowRoot ?? root).querySelector(part), document);

/**
 * A document. A driver gives it three functions: `evaluate(f, args)`, which runs f there and resolves with what it
 * returns or resolves with, as JSON; `act(find, args, action, details)`, which finds an element there and acts on it as
 * a person would: action "click", or "files" with their paths as details; and `frame(selector)` → the driver of a
 * frame in it.
 */
export class Place {
  constructor(driver) {
    this.driver = driver;
  }

  /** The document inside a frame, looked up anew at each step, so it may come later or be replaced. */
  frame(selector) {
    return new Place(this.driver.frame(selector));
  }

  /** Runs a self-contained function in the document; arguments and result are JSON. */
  evaluate(f, ...args) {
    return this.driver.evaluate(f, args);
  }

  /** Asks until the answer is true, and resolves with it. A document on its way in or out counts as no answer. */
  async until(f, ...args) {
    let problem;
    for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(50)) {
      try {
        const answer = await this.evaluate(f, ...args);
        if (answer) return answer;
        problem = undefined;
      } catch (error) {
        problem = error;
      }
    }
    throw new Error(`waited in vain for ${f} ${JSON.stringify(args)}`, { cause: problem });
  }

  /** Waits for an element that is shown and has `text` in it; resolves with its whole text. */
  shown(selector, text = "") {
    return this.until(
      (selector, text) => {
        const shown = (element) => element.getClientRects().length > 0 && element.innerText.includes(text);
        return (
          [...document.querySelectorAll(selector)].find(shown)?.innerText ||
          (text === "" && !!document.querySelector(selector)?.getClientRects().length)
        );
      },
      selector,
      text,
    );
  }

  /**
   * Clicks, with a real pointer, on the first element shown with `text` in it, once there is one that is not disabled
   * and stays where it is. Where it moves away before the pointer has come, the click starts anew.
   */
  async click(selector, text = "") {
    for (const end = Date.now() + PATIENCE; ; ) {
      await this.ready(selector, text);
      try {
        await this.driver.act(
          (selector, text) =>
            [...document.querySelectorAll(selector)].find(
              (element) => element.getClientRects().length > 0 && element.innerText.includes(text),
            ),
          [selector, text],
          "click",
        );
        if (await this.arrived()) return;
      } catch (error) {
        if (!NOT_CLICKED.test(error.message) || Date.now() > end) throw error;
      }
      if (Date.now() > end) throw new Error(`no click arrives at ${selector} ${text}`);
    }
  }

  /** Resolves with whether the element that was ready has seen a click. A document that is gone has seen it. */
  async arrived() {
    for (const end = Date.now() + REPOSE; Date.now() < end; await sleep(50)) {
      if (await this.evaluate(() => window.clickArrival?.seen ?? true).catch(() => true)) return true;
    }
    return false;
  }

  /** Waits for an element shown with `text` in it that is not disabled and stays where it is; notes a click on it. */
  ready(selector, text) {
    return this.until(
      async (selector, text) => {
        const ready = (element) =>
          element.getClientRects().length > 0 && element.innerText.includes(text) && !element.matches(":disabled");
        const element = [...document.querySelectorAll(selector)].find(ready);
        // A line on the network comes once the site is kept, and moves all that is below it: a pointer on its way would
        // miss.
        if (!element || document.querySelector('[data-site="loading"]')) return false;
        element.scrollIntoView({ block: "center", behavior: "instant" });
        const place = () => JSON.stringify(element.getBoundingClientRect());
        const before = place();
        await new Promise((resolve) => setTimeout(resolve, 100));
        const arrival = { seen: false };
        window.clickArrival = arrival;
        addEventListener("click", (event) => (arrival.seen ||= event.composedPath().includes(element)), true);
        return place() === before;
      },
      selector,
      text,
    );
  }

  /** Puts a value into a field, with the events of typing. */
  fill(selector, value) {
    return this.until(
      (selector, value) => {
        const field = document.querySelector(selector);
        if (!field) return false;
        field.value = value;
        for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
        return true;
      },
      selector,
      value,
    );
  }

  /** Chooses files, by their paths, in a file input. */
  async setFiles(selector, ...paths) {
    await this.until((selector) => document.querySelector(selector)?.matches(":enabled"), selector);
    await this.driver.act((selector) => document.querySelector(selector), [selector], "files", paths);
  }
}

/**
 * A place with a window around it. Its driver also has goto(url), screenshot() → PNG bytes, resize(width, height) and
 * close().
 */
export class Page extends Place {
  goto(url) {
    return this.driver.goto(url);
  }

  screenshot() {
    return this.driver.screenshot();
  }

  resize(width, height) {
    return this.driver.resize(width, height);
  }

  close() {
    return this.driver.close();
  }
}
