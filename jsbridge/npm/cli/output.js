import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { PrivadaptError } from "../errors.js";
import { UsageError } from "./arguments.js";

const defaultNames = { model: "release.json", weights: "weights.json", moments: "moments.json", report: "report.json" };

/** The file of a release and, for weights, a table beside it. The release itself is written last: if it exists, its weights exist. */
export function outputPaths(kind = "model", out) {
  if (!Object.hasOwn(defaultNames, kind))
    throw new UsageError(`--release is model, weights, moments or report, not "${kind}"`);
  const path = out ?? defaultNames[kind];
  return kind === "weights" ? [`${path.replace(/\.json$/i, "")}.csv`, path] : [path];
}

/** What stands in these files. */
export const textsOf = (release) => (release.kind === "weights" ? [release.weightsCSV, release.text] : [release.text]);

/**
 * Files that appear together and complete, or not at all. They are opened before the work begins, so that a missing write
 * permission is noticed before any privacy budget is spent. They grow under temporary names in the same folder and get their own
 * names at the very end, in the given order.
 */
export class Outputs {
  #files = [];
  #onExit = () => this.#files.forEach((file) => rmSync(file.temporary, { force: true }));

  /** `inputs` are files that must not be overwritten. */
  static async open(paths, inputs) {
    const outputs = new Outputs();
    // Also for exits that run no finally block: a second Ctrl-C, an uncaught error.
    process.on("exit", outputs.#onExit);
    try {
      for (const path of paths) await outputs.#add(path, inputs);
      return outputs;
    } catch (error) {
      await outputs.discard();
      throw error;
    }
  }

  async #add(path, inputs) {
    const final = await realpath(path).catch(() => resolve(path));
    const present = await stat(final).catch(() => null);
    if (present && !present.isFile()) throw new PrivadaptError("no-output", `${path} exists and is not a plain file`);
    for (const input of inputs) {
      if ((await realpath(input).catch(() => null)) === final) {
        throw new PrivadaptError(
          "no-output",
          `${path} is one of the files to read; choose another name for the result`,
        );
      }
    }
    const temporary = join(dirname(final), `.${basename(final)}.${randomUUID()}.partial`);
    try {
      this.#files.push({ path, final, temporary, existed: Boolean(present), handle: await open(temporary, "wx") });
    } catch (error) {
      throw new PrivadaptError("no-output", `${path} cannot be written: ${error.message}`, { cause: error });
    }
  }

  /** Writes one text to each file and gives the files their names. */
  async commit(texts) {
    try {
      for (const [i, { handle }] of this.#files.entries()) {
        await handle.writeFile(texts[i]);
        await handle.sync();
        await handle.close();
      }
      await this.#rename();
    } catch (error) {
      throw new PrivadaptError("no-output", `the result could not be written: ${error.message}`, { cause: error });
    } finally {
      await this.discard();
    }
  }

  async #rename() {
    const named = [];
    try {
      for (const file of this.#files) {
        await rename(file.temporary, file.final);
        named.push(file);
      }
    } catch (error) {
      for (const file of named) if (!file.existed) await rm(file.final, { force: true });
      throw error;
    }
    for (const folder of new Set(this.#files.map((file) => dirname(file.final)))) await syncFolder(folder);
  }

  /** Removes the files that have not got their names. */
  async discard() {
    process.off("exit", this.#onExit);
    for (const { handle, temporary } of this.#files) {
      await handle.close().catch(() => {}); // closed already
      await rm(temporary, { force: true });
    }
  }
}

/** Makes the new names survive a power failure, on systems that can synchronise a folder. */
async function syncFolder(folder) {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
