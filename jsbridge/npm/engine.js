import { PrivadaptError, cancelled, checkKeys, ended } from "./errors.js";
import { Source, Target, formatOfFile, wholeOf } from "./handles.js";
import { checkRoom, checkUnit } from "./ledger/rules.js";
import { baseFileOf } from "./reading/base-file.js";
import { checkColumns, columnsOfModel, notesOn, valuesOf } from "./reading/columns.js";
import { fetchSource } from "./reading/fetch-source.js";
import { bytesOf, kept, isAddress, isSeveral, namesOf, privateData, publicData, sumsOf } from "./reading/given.js";
import { readLabels } from "./reading/labels.js";
import { scoresOf } from "./reading/scores.js";
import { Release, explanations } from "./release.js";
import { Connection } from "./runtime/client.js";
import { SETTINGS } from "./terms/settings.js";

/** The Go engine behind promises. It is made by load(); see index.d.ts for what each method promises. */
export class Engine {
  #startThread;
  #baseURL;
  #openPath; // none in a browser
  #fetch;
  #onCharge;
  #openLedger; // none if the caller does the accounting
  #opening = null; // the promise of the present connection
  #disposed = false;
  #sources = new WeakMap(); // Source → {connection, handle}
  #targets = new WeakMap(); // Target → its private data; there is no other way to the data

  static async load(host, /** @type {Record<string, any>} */ { fetch, onCharge, openLedger, ...settings }) {
    const engine = new Engine();
    engine.#startThread = host.host(settings);
    engine.#baseURL = host.baseURL;
    engine.#openPath = host.openPath;
    engine.#fetch = fetch;
    engine.#onCharge = onCharge;
    engine.#openLedger = openLedger;
    await engine.#connection();
    return engine;
  }

  async loadSource(data, options) {
    checkKeys("loadSource", options, [...SETTINGS.sample, "sheet", "signal", "onProgress"]);
    checkSheet(options);
    const { sheet, baseFile: model, signal, onProgress, integrity, ...settings } = options;
    const several = isSeveral(data);
    const samples = several ? data : [data];
    const hashes = several ? hashesOf(integrity, samples.length) : [];
    const names = several ? namesOf(samples) : [];
    const parts = [];
    for (const [k, one] of samples.entries()) {
      const file = await this.#sampleFile(one, { signal, onProgress });
      parts.push({
        data: file,
        packed: (await formatOfFile(file)) ? file : undefined,
        name: names[k],
        integrity: hashes[k],
      });
    }
    const { baseFile, baseURL } = await this.#baseFile(model, { signal, onProgress });
    const connection = await this.#connection();
    const fields = { options: defined({ ...settings, baseURL, integrity: several ? undefined : integrity }), baseFile };
    const { data: file, packed } = parts[0];
    const {
      source: handle,
      linesAbove,
      ...facts
    } = await connection.call("loadSource", fields, {
      ...(several ? { parts } : { data: file, packed }),
      sheet,
      label: settings.label,
      signals: [signal],
      onProgress,
    });
    const source = new Source(facts, () => connection.dispose(handle));
    this.#sources.set(source, { connection, handle, linesAbove });
    return source;
  }

  async #sampleFile(data, { signal, onProgress }) {
    const bytes = isAddress(data, this.#openPath)
      ? await fetchSource(data, {
          base: this.#baseURL(),
          fetch: this.#fetch,
          signal,
          onProgress: (done, total) => onProgress?.(Object.freeze({ stage: "download", done, total })),
        })
      : await publicData(data, this.#openPath);
    return bytes instanceof ReadableStream ? wholeOf(bytes) : bytes;
  }

  async forecast(options) {
    checkKeys("forecast", options, ["source", "rows", ...SETTINGS.forecast, "signal"]);
    checkBudget(options);
    const { source, rows, signal, ...settings } = options;
    const connection = await this.#connection();
    const fields = { source: this.#sourceHandle(source, connection, "forecast"), options: given(settings), rows };
    return connection.call("forecast", fields, { signals: [signal] });
  }

  async sql(options) {
    checkKeys("sql", options, ["source", "dialect", "table", "where", ...SETTINGS.query, "signal", "onProgress"]);
    const { source, signal, onProgress, ...settings } = options;
    const connection = await this.#connection();
    const fields = { source: this.#sourceHandle(source, connection, "sql"), options: given(settings) };
    return (await connection.call("query", fields, { signals: [signal], onProgress })).sql;
  }

  async loadTarget(data, /** @type {Record<string, any>} */ options = {}) {
    checkKeys("loadTarget", options, ["sheet", "signal", "onProgress"]);
    checkSheet(options);
    if (options.signal?.aborted) throw cancelled();
    this.#checkAlive();
    const target = new Target();
    this.#targets.set(target, { contents: await privateData(data, this.#openPath), ...options });
    return target;
  }

  async adapt(options) {
    checkKeys("adapt", options, [
      "source",
      "target",
      "targetSums",
      ...SETTINGS.run,
      "receiver",
      "run",
      "explain",
      "signal",
      "onProgress",
      "onReport",
    ]);
    checkBudget(options);
    const {
      source,
      target,
      targetSums,
      receiver,
      run,
      explain = false,
      signal,
      onProgress,
      onReport,
      ...settings
    } = options;
    if (typeof explain !== "boolean") throw new PrivadaptError("bad-option", "explain is true or false");
    const connection = await this.#connection();
    const fields = {
      source: this.#sourceHandle(source, connection),
      options: given(settings),
      receiver,
      sums: targetSums !== undefined,
    };
    const { contents, ...reading } = fields.sums ? sumsOf(targetSums, target) : this.#targetContents(target);
    const ledger = await this.#openLedger?.();
    const about = Object.freeze({
      mechanism: settings.mechanism ?? (settings.release === "report" ? "tally" : "moment"),
      release: settings.release ?? "model",
      source: source.digest,
      ...(settings.unit && { unit: "person" }),
      ...(run !== undefined && { run }),
    });
    if (ledger) {
      // An account that cannot be used is reported before the private file is read.
      const account = await ledger.account();
      checkUnit(account, about);
      checkRoom(account, settings);
    }
    const booking = {}; // `done`, a promise, once the charge is being recorded
    const onCharge = (cost, waits) => this.#charge(cost, { ledger, about, waits, booking });
    let read;
    try {
      const columns = [...source.columns];
      if (settings.useLabels === true || settings.release === "report") columns.push({ name: source.label });
      for (const header of Object.values(Object(settings.headers))) columns.push({ name: header });
      const { files, counted, inColumns } = await readingsOf(contents, columns, settings.unit);
      read = await connection.call(
        "readTarget",
        { ...fields, inColumns },
        {
          files,
          counted,
          sheet: reading.sheet,
          columns: settings.unit ? "exact" : "numbers",
          label: Object(settings.headers)[source.label] ?? source.label,
          expected: expectedIn(source, settings.headers),
          above: this.#sources.get(source).linesAbove,
          signals: [signal, reading.signal],
          onProgress: (progress) => {
            reading.onProgress?.(progress);
            onProgress?.(progress);
          },
        },
      );
      await onReport?.(read.report);
      const { release, weightsCSV, explanation } = await connection.call(
        "adapt",
        { target: read.target, explain },
        { signals: [signal], onProgress, onCharge },
      );
      return new Release(this, release, { weightsCSV, explanation, warnings: read.warnings });
    } catch (error) {
      if (read) connection.dispose(read.target);
      // If a charge is being recorded when the run is cancelled, it is awaited: the caller has to know whether it was
      // recorded.
      throw error instanceof PrivadaptError ? ended(error, (await booking.done) ?? false) : error;
    }
  }

  /**
   * The caller is asked first and the ledger last, right before the noise: a run that the caller refuses costs nothing.
   * The caller cannot change what is charged: `cost` and `about` are frozen.
   */
  async #charge(cost, { ledger, about, waits, booking }) {
    let answer;
    try {
      answer = await this.#onCharge?.(cost);
    } catch (error) {
      throw notCharged(wordsOf(error));
    }
    if (answer === false) throw notCharged("onCharge returned false");
    // Aborted, disposed or crashed while the caller decided: a run that can release nothing is not charged.
    if (!waits()) throw cancelled();
    const booked = Promise.resolve(ledger?.charge({ ...cost, about }));
    booking.done = booked.then(
      () => true,
      () => false,
    );
    await booked;
  }

  async combine(releases, /** @type {Record<string, any>} */ options = {}) {
    checkKeys("combine", options, ["source", "trim", ...SETTINGS.after, "signal", "onProgress"]);
    const { source, trim, signal, onProgress, ...settings } = options;
    if (trim !== undefined && !Number.isSafeInteger(trim))
      throw new PrivadaptError("bad-option", "trim is a whole number of releases");
    if (typeof releases === "string" || typeof releases?.[Symbol.iterator] !== "function")
      throw new PrivadaptError("bad-option", "combine needs an array of releases");
    const connection = await this.#connection();
    /** @type {Record<string, any>} */
    const fields = { releases: Array.from(releases, textOf), options: defined(settings) };
    if (trim !== undefined) fields.trim = trim;
    if (source !== undefined || settings.release !== "moments")
      fields.source = this.#sourceHandle(source, connection, "combine");
    const { release, weightsCSV } = await connection.call("combine", fields, { signals: [signal], onProgress });
    return new Release(this, release, { weightsCSV });
  }

  async predict(release, data, options) {
    const { predictions } = await this.#apply("predict", release, data, options);
    if (!predictions)
      throw new PrivadaptError("bad-release", "this model predicts classes; call classify() in place of predict()");
    return predictions;
  }

  async classify(release, data, options) {
    const { classes, labels, probabilities } = await this.#apply("classify", release, data, options);
    if (!classes)
      throw new PrivadaptError("bad-release", "this model predicts numbers; call predict() in place of classify()");
    return classification({ classes, labels, probabilities });
  }

  async score(release, data, options) {
    const given = Array.isArray(data) ? data : bytesOf("score", data);
    const table = given instanceof ReadableStream ? await wholeOf(given) : given; // it is read more than once
    const { predictions, ...found } = await this.#apply("score", release, table, options);
    const truth = await readLabels(this, JSON.parse(textOf(release)), table, { signal: options?.signal });
    const scores = scoresOf(predictions ?? classification(found), truth);
    if (!scores) throw new PrivadaptError("no-rows", "no row of the data has a label that the model knows");
    return scores;
  }

  async toONNX(release, /** @type {Record<string, any>} */ options = {}) {
    checkKeys("toONNX", options, ["baseFile", "signal"]);
    const { toONNX } = await import("./portable/exports.js");
    const { checked, file } = await this.#exported("toONNX", release, options);
    return toONNX(checked, file);
  }

  async toSQL(release, options) {
    checkKeys("toSQL", options, ["dialect", "table", "keep", "baseFile", "signal"]);
    const { dialect, table, keep, ...rest } = options;
    const { toSQL } = await import("./portable/exports.js");
    const { checked, file } = await this.#exported("toSQL", release, rest);
    return toSQL(checked, file, { dialect, table, keep });
  }

  async plots(release, /** @type {Record<string, any>} */ options = {}) {
    checkKeys("plots", options, ["width", "signal"]);
    const { width, signal } = options;
    if (width !== undefined && !(width >= 200 && width <= 4000))
      throw new PrivadaptError("bad-option", "width is a number of pixels, from 200 to 4000");
    const text = textOf(release);
    const { plotsOf } = await import("./figures/plots.js");
    const known = explanations.get(release);
    if (known) return plotsOf(JSON.parse(text), known, width);
    await this.verify(text, { acceptLargeDelta: true, signal }); // rejects what is no release
    const document = JSON.parse(text);
    const explanation = document.kind === "report" ? { figures: await this.figures(text, { signal }) } : {};
    return plotsOf(document, explanation, width);
  }

  /** A release and the text of its file, if it names one, both as the engine has checked them. */
  async #exported(caller, release, /** @type {Record<string, any>} */ { baseFile: given, signal }) {
    const text = textOf(release);
    const { baseFile } = await this.#baseFile(given, { signal });
    const file = baseFile && new TextDecoder().decode(baseFile);
    await this.#apply(caller, text, [], { onMissing: "mean", baseFile, signal });
    return { checked: JSON.parse(text), file };
  }

  async #apply(caller, release, data, /** @type {Record<string, any>} */ options = {}) {
    checkKeys(caller, options, ["onMissing", "baseFile", "signal", "onProgress", "onNote"]);
    const { onMissing = "error", baseFile: model, signal, onProgress, onNote } = options;
    if (!["error", "mean"].includes(onMissing))
      throw new PrivadaptError("bad-option", 'onMissing is "error" or "mean"');
    const fields = { release: textOf(release) };
    const columns = columnsOfModel(fields.release);
    /** @type {Record<string, any>} */
    const { file, values, rows, ...found } = Array.isArray(data)
      ? valuesOf(data, columns)
      : { file: bytesOf(caller, data) };
    if (values) Object.assign(fields, { values, rows });
    fields.baseFile = (await this.#baseFile(model, { signal })).baseFile;
    const connection = await this.#connection();
    const { predictions, classes, labels, probabilities, ...report } = await connection.call("predict", fields, {
      data: file,
      signals: [signal],
      onProgress,
    });
    Object.assign(report, found);
    if (values) report.repairedCells -= rows * found.missingColumns.length;
    if (onMissing === "error") checkColumns(report, columns);
    for (const note of notesOn(report)) onNote?.(note);
    return { predictions, classes, labels, probabilities };
  }

  async figures(report, options = {}) {
    checkKeys("figures", options, ["signal"]);
    const connection = await this.#connection();
    return connection.call("figures", { release: textOf(report) }, { signals: [options.signal] });
  }

  async suggestDelta(rows, options = {}) {
    checkKeys("suggestDelta", options, ["most", "signal"]);
    const { most = 0, signal } = options;
    if (!(rows >= 1 && most >= 0)) throw new PrivadaptError("bad-option", "rows is at least 1, and most is at least 0");
    const connection = await this.#connection();
    return connection.call("delta", { rows, most }, { signals: [signal] });
  }

  async verify(release, options = {}) {
    checkKeys("verify", options, ["acceptLargeDelta", "source", "baseFile", "receiver", "signal", "onProgress"]);
    const { acceptLargeDelta = false, source, baseFile: model, receiver, signal, onProgress } = options;
    if (typeof acceptLargeDelta !== "boolean")
      throw new PrivadaptError("bad-option", "acceptLargeDelta is true or false");
    const { baseFile } = await this.#baseFile(model, { signal });
    const connection = await this.#connection();
    const fields = { release: textOf(release), acceptLargeDelta, baseFile, receiver };
    if (source !== undefined) fields.source = this.#sourceHandle(source, connection, "verify");
    return connection.call("verify", fields, { signals: [signal], onProgress });
  }

  async dispose() {
    this.#disposed = true;
    const opening = this.#opening;
    this.#opening = null;
    // A connection that never opened has nothing to close, and its callers have already received the failure.
    const connection = await opening?.catch(() => null);
    await connection?.close();
  }

  #baseFile(data, /** @type {Record<string, any>} */ { signal, onProgress }) {
    return baseFileOf(data, {
      openPath: this.#openPath,
      baseURL: this.#baseURL,
      fetch: this.#fetch,
      signal,
      onProgress: (done, total) => onProgress?.(Object.freeze({ stage: "download", done, total })),
    });
  }

  /** The present connection, or a fresh one if Go has died since. */
  #connection() {
    this.#checkAlive();
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

  #checkAlive() {
    if (this.#disposed) throw new PrivadaptError("disposed", "the engine was disposed; load() makes a new one");
  }

  #sourceHandle(source, connection, caller = "adapt") {
    if (!(source instanceof Source))
      throw new PrivadaptError("bad-option", `${caller} needs a source made by engine.loadSource()`);
    const known = this.#sources.get(source);
    if (!known)
      throw new PrivadaptError(
        "stale-handle",
        "this source belongs to another engine; load it with the engine that adapts",
      );
    if (known.connection !== connection) {
      throw new PrivadaptError(
        "stale-handle",
        "the engine has restarted since this source was loaded; call engine.loadSource() again",
      );
    }
    return known.handle;
  }

  #targetContents(target) {
    if (!(target instanceof Target))
      throw new PrivadaptError("bad-option", "adapt needs a target made by engine.loadTarget()");
    const known = this.#targets.get(target);
    if (!known)
      throw new PrivadaptError(
        "stale-handle",
        "this target belongs to another engine; register it with the engine that adapts",
      );
    return known;
  }
}

/** The engine's answer by classes: the name of each row's likeliest, and a column of probabilities for each. */
const classification = ({ classes, labels, probabilities }) => ({
  classes,
  labels: Array.from(labels, (place) => classes[place]),
  probabilities: classes.map((_, k) => Float64Array.from(labels, (_, i) => probabilities[i * classes.length + k])),
});

/** ε and δ have no defaults; the engine would see a 0 in their place. */
function checkBudget(options) {
  for (const [name, advice] of [
    ["epsilon", "1 is usual, and smaller is more private"],
    ["delta", "at most 0.001 ÷ the number of private rows, such as 1e-6 for up to 1,000"],
  ]) {
    if (options[name] === undefined)
      throw new PrivadaptError(
        `bad-${name}`,
        `the option "${name}" is missing: ${advice}. It has no default, because the owner of the data decides`,
      );
  }
}

/**
 * The private files for one reading and, where a column names the people, once more for the reading before it,
 * `counted`.
 */
async function readingsOf(contents, columns, unit) {
  if (unit === undefined || unit === "") return { inColumns: false, ...contents(columns) };
  const named = [...columns.filter(({ name }) => name !== unit), { name: unit }];
  const { files, inColumns = false } = contents(named);
  if (inColumns) return { files, counted: contents(named).files, inColumns };
  const twice = await Promise.all(files.map((file) => (file instanceof ReadableStream ? kept(file) : file)));
  return { files: twice, counted: twice, inColumns };
}

/** The names that the header of a private file should have. */
const expectedIn = ({ columns }, headers) =>
  columns.filter(({ kind }) => kind !== "ignored").map(({ name }) => Object(headers)[name] ?? name);

/** The hashes of several samples, one each, in their order. */
function hashesOf(integrity, count) {
  if (integrity === undefined) return [];
  if (
    !Array.isArray(integrity) ||
    integrity.length !== count ||
    integrity.some((hash) => hash !== undefined && typeof hash !== "string")
  )
    throw new PrivadaptError(
      "bad-option",
      `the option "integrity" must be a list of ${count} hashes, one for each public sample`,
    );
  return integrity;
}

function checkSheet(/** @type {Record<string, any>} */ { sheet }) {
  if (sheet !== undefined && typeof sheet !== "string")
    throw new PrivadaptError("bad-option", 'the option "sheet" is a name');
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

/** Options left undefined are options not given. */
function defined(settings) {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/**
 * The settings of a run. A report states the SHA-256 of its model's text, which values that were parsed no longer have.
 */
function given({ model, ...settings }) {
  if (model !== undefined && typeof model !== "string" && !(model instanceof Release))
    throw new PrivadaptError(
      "bad-option",
      "model is the text of a release's file, or a release of this package; its SHA-256 is stated",
    );
  return defined({ ...settings, model: model?.text ?? model });
}

/** A release as text: what a file holds, what JSON.parse made of it, or a Release. */
function textOf(release) {
  if (typeof release === "string") return release;
  if (release instanceof Release) return release.text;
  const text = JSON.stringify(release);
  if (text === undefined)
    throw new PrivadaptError("bad-release", "a release is needed: its JSON text, or what JSON.parse made of it");
  return text;
}
