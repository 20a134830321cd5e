// The options of a call, as a caller gives them and as the engine takes them.
import { PrivadaptError } from "../errors.js";
import { isShort } from "../ledger/rules.js";
import { Release } from "../release.js";

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
