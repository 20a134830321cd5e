import { wholeOf } from "../handles.js";
import { load } from "../index.js";
import { columnNames } from "./arguments.js";
import { openData } from "./files.js";
import { interruptible } from "./interrupt.js";

/** How every command is given a public sample. */
export const sampleOptions = {
  source: { type: "string" },
  label: { type: "string" },
  task: { type: "string" },
  categorical: { type: "string", multiple: true },
  ignore: { type: "string", multiple: true },
  integrity: { type: "string" },
  "base-file": { type: "string" },
  "base-integrity": { type: "string" },
};

/** Divides a command's values into the sample's address, how to read it, and the others. */
export function sampleOf({ source, label, task, categorical, ignore, integrity, "base-file": baseFile, "base-integrity": baseIntegrity, ...others }) {
  return { source, columns: { label, task, categorical: columnNames(categorical), ignore: columnNames(ignore), integrity, baseFile, baseIntegrity }, others };
}

/** Calls `work(engine, sample, signal)` for what nothing private is read for and nothing is spent on. Resolves with the exit status. */
export function withSample(source, columns, work) {
  return interruptible(async (signal) => {
    const engine = await load({ ledger: false });
    try {
      await work(engine, await loadSource(engine, source, { ...columns, signal }), signal);
      return 0;
    } finally {
      await engine.dispose();
    }
  });
}

export const isURL = (text) => /^https?:\/\//i.test(text);

/** A file with a model, for the engine: its address as it is, or what is read of it. */
export async function baseFileOf(file) {
  if (file === undefined || isURL(file)) return file;
  const data = await openData(file);
  return data instanceof ReadableStream ? wholeOf(data) : data; // it may be read more than once
}

/** Reads the public sample. The message of an error in it begins with the file's name. */
export async function loadSource(engine, source, { baseFile, ...rest }) {
  const settings = { ...rest, baseFile: await baseFileOf(baseFile) };
  if (isURL(source)) return engine.loadSource(source, settings);
  const data = await openData(source);
  try {
    return await engine.loadSource(data, settings);
  } catch (error) {
    if (error.code !== "cancelled") error.message = `${source}: ${error.message}`;
    throw error;
  }
}
