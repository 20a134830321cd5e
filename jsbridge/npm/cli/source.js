import { createHash } from "node:crypto";
import { basename } from "node:path";
import { wholeOf } from "../handles.js";
import { load } from "../index.js";
import { fetchSource } from "../reading/fetch-source.js";
import { SETTINGS } from "../terms/settings.gen.js";
import { UsageError, kebab } from "../terminal/arguments.js";
import { columnNames } from "../terms/asked.js";
import { DryRun } from "./check.js";
import { openData } from "./files.js";
import { Outputs } from "../terminal/output.js";
import { interruptible, progressBar } from "../terminal/progress.js";
import { tell } from "../terminal/print.js";
import { BY_COLUMN, OPTIONS } from "../terms/command.gen.js";

/** How every command is given a public sample. */
export const sampleOptions = { ...OPTIONS.sample, source: { type: "string", multiple: true } };

/**
 * Divides a command's values into the samples' addresses, how to read them, and the others, by the names that the
 * engine has for them.
 */
export function sampleOf(values) {
  const { source, integrity, ...named } = Object.fromEntries(
    Object.entries(values).map(([option, value]) => [camelCase(option), value]),
  );
  if (integrity && integrity.length !== (source ?? []).length)
    throw new UsageError("--integrity is given once for each --source, in their order");
  const columns = { integrity: integrity?.length > 1 ? integrity : integrity?.[0] };
  for (const name of SETTINGS.sample) {
    const list = Array.isArray(named[name]) ? columnNames(named[name]) : named[name];
    if (name !== "integrity") columns[name] = BY_COLUMN[name] && list ? wordsByColumn(name, list) : list;
    delete named[name];
  }
  return { source, columns, others: named };
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

/** What is read of the samples, and of the model that comes with them, from files of this machine. */
export const filesOf = (sources = [], /** @type {Record<string, any>} */ { baseFile } = {}) =>
  [...sources, baseFile].filter((one) => one !== undefined && !isURL(one));

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

/**
 * Reads the public sample, or unites several, which may have `names` other than their files', in their order or,
 * where `like` is a list of digests, in the order of the list. `fetch` is the engine's. The message of an error in
 * one begins with its name.
 */
export async function loadSource(
  engine,
  sources,
  /** @type {Record<string, any>} */ { names = [], like, fetch, ...rest },
) {
  const [only] = sources;
  /** @type {Record<string, any>} */
  const settings = { ...rest, ...(await withFile(rest)) };
  if (sources.length === 1 && isURL(only)) return engine.loadSource(only, settings);
  const data = [];
  for (const [k, one] of sources.entries()) {
    if (!isURL(one)) data.push(named(await openData(one), basename(one)));
    else if (!names[k] && !like) data.push(one);
    else {
      const onProgress = (done, total) => rest.onProgress?.({ stage: "download", done, total });
      const file = await fetchSource(one, { fetch, signal: rest.signal, onProgress });
      data.push(named(file, names[k] ?? basename(new URL(one).pathname)));
    }
  }
  if (like && sources.length > 1) {
    const places = await Promise.all(data.map(async (one) => like.indexOf(await digestOf(one))));
    // What is not named comes last, and is refused.
    const order = [...data.keys()].sort(
      (a, b) => Number(places[a] < 0) - Number(places[b] < 0) || places[a] - places[b],
    );
    if (Array.isArray(settings.integrity)) settings.integrity = order.map((k) => settings.integrity[k]);
    data.splice(0, data.length, ...order.map((k) => data[k]));
  }
  try {
    return await engine.loadSource(sources.length === 1 ? data[0] : data, settings);
  } catch (error) {
    if (error.code !== "cancelled" && sources.length === 1) error.message = `${only}: ${error.message}`;
    throw error;
  }
}

/** The SHA-256 of a file; undefined of a pipe, which can be read only once and stays where it is. */
const digestOf = async (data) =>
  data instanceof Blob
    ? createHash("sha256")
        .update(new Uint8Array(await data.arrayBuffer()))
        .digest("hex")
    : undefined;

/** A file with its name, by which a release lists it. */
const named = (data, name) => (data instanceof Blob ? Object.defineProperty(data, "name", { value: name }) : data);
