import { PrivadaptError, cancelled } from "../errors.js";

/** The protocol version of jsbridge that the hosts speak. */
const PROTOCOL = 1;

/**
 * What an engine says; the head of jsbridge/protocol.go tells the rest of the messages.
 *
 * @typedef {{type: "ready", engine?: {protocol: number}}
 *   | {id: number, type: "result", value: any}
 *   | {id: number, type: "failed", error: {code: string, message: string, line?: number, column?: number, reason?: object}}
 *   | {id: number, type: "progress", stage: string, done: number, total: number}
 *   | {id: number, type: "charge", epsilon: number, delta: number, rho: number}} Message
 */

/**
 * One running Go instance and the calls that wait for its answers. It is never restarted: when Go dies, every waiting
 * call is rejected with "crashed", and the engine opens a new connection for the next call.
 */
export class Connection {
  #thread;
  #calls = new Map();
  #lastId = 0;
  #ready;
  #closed = null; // the error that ended it
  #ended; // the promise of its end
  /** Called with this connection when it closes. */
  onClose;

  /**
   * Starts an instance by `startThread(handlers)` of a host file and waits until Go reports that it is ready. `signal`
   * ends it and its calls as cancelled, at any time.
   */
  static async open(startThread, /** @type {Record<string, any>} */ { onClose = () => {}, signal } = {}) {
    if (signal?.aborted) throw cancelled();
    const connection = new Connection();
    signal?.addEventListener("abort", () => connection.#close(cancelled()), { once: true });
    connection.onClose = onClose;
    const ready = new Promise((resolve, reject) => (connection.#ready = { resolve, reject }));
    ready.catch(() => {}); // the await below reports a death while the thread is still being made
    connection.#thread = await startThread({
      onMessage: (message) => connection.#receive(message),
      onDeath: (cause) => {
        connection.#close(
          cause?.code === "blocked"
            ? cause
            : new PrivadaptError("crashed", "the engine stopped unexpectedly; the next call starts a fresh one", {
                cause,
              }),
        );
      },
    });
    await ready;
    connection.#thread.hold(false);
    return connection;
  }

  get isOpen() {
    return this.#closed === null;
  }

  /**
   * Sends a request and resolves with its value. `files` are the Blobs or streams among the fields, by field name; they
   * are prepared for the thread's boundary here, of a workbook the `sheet` of that name, or the one that has the
   * `expected` columns. `counted` are the files once more, to be read first. `onCharge(cost, waits)` is called before
   * the engine draws noise, and its promise is awaited; `waits()` says whether the call is still unfinished. An
   * exception in it or in onProgress ends the call with that exception. A call that a signal aborts ends at once; with
   * `patience`, the engine has so many milliseconds to end it before the connection is closed.
   */
  async call(
    type,
    fields,
    /** @type {Record<string, any>} */ {
      data,
      packed,
      files,
      counted,
      sheet,
      columns,
      label,
      expected,
      above,
      signals = [],
      patience,
      onProgress,
      onCharge,
    } = {},
  ) {
    const message = { type, ...fields };
    const id = ++this.#lastId;
    const transfer = [];
    const ends = [];
    const end = () => ends.forEach((end) => end?.());
    const fail = (error) => this.#calls.has(id) && this.#abandon(id, error);
    const pack = async (file, options) => {
      const ready = await this.#thread.pack(file, { fail, sheet, label, ...options });
      transfer.push(...ready.transfer);
      ends.push(ready.end);
      return ready.item;
    };
    try {
      if (data !== undefined) message.data = await pack(data);
      if (packed !== undefined) message.packed = await pack(packed, { asItIs: true });
      const packAll = (files) => Promise.all(files.map((file) => pack(file, { columns, expected, above })));
      if (files !== undefined) message.files = await packAll(files);
      if (counted !== undefined) message.counted = await packAll(counted);
      if (this.#closed) throw this.#closed;
      if (signals.some((signal) => signal?.aborted)) throw cancelled();
    } catch (error) {
      end();
      throw error;
    }

    return new Promise((resolve, reject) => {
      const abort = () => {
        if (patience === undefined) return this.#abandon(id, cancelled());
        this.#thread.post({ type: "cancel", call: id }, []);
        setTimeout(() => this.#calls.has(id) && this.close(cancelled()), patience);
      };
      const finish = () => {
        this.#calls.delete(id);
        end();
        for (const signal of signals) signal?.removeEventListener("abort", abort);
        if (this.#calls.size === 0) this.#thread.hold(false);
      };
      this.#calls.set(id, { resolve, reject, finish, onProgress, onCharge });
      for (const signal of signals) signal?.addEventListener("abort", abort);
      this.#thread.hold(true);
      try {
        this.#thread.post({ ...message, id }, transfer);
      } catch (error) {
        finish();
        reject(
          new PrivadaptError(
            "bad-option",
            `${type} was given a value that cannot be passed to the engine: ${error.message}`,
          ),
        );
      }
    });
  }

  /** Frees a handle of a source or target on the Go side, without waiting for the answer. */
  dispose(handle) {
    if (this.isOpen) this.#thread.post({ type: "dispose", id: ++this.#lastId, handle }, []);
  }

  /** Ends the instance at the caller's request, its calls with this error. Resolves when it has ended. */
  async close(error = new PrivadaptError("disposed", "the engine was disposed; load() makes a new one")) {
    await this.#close(error);
  }

  /** @param {Message} message */
  #receive(message) {
    if (message.type === "ready") {
      if (message.engine?.protocol === PROTOCOL) this.#ready.resolve();
      else
        this.#close(
          new PrivadaptError(
            "engine-missing",
            "engine.wasm and the JavaScript beside it are of different versions; build both together",
          ),
        );
      return;
    }
    const call = this.#calls.get(message.id);
    if (!call) {
      // The answer to a call that was given up: a handle in it would remain in Go's memory for ever.
      const handle = message.type === "result" ? (message.value?.source ?? message.value?.target) : undefined;
      if (handle !== undefined) this.dispose(handle);
      return;
    }
    switch (message.type) {
      case "result":
        call.finish();
        call.resolve(message.value);
        break;
      case "failed": {
        const { code, message: text, line, column, reason } = message.error;
        call.finish();
        call.reject(Object.assign(new PrivadaptError(code, text, { line, column }), reason && { reason }));
        break;
      }
      case "progress":
        try {
          call.onProgress?.(Object.freeze({ stage: message.stage, done: message.done, total: message.total }));
        } catch (error) {
          this.#abandon(message.id, error);
        }
        break;
      case "charge":
        this.#charge(message);
        break;
    }
  }

  /**
   * Lets the engine continue once the charge is recorded. Every failure counts as a refusal, so nothing is released
   * uncharged.
   */
  async #charge({ id, epsilon, delta, rho }) {
    const waits = () => this.#calls.has(id);
    try {
      await this.#calls.get(id).onCharge(Object.freeze({ epsilon, delta, rho }), waits);
    } catch (error) {
      if (waits()) this.#abandon(id, error);
      return;
    }
    if (waits()) this.#thread.post({ type: "charged", call: id, ok: true }, []);
  }

  #abandon(id, error) {
    const call = this.#calls.get(id);
    this.#thread.post({ type: "cancel", call: id }, []);
    call.finish();
    call.reject(error);
  }

  #close(error) {
    if (this.#closed) return this.#ended;
    this.#closed = error;
    this.#ready.reject(error);
    for (const call of [...this.#calls.values()]) {
      call.finish();
      call.reject(error);
    }
    this.#ended = this.#thread?.end();
    this.onClose(this);
    return this.#ended;
  }
}

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
