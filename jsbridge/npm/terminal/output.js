import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { link, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { PrivadaptError } from "../errors.js";
import { UsageError } from "./arguments.js";
import { say, sayWhole, tell } from "./print.js";

const defaultNames = {
  model: "release.json",
  weights: "weights.json",
  moments: "moments.json",
  report: "report.json",
  estimate: "estimate.json",
};

/**
 * The file of a release and, for weights, a table beside it. The release itself is written last: if it exists, its
 * weights exist.
 */
export function outputPaths(kind = "model", out) {
  if (!Object.hasOwn(defaultNames, kind))
    throw new UsageError(`--release is model, weights, moments, report or estimate, not "${kind}"`);
  const path = out ?? defaultNames[kind];
  if (isStream(path)) return [path];
  return kind === "weights" ? [`${path.replace(/\.json$/i, "")}.csv`, path] : [path];
}

/** What takes a release and is no file that could be named: standard output, or a device. There it is alone. */
const isStream = (path) => path === "-" || path.startsWith("/dev/");

/** What a release has in files, itself last. */
export const textsOf = (release) => (release.kind === "weights" ? [release.weightsCSV, release.text] : [release.text]);

/** Whether the result has gone where nothing shows that it has arrived. */
export const isSent = (paths) => paths.includes("-");

/** Prints lines about a result, never among its bytes. */
export const sayBeside = (paths, ...lines) => (isSent(paths) ? tell : say)(...lines);

/** The options of every command that writes a file. */
export const OUT = { out: { type: "string" }, force: { type: "boolean" } };

/**
 * Files that appear together and complete, or not at all. They are opened before the work begins, so that a missing
 * write permission is noticed before any privacy budget is spent. They grow under temporary names in the same folder
 * and get their own names at the very end, in the given order.
 */
export class Outputs {
  #files = [];
  #onExit = () => this.#files.forEach(({ temporary }) => temporary && rmSync(temporary, { force: true }));

  constructor() {
    // Also for exits that run no finally block: a second Ctrl-C, an uncaught error.
    process.on("exit", this.#onExit);
  }

  /**
   * A file that exists is overwritten by `force` alone, and `inputs`, which are read, never. With `json` a document about
   * the result goes to standard output, so the result cannot.
   */
  async add(paths, inputs, { force = false, json = false } = {}) {
    if (json && isSent(paths)) throw new UsageError("--out - and --json both are standard output; give --out a file");
    for (const path of paths) await this.#add(path, inputs, force);
  }

  async #add(path, inputs, force) {
    if (path === "-") return void this.#files.push({ path });
    const final = await realpath(path).catch(() => resolve(path));
    const present = await stat(final).catch(() => null);
    if (present?.isCharacterDevice() || present?.isFIFO()) return void this.#files.push({ path, device: final });
    const refuse = (why) => {
      throw new PrivadaptError("no-output", `${path} ${why}`);
    };
    for (const input of inputs)
      if ((await realpath(input).catch(() => null)) === final)
        refuse("is one of the files to read; choose another name for the result");
    if (present && !present.isFile()) refuse("exists and is not a plain file");
    if (present && !force) refuse("exists; choose another name with --out, or add --force to overwrite it");
    const temporary = join(dirname(final), `.${basename(final)}.${randomUUID()}.partial`);
    try {
      const handle = await open(temporary, "wx");
      this.#files.push({ path, final, temporary, existed: Boolean(present), force, handle });
    } catch (error) {
      throw new PrivadaptError("no-output", `${path} cannot be written: ${error.message}`, { cause: error });
    }
  }

  /** Writes a text to each file, of more texts than files the last, and gives the files their names. */
  async commit(texts) {
    try {
      for (const [i, file] of this.#files.entries()) await write(file, texts.at(i - this.#files.length));
      await this.#rename();
    } catch (error) {
      throw new PrivadaptError("no-output", `the result could not be written: ${error.message}`, { cause: error });
    } finally {
      await this.discard();
    }
  }

  async #rename() {
    const named = [];
    const files = this.#files.filter(({ final }) => final);
    try {
      for (const file of files) {
        await (file.force ? rename(file.temporary, file.final) : linkNew(file));
        named.push(file);
      }
    } catch (error) {
      for (const file of named) if (!file.existed) await rm(file.final, { force: true });
      throw error;
    }
    for (const folder of new Set(files.map((file) => dirname(file.final)))) await syncFolder(folder);
  }

  /** Removes the files that have not got their names. */
  async discard() {
    process.off("exit", this.#onExit);
    for (const { handle, temporary } of this.#files.filter(({ temporary }) => temporary)) {
      await handle.close().catch(() => {}); // closed already
      await rm(temporary, { force: true });
    }
  }
}

async function write({ path, device, handle }, text) {
  if (path === "-") return sayWhole(text);
  const file = handle ?? (await open(device, "w"));
  await file.writeFile(text);
  if (handle) await file.sync();
  await file.close();
}

/** Gives a file its name unless another has it. */
async function linkNew({ temporary, final, path }) {
  try {
    await link(temporary, final);
  } catch (error) {
    if (error.code === "EEXIST") throw new Error(`${path} has been made meanwhile`, { cause: error });
    await rename(temporary, final); // a file system without hard links
  }
}

/** Makes the new names survive a power failure, on systems that can synchronise a folder. */
async function syncFolder(folder) {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
