import {
  Charge,
  aboutRun,
  applied,
  checkBudget,
  checkReceiver,
  checkRun,
  checkSheet,
  classification,
  defined,
  given,
  runOf,
  textOf,
} from "./calls/calls.js";
import { PrivadaptError, cancelled, checkKeys } from "./errors.js";
import { Source, Target, wholeOf } from "./handles.js";
import { bytesOf, privateData, sumsOf } from "./reading/given.js";
import { readLabels } from "./reading/labels.js";
import { baseFileOf, sampleFiles } from "./reading/sample.js";
import { scoresOf } from "./reading/scores.js";
import { Release, explanations } from "./release.js";
import { LastingConnection } from "./runtime/client.js";
import { SETTINGS } from "./terms/settings.js";

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
    const { sheet, baseFile: model, signal, onProgress, integrity, ...settings } = options;
    const files = await sampleFiles(data, integrity, this.#download(signal, onProgress));
    const { baseFile, baseURL } = await this.#baseFile(model, { signal, onProgress });
    const connection = await this.#thread.connection();
    const whole = files.parts ? undefined : integrity;
    const fields = { options: defined({ ...settings, baseURL, integrity: whole }), baseFile };
    const call = { ...files, sheet, label: settings.label, signals: [signal], onProgress };
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
    checkReceiver(options);
    checkRun(options);
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
    const { release, ...beside } = await runOf(connection, {
      fields,
      settings,
      source,
      linesAbove,
      data,
      charge,
      explain,
      signal,
      onProgress,
      onReport,
    });
    return new Release(this, release, beside);
  }

  async combine(releases, /** @type {Record<string, any>} */ options = {}) {
    checkKeys("combine", options, ["source", ...SETTINGS.after, "signal", "onProgress"]);
    const { source, signal, onProgress, ...settings } = options;
    if (typeof releases === "string" || typeof releases?.[Symbol.iterator] !== "function")
      throw new PrivadaptError("bad-option", "combine needs an array of releases");
    const connection = await this.#thread.connection();
    /** @type {Record<string, any>} */
    const fields = { releases: Array.from(releases, textOf), options: defined(settings) };
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
    const { toONNX } = await import("./portable/model.js");
    const { checked, file } = await this.#exported("toONNX", release, options);
    return toONNX(checked, file);
  }

  async toSQL(release, options) {
    checkKeys("toSQL", options, ["dialect", "table", "keep", "baseFile", "signal"]);
    const { dialect, table, keep, ...rest } = options;
    const { toSQL } = await import("./portable/model.js");
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
