import { PrivadaptError, cancelled, ended } from "../errors.js";
import { checkRoom, checkUnit, isShort } from "../ledger/rules.js";
import { Release } from "../release.js";
import { bytesOf, readingsOf } from "../reading/given.js";
import { checkColumns, columnsOfModel, notesOn, valuesOf } from "../reading/columns.js";

// The options of a call, as a caller gives them and as the engine takes them.
/** ε and δ have no defaults; the engine would see a 0 in their place. */
export function checkBudget(options) {
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

export function checkSheet(/** @type {Record<string, any>} */ { sheet }) {
  if (sheet !== undefined && typeof sheet !== "string")
    throw new PrivadaptError("bad-option", 'the option "sheet" is a name');
}

/** Of anything else, such as an answer that was not parsed, the engine would see no terms, and refuse nothing. */
export function checkReceiver(/** @type {Record<string, any>} */ { receiver }) {
  if (receiver !== undefined && Object.prototype.toString.call(receiver) !== "[object Object]")
    throw new PrivadaptError("bad-option", "receiver is an object: what a receiver answers, as JSON.parse makes it");
}

/** The ledger would refuse it only after the private file was read and the caller asked. */
export function checkRun(/** @type {Record<string, any>} */ { run }) {
  if (run !== undefined && !isShort(run))
    throw new PrivadaptError("bad-option", "run is a name of up to 200 characters, one line of plain text");
}

/** Options left undefined are options not given. */
export function defined(settings) {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/**
 * The settings of a run. A report states the SHA-256 of its model's text, which values that were parsed no longer have.
 */
export function given({ model, ...settings }) {
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
export function textOf(release) {
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
export const aboutRun = (settings, source, run) => ({
  mechanism: settings.mechanism ?? (settings.release === "report" ? "tally" : "moment"),
  release: settings.release ?? "model",
  source: source.digest,
  ...(settings.unit && { unit: "person" }),
  ...(run !== undefined && { run }),
});

/**
 * Reads private data, has the run charged and resolves with the release and what the engine says beside it. `fields`
 * are what the engine is told, `settings` are the caller's, `data` is {contents, sheet?, signal?, onProgress?}.
 */
export async function runOf(
  connection,
  { fields, settings, source, linesAbove, data, charge, explain, signal, onProgress, onReport },
) {
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
    return { ...made, warnings: failed ? [...read.warnings, FAILED] : read.warnings };
  } catch (error) {
    if (read) connection.dispose(read.target);
    throw error instanceof PrivadaptError ? ended(error, await charge.wasRecorded()) : error;
  }
}

/** The names that the header of a private file should have. */
const expectedIn = ({ columns }, headers) =>
  columns.filter(({ kind }) => kind !== "ignored").map(({ name }) => Object(headers)[name] ?? name);

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

/**
 * Applies a released model to rows, for the method `caller`. `open` resolves with {baseFile, connection} and is called
 * after the data are checked. Resolves with {predictions}, or of a model that predicts classes with {classes, labels,
 * probabilities} as the engine has them.
 */
export async function applied(
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
export const classification = ({ classes, labels, probabilities }) => ({
  classes,
  labels: Array.from(labels, (place) => classes[place]),
  probabilities: classes.map((_, k) => Float64Array.from(labels, (_, i) => probabilities[i * classes.length + k])),
});
