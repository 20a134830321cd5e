import { PrivadaptError, cancelled, checkKeys, ended } from "./errors.js";
import { Release, Source, Target, explanations, picked, wholeOf } from "./handles.js";
import { checkRoom, checkUnit, isShort } from "./ledger/rules.js";
import { checkColumns, columnsOfModel, notesOn, valuesOf } from "./reading/columns.js";
import { bytesOf, privateData, readingsOf, sumsOf } from "./reading/given.js";
import { baseFileOf, sampleFile } from "./reading/sample.js";
import { readLabels, scoresOf } from "./reading/scores.js";
import { LastingConnection } from "./runtime/client.js";
import { COUNTED } from "./terms/link.gen.js";
import { SETTINGS } from "./terms/settings.gen.js";

/** The Go engine behind promises. It is made by load(); see index.d.ts for what each method promises. */
export class Engine {
  #thread; // the present connection to Go
  #host; // {openPath, baseURL, fetch}; a browser opens no paths
  #onCharge;
  #openLedger; // none if the caller does the accounting
  #sources = new WeakMap(); // Source → {connection, handle}
  #targets = new WeakMap(); // Target → its private data; there is no other way to the data

  static async load(host, /** @type {Record<string, any>} */ { fetch, onCharge, openLedger, ...settings }) {
    const engine = new Engine();
    engine.#thread = new LastingConnection(host.host(settings));
    engine.#host = { openPath: host.openPath, baseURL: host.baseURL, fetch };
    engine.#onCharge = onCharge;
    engine.#openLedger = openLedger;
    await engine.#thread.connection();
    return engine;
  }

  async loadSource(data, options) {
    checkKeys("loadSource", options, [...SETTINGS.sample, "sheet", "signal", "onProgress"]);
    checkSheet(options);
    const { sheet, baseFile: model, signal, onProgress, ...settings } = options;
    const file = await sampleFile(data, this.#download(signal, onProgress));
    const { baseFile, baseURL } = await this.#baseFile(model, { signal, onProgress });
    const connection = await this.#thread.connection();
    const fields = { options: defined({ ...settings, baseURL }), baseFile };
    const call = { ...file, sheet, label: settings.label, signals: [signal], onProgress };
    const { source: handle, linesAbove, ...facts } = await connection.call("loadSource", fields, call);
    const source = new Source(facts, () => connection.dispose(handle));
    this.#sources.set(source, { connection, handle, linesAbove });
    return source;
  }

  async forecast(options) {
    checkKeys("forecast", options, ["source", "rows", ...SETTINGS.forecast, "signal"]);
    checkBudget(options);
    const { source, rows, signal, ...settings } = options;
    const connection = await this.#thread.connection();
    const fields = { source: this.#sourceHandle(source, connection, "forecast"), options: given(settings), rows };
    return connection.call("forecast", fields, { signals: [signal] });
  }

  async sql(options) {
    checkKeys("sql", options, ["source", "dialect", "table", "where", ...SETTINGS.query, "signal", "onProgress"]);
    const { source, signal, onProgress, ...settings } = options;
    const connection = await this.#thread.connection();
    const fields = { source: this.#sourceHandle(source, connection, "sql"), options: given(settings) };
    return (await connection.call("query", fields, { signals: [signal], onProgress })).sql;
  }

  async loadTarget(data, /** @type {Record<string, any>} */ options = {}) {
    checkKeys("loadTarget", options, ["sheet", "signal", "onProgress"]);
    checkSheet(options);
    if (options.signal?.aborted) throw cancelled();
    this.#thread.checkAlive();
    const target = new Target();
    this.#targets.set(target, { contents: await privateData(data, this.#host.openPath), ...options });
    return target;
  }

  async adapt(options) {
    const beside = ["receiver", "run", "explain", "signal", "onProgress", "onReport"];
    checkKeys("adapt", options, ["source", "target", "targetSums", ...SETTINGS.run, ...beside]);
    checkBudget(options);
    checkReceiver(options);
    checkRun(options);
    const { source, target, targetSums, receiver, run, explain = false } = options;
    const settings = picked(options, SETTINGS.run);
    if (typeof explain !== "boolean") throw new PrivadaptError("bad-option", "explain is true or false");
    const connection = await this.#thread.connection();
    const fields = {
      source: this.#sourceHandle(source, connection),
      options: given(settings),
      receiver,
      sums: targetSums !== undefined,
    };
    const data = fields.sums ? sumsOf(targetSums, target) : this.#targetContents(target);
    const ledger = await this.#openLedger?.();
    const charge = new Charge({ ledger, onCharge: this.#onCharge, about: aboutRun(settings, source, run) });
    await charge.check(settings);
    const { linesAbove } = this.#sources.get(source);
    const { release, ...said } = await runOf(connection, { fields, asked: options, linesAbove, data, charge });
    return new Release(this, release, said);
  }

  async combine(releases, /** @type {Record<string, any>} */ options = {}) {
    checkKeys("combine", options, ["source", ...SETTINGS.after, "signal", "onProgress"]);
    const { source, signal, onProgress, ...settings } = options;
    if (typeof releases === "string" || typeof releases?.[Symbol.iterator] !== "function")
      throw new PrivadaptError("bad-option", "combine needs an array of releases");
    const connection = await this.#thread.connection();
    /** @type {Record<string, any>} */
    const fields = { releases: Array.from(releases, textOf), options: defined(settings) };
    if (source !== undefined || !["moments", ...COUNTED].includes(settings.release))
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
    const given = Array.isArray(data) ? data : bytesOf("score", data, "an array of rows");
    const table = given instanceof ReadableStream ? await wholeOf(given) : given; // it is read more than once
    const { predictions, ...found } = await this.#apply("score", release, table, options);
    const truth = await readLabels(this, JSON.parse(textOf(release)), table, { signal: options?.signal });
    const scores = scoresOf(predictions ?? classification(found), truth);
    if (!scores) throw new PrivadaptError("no-rows", "no row of the data has a label that the model knows");
    return scores;
  }

  async toONNX(release, /** @type {Record<string, any>} */ options = {}) {
    checkKeys("toONNX", options, ["baseFile", "signal"]);
    const { baseFile: given, signal } = options;
    const { toONNX } = await import("./portable/model.js");
    const text = textOf(release);
    const { baseFile } = await this.#baseFile(given, { signal });
    const file = baseFile && new TextDecoder().decode(baseFile);
    await this.#apply("toONNX", text, [], { onMissing: "mean", baseFile, signal }); // checks the release
    return toONNX(JSON.parse(text), file);
  }

  async toSQL(release, options) {
    checkKeys("toSQL", options, ["dialect", "table", "keep", "baseFile", "signal"]);
    const { baseFile: model, signal, ...asked } = options;
    const { baseFile } = await this.#baseFile(model, { signal });
    const connection = await this.#thread.connection();
    const fields = { release: textOf(release), baseFile, options: defined(asked) };
    return (await connection.call("scores", fields, { signals: [signal] })).sql;
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
    /** @type {any} */
    const counted = { report: "figures", estimate: "estimates" }[document.kind];
    return plotsOf(document, counted ? { [counted]: await this[counted](text, { signal }) } : {}, width);
  }

  async #apply(caller, release, data, /** @type {Record<string, any>} */ options = {}) {
    checkKeys(caller, options, ["onMissing", "baseFile", "signal", "onProgress", "onNote"]);
    const { baseFile: model, ...rest } = options;
    const open = async () => ({
      baseFile: (await this.#baseFile(model, { signal: rest.signal })).baseFile,
      connection: await this.#thread.connection(),
    });
    return applied(caller, release, data, open, rest);
  }

  async figures(report, options = {}) {
    checkKeys("figures", options, ["signal"]);
    const connection = await this.#thread.connection();
    return connection.call("figures", { release: textOf(report) }, { signals: [options.signal] });
  }

  async estimates(estimate, options = {}) {
    checkKeys("estimates", options, ["signal"]);
    const connection = await this.#thread.connection();
    return connection.call("estimates", { release: textOf(estimate) }, { signals: [options.signal] });
  }

  async suggestDelta(rows, options = {}) {
    checkKeys("suggestDelta", options, ["most", "signal"]);
    const { most = 0, signal } = options;
    if (!(Number.isFinite(rows) && rows >= 1 && Number.isFinite(most) && most >= 0))
      throw new PrivadaptError("bad-option", "rows is a number of at least 1, and most of at least 0");
    const connection = await this.#thread.connection();
    return connection.call("delta", { rows, most }, { signals: [signal] });
  }

  async verify(release, options = {}) {
    checkKeys("verify", options, ["acceptLargeDelta", "source", "baseFile", "receiver", "signal", "onProgress"]);
    checkReceiver(options);
    const { acceptLargeDelta = false, source, baseFile: model, receiver, signal, onProgress } = options;
    if (typeof acceptLargeDelta !== "boolean")
      throw new PrivadaptError("bad-option", "acceptLargeDelta is true or false");
    const { baseFile } = await this.#baseFile(model, { signal });
    const connection = await this.#thread.connection();
    const fields = { release: textOf(release), acceptLargeDelta, baseFile, receiver };
    if (source !== undefined) fields.source = this.#sourceHandle(source, connection, "verify");
    return connection.call("verify", fields, { signals: [signal], onProgress });
  }

  dispose() {
    return this.#thread.dispose();
  }

  #baseFile(data, /** @type {Record<string, any>} */ { signal, onProgress }) {
    return baseFileOf(data, this.#download(signal, onProgress));
  }

  /** What opens and fetches a public file. */
  #download(signal, onProgress) {
    const report = (done, total) => onProgress?.(Object.freeze({ stage: "download", done, total }));
    return { ...this.#host, signal, onProgress: report };
  }

  #sourceHandle(source, connection, caller = "adapt") {
    if (!(source instanceof Source))
      throw new PrivadaptError("bad-option", `${caller} needs a source made by engine.loadSource()`);
    const known = this.#sources.get(source);
    if (!known) throw stale("this source belongs to another engine; load it with the engine that adapts");
    if (known.connection !== connection)
      throw stale("the engine has restarted since this source was loaded; call engine.loadSource() again");
    return known.handle;
  }

  #targetContents(target) {
    if (!(target instanceof Target))
      throw new PrivadaptError("bad-option", "adapt needs a target made by engine.loadTarget()");
    const known = this.#targets.get(target);
    if (!known) throw stale("this target belongs to another engine; register it with the engine that adapts");
    return known;
  }
}

const stale = (why) => new PrivadaptError("stale-handle", why);

// The options of a call, as a caller gives them and as the engine takes them.
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

function checkSheet(/** @type {Record<string, any>} */ { sheet }) {
  if (sheet !== undefined && typeof sheet !== "string")
    throw new PrivadaptError("bad-option", 'the option "sheet" is a name');
}

/** Of anything else, such as an answer that was not parsed, the engine would see no terms, and refuse nothing. */
function checkReceiver(/** @type {Record<string, any>} */ { receiver }) {
  if (receiver !== undefined && Object.prototype.toString.call(receiver) !== "[object Object]")
    throw new PrivadaptError("bad-option", "receiver is an object: what a receiver answers, as JSON.parse makes it");
}

/** The ledger would refuse it only after the private file was read and the caller asked. */
function checkRun(/** @type {Record<string, any>} */ { run }) {
  if (run !== undefined && !isShort(run))
    throw new PrivadaptError("bad-option", "run is a name of up to 200 characters, one line of plain text");
}

/** Options left undefined are options not given. */
function defined(settings) {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/**
 * The settings of a run. A report states the SHA-256 of its model's text, which values that were parsed no longer have.
 */
function given(/** @type {Record<string, any>} */ { model, ...settings }) {
  if (model !== undefined && typeof model !== "string" && !(model instanceof Release))
    throw new PrivadaptError(
      "bad-option",
      "model is the text of a release's file, or a release of this package; its SHA-256 is stated",
    );
  // The engine would see no unit in it, and protect rows.
  if (settings.unit === "")
    throw new PrivadaptError("bad-option", "unit is the name of a column; leave it out to protect rows");
  return defined({ ...settings, model: model?.text ?? model });
}

/** A release as text: what a file holds, what JSON.parse made of it, or a Release. */
function textOf(release) {
  if (typeof release === "string") return release.replace(/^\ufeff/, ""); // the mark of a file of Windows
  if (release instanceof Release) return release.text;
  // Of a file, bytes or a promise JSON has an empty object.
  if (Object.prototype.toString.call(release) !== "[object Object]")
    throw new PrivadaptError(
      "bad-release",
      "a release is needed: its JSON text, as await file.text() gives it, or what JSON.parse made of it",
    );
  try {
    return JSON.stringify(release);
  } catch (cause) {
    throw new PrivadaptError("bad-release", "this is no release: it has no JSON text", { cause });
  }
}

/** It does not repeat the error, which may tell of private rows. */
const FAILED =
  "onProgress threw an error after the charge and was not called again; the run went on, because its release was paid for.";

/** What the ledger keeps of a run, besides its cost. */
const aboutRun = (settings, source, run) => ({
  mechanism: settings.mechanism ?? (["report", "estimate"].includes(settings.release) ? "tally" : "moment"),
  release: settings.release ?? "model",
  source: source.digest,
  ...(settings.unit && { unit: "person" }),
  ...(run !== undefined && { run }),
});

/**
 * Reads private data, has the run charged and resolves with the release and what the engine says beside it. `fields`
 * are what the engine is told, `asked` are the caller's options, `data` is {contents, sheet?, signal?, onProgress?}.
 */
async function runOf(connection, { fields, asked, linesAbove, data, charge }) {
  const { source, headers, unit, explain = false, signal, onProgress, onReport } = asked;
  const { contents, ...reading } = data;
  let read;
  let failed = false;
  // An error of the caller's after the charge would lose the release that was paid for.
  const observe = (progress) => {
    if (failed) return;
    try {
      onProgress?.(progress);
    } catch (error) {
      if (!charge.hasBegun) throw error;
      failed = true;
    }
  };
  try {
    const columns = [...source.columns];
    if (asked.useLabels === true || asked.release === "report") columns.push({ name: source.label });
    for (const name of Object.values(Object(headers))) columns.push({ name });
    const { files, counted, inColumns } = await readingsOf(contents, columns, unit);
    read = await connection.call(
      "readTarget",
      { ...fields, inColumns },
      {
        files,
        counted,
        sheet: reading.sheet,
        columns: unit ? "exact" : "numbers",
        label: Object(headers)[source.label] ?? source.label,
        expected: expectedIn(source, headers),
        above: linesAbove,
        signals: [signal, reading.signal],
        onProgress: (progress) => {
          reading.onProgress?.(progress);
          onProgress?.(progress);
        },
      },
    );
    await onReport?.(read.report);
    const made = await connection.call(
      "adapt",
      { target: read.target, explain },
      { signals: [signal], onProgress: observe, onCharge: (cost, waits) => charge.record(cost, waits) },
    );
    const warnings = read.warnings.map(({ text }) => text);
    return { ...made, warnings: failed ? [...warnings, FAILED] : warnings };
  } catch (error) {
    if (read) connection.dispose(read.target);
    throw error instanceof PrivadaptError ? ended(error, await charge.wasRecorded()) : error;
  }
}

/** The names that the header of a private file should have. */
const expectedIn = ({ columns }, headers) =>
  columns.filter(({ kind }) => kind !== "ignored").map(({ name }) => Object(headers)[name] ?? name);

/** What one run is charged to: the caller is asked, and the ledger, if there is one, records it. */
class Charge {
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

/**
 * Applies a released model to rows, for the method `caller`. `open` resolves with {baseFile, connection} and is called
 * after the data are checked. Resolves with {predictions}, or of a model that predicts classes with {classes, labels,
 * probabilities} as the engine has them.
 */
async function applied(
  caller,
  release,
  data,
  open,
  /** @type {Record<string, any>} */ { onMissing = "error", signal, onProgress, onNote },
) {
  if (!["error", "mean"].includes(onMissing)) throw new PrivadaptError("bad-option", 'onMissing is "error" or "mean"');
  /** @type {Record<string, any>} */
  const fields = { release: textOf(release) };
  const columns = columnsOfModel(fields.release);
  /** @type {Record<string, any>} */
  const { file, values, rows, ...found } = Array.isArray(data)
    ? valuesOf(data, columns)
    : { file: bytesOf(caller, data, "an array of rows") };
  if (values) Object.assign(fields, { values, rows });
  const { baseFile, connection } = await open();
  const { predictions, classes, labels, probabilities, ...report } = await connection.call(
    "predict",
    { ...fields, baseFile },
    { data: file, signals: [signal], onProgress },
  );
  Object.assign(report, found);
  if (values) report.repairedCells -= rows * found.missingColumns.length;
  if (onMissing === "error") checkColumns(report, columns);
  for (const note of notesOn(report)) onNote?.(note);
  return { predictions, classes, labels, probabilities };
}

/** The engine's answer by classes: the name of each row's likeliest, and a column of probabilities for each. */
const classification = ({ classes, labels, probabilities }) => ({
  classes,
  labels: Array.from(labels, (place) => classes[place]),
  probabilities: classes.map((_, k) => Float64Array.from(labels, (_, i) => probabilities[i * classes.length + k])),
});
