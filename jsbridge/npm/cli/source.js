import { basename } from "node:path";
import { wholeOf } from "../handles.js";
import { load } from "../index.js";
import { fileNameOf } from "../reading/plain-text.js";
import { SETTINGS } from "../terms/settings.gen.js";
import { UsageError, kebab } from "../terminal/arguments.js";
import { columnNames } from "../terms/asked.js";
import { openData } from "./files.js";
import { Outputs } from "../terminal/output.js";
import { interruptible, progressBar } from "../terminal/progress.js";
import { tell } from "../terminal/print.js";
import { BY_COLUMN, OPTIONS } from "../terms/command.gen.js";

/** Ends a run that was to end after the check. */
export class DryRun extends Error {}

/** How every command is given a public sample. */
export const sampleOptions = { ...OPTIONS.sample, source: { type: "string", multiple: true } };

/**
 * Divides a command's values into the sample's address, how to read it, and the others, by the names that the
 * engine has for them.
 */
export function sampleOf(values) {
  const { source: sources, ...named } = Object.fromEntries(
    Object.entries(values).map(([option, value]) => [camelCase(option), value]),
  );
  const columns = {};
  for (const name of SETTINGS.sample) {
    const list = Array.isArray(named[name]) ? columnNames(named[name]) : named[name];
    columns[name] = BY_COLUMN[name] && list ? wordsByColumn(name, list) : list;
    delete named[name];
  }
  return { source: oneSource(sources), columns, others: named };
}

/** The only one: of two the last would else be taken in silence. */
export function oneSource([source, ...more] = []) {
  if (more.length > 0) throw new UsageError("--source is given twice; put the rows of both files into one");
  return source;
}

/** `sold=dmy` for each column; of an option that takes any text, `age=Alter`. */
export function wordsByColumn(name, texts) {
  const words = BY_COLUMN[name];
  const pairs = texts.map((text) => {
    const at = words.length > 0 ? text.lastIndexOf("=") : text.indexOf("=");
    return [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
  });
  if (words.length === 0) {
    if (pairs.some(([column, text]) => column === "" || text === ""))
      throw new UsageError(`--${kebab(name)} needs a column and a text for it, such as age=Alter`);
    return Object.fromEntries(pairs);
  }
  if (pairs.some(([column, word]) => column === "" || !words.includes(word)))
    throw new UsageError(
      `--${kebab(name)} needs columns and a word for each, such as sold=${words[0]}; the words are ${words.join(", ")}`,
    );
  return Object.fromEntries(pairs);
}

const camelCase = (option) => option.replace(/-[a-z]/g, (letters) => letters[1].toUpperCase());

/** What is read of the sample, and of the model that comes with it, from files of this machine. */
export const filesOf = (source, /** @type {Record<string, any>} */ { baseFile } = {}) =>
  [source, baseFile].filter((one) => one !== undefined && !isURL(one));

/**
 * Calls `work({engine, outputs, bar, signal})` and resolves with the exit status that it gives, else 0. A file of `paths`
 * is written by outputs.commit(); `inputs` are read, and `ledger` and `fetch` are as for load(). Whatever happens, the
 * engine is ended and nothing is left half-written.
 */
export function withEngine(
  /** @type {Record<string, any>} */ { paths = [], inputs = [], force, json, ledger = false, fetch },
  work,
) {
  return interruptible(async (signal) => {
    const outputs = new Outputs();
    const bar = progressBar();
    let engine;
    try {
      await outputs.add(paths, inputs, { force, json });
      engine = await load({ ledger, fetch });
      return (await work({ engine, outputs, bar, signal })) ?? 0;
    } catch (error) {
      if (error instanceof DryRun) return 0;
      throw error;
    } finally {
      bar.clear();
      await engine?.dispose();
      await outputs.discard();
    }
  });
}

/** Says what is to note of a public sample: whoever publishes it can still mend it. */
export const tellNotes = (sample) => tell(...sample.notes.map((note) => `note: ${note}`));

export const isURL = (text) => /^https?:\/\//i.test(text);

/** The option with a model's file, as the engine takes it: its address as it is, or what is read of it. */
export async function withFile(/** @type {Record<string, any>} */ { baseFile }) {
  if (baseFile === undefined || isURL(baseFile)) return { baseFile };
  const data = await openData(baseFile);
  return { baseFile: data instanceof ReadableStream ? await wholeOf(data) : data }; // it may be read more than once
}

/** What a public sample is called: the last part of its path or address. */
export const nameOf = (place) => (isURL(place) ? fileNameOf(new URL(place)) : basename(place));

/** Reads the public sample. `fetch` is the engine's. The message of an error begins with the place of a file. */
export async function loadSource(engine, place, rest) {
  const settings = { ...rest, ...(await withFile(rest)) };
  if (isURL(place)) return engine.loadSource(place, settings);
  const data = await openData(place);
  try {
    return await engine.loadSource(data, settings);
  } catch (error) {
    if (error.code !== "cancelled") error.message = `${place}: ${error.message}`;
    throw error;
  }
}
