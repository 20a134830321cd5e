import * as fs from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import * as path from "node:path";
import { PrivadaptError } from "../errors.js";
import { unpacked } from "../runtime/program.js";
import { UsageError } from "../terminal/arguments.js";
import * as help from "../terminal/help.js";
import { plainFileSystem, sayOurs } from "../terminal/print.js";

/** Runs the experiments' own program, a plain Go command with arguments, files and an exit status. */
export async function run(args) {
  if (args.length === 0) throw new UsageError("experiment needs a name");
  if (args[0] === "--help" || args[0] === "-h") {
    sayOurs(help.experiment);
    return 0;
  }
  const bytes = await labProgram();
  // Real files instead of the stubs of wasm_exec.js: experiments read and write files.
  globalThis.fs = plainFileSystem(fs);
  globalThis.path = path;
  const { runCommand } = await import("../runtime/boot.js");
  return runCommand(bytes, ["privadapt experiment", ...args]);
}

/**
 * From a checkout or from a separate package, because the owner's package holds nothing that computes without privacy.
 */
async function labProgram() {
  const inCheckout = await readFile(new URL("../dist/lab.wasm", import.meta.url)).catch(() => null);
  if (inCheckout) return inCheckout;
  try {
    const { buffer, byteOffset, byteLength } = await readFile(
      createRequire(import.meta.url).resolve("privadapt-lab/lab.wasm.xz"),
    );
    return await unpacked(buffer.slice(byteOffset, byteOffset + byteLength));
  } catch (cause) {
    throw new PrivadaptError(
      "engine-missing",
      'the experiments are not there: run "npm install privadapt-lab" beside privadapt, or "make build" in a checkout',
      { cause },
    );
  }
}
