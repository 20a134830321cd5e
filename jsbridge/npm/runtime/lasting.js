import { PrivadaptError } from "../errors.js";
import { Connection } from "./client.js";

/** The connection of an engine: the present one, or a fresh one if Go has died since, until the engine is disposed. */
export class LastingConnection {
  #startThread;
  #opening = null; // the promise of the present connection
  #disposed = false;

  constructor(startThread) {
    this.#startThread = startThread;
  }

  /** @returns {Promise<Connection>} */
  async connection() {
    this.checkAlive();
    this.#opening ??= this.#open();
    return this.#opening;
  }

  #open() {
    const forget = () => {
      if (this.#opening === opening) this.#opening = null;
    };
    const opening = Connection.open(this.#startThread, { onClose: forget });
    opening.catch(forget);
    return opening;
  }

  checkAlive() {
    if (this.#disposed) throw new PrivadaptError("disposed", "the engine was disposed; load() makes a new one");
  }

  async dispose() {
    this.#disposed = true;
    const opening = this.#opening;
    this.#opening = null;
    // A connection that never opened has nothing to close, and its callers have already received the failure.
    const connection = await opening?.catch(() => null);
    await connection?.close();
  }
}
