import { PrivadaptError, cancelled } from "../errors.js";
import { checkRoom, checkUnit } from "../ledger/rules.js";

/** What one run is charged to: the caller is asked, and the ledger, if there is one, records it. */
export class Charge {
  #ledger;
  #onCharge;
  #about;
  #recorded; // a promise, once the charge is being recorded

  /** `about` is what the ledger keeps of the run. */
  constructor({ ledger, onCharge, about }) {
    this.#ledger = ledger;
    this.#onCharge = onCharge;
    this.#about = Object.freeze(about);
  }

  /** Refuses an account that these settings cannot use. It is called before the private file is read. */
  async check(settings) {
    if (!this.#ledger) return;
    const account = await this.#ledger.account();
    checkUnit(account, this.#about);
    checkRoom(account, settings);
  }

  /**
   * The caller is asked first and the ledger last, right before the noise: a run that the caller refuses costs nothing.
   * The caller cannot change what is charged: `cost` and `about` are frozen.
   */
  async record(cost, waits) {
    const ask = this.#onCharge; // called with nothing of the run as `this`
    let answer;
    try {
      answer = await ask?.(cost);
    } catch (error) {
      throw notCharged(wordsOf(error));
    }
    if (answer === false) throw notCharged("onCharge returned false");
    // Aborted, disposed or crashed while the caller decided: a run that can release nothing is not charged.
    if (!waits()) throw cancelled();
    const recorded = Promise.resolve(this.#ledger?.charge({ ...cost, about: this.#about }));
    this.#recorded = recorded.then(
      () => true,
      () => false,
    );
    await recorded;
  }

  /** Whether the charge has begun: from then on, what ends the run may lose what was paid for. */
  get hasBegun() {
    return this.#recorded !== undefined;
  }

  /** Whether the run was charged. A charge that is being recorded is awaited: the caller has to know. */
  async wasRecorded() {
    return (await this.#recorded) ?? false;
  }
}

const notCharged = (reason) =>
  new PrivadaptError("not-charged", `the privacy budget was not granted; nothing was released. ${reason}`);

/** The text of an error of the caller. Anything can be thrown, also a value that throws when it is read. */
function wordsOf(error) {
  try {
    return String(error?.message ?? error);
  } catch {
    return "onCharge failed";
  }
}
