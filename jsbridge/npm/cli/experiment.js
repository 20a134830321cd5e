import * as fs from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import * as path from "node:path";
import { PrivadaptError } from "../errors.js";
import { unpacked } from "../runtime/program.js";
import { UsageError } from "../terminal/arguments.js";
import { plainFileSystem, sayOurs } from "../terminal/print.js";

const HELP = `privadapt experiment NAME [options]: computations outside the guarantee, for public data only.

  figure1  the figures of the paper's experiment, computed anew (SVG files: make figure1)
  evaluate  the engine beside other methods on real and synthetic tasks (with figures: make evaluate)
  nonlinear  nonlinear base models, chosen and fitted under the private weights, beside public choices
  choices  the rules behind the defaults beside others: radius, features, second stage, prediction
  labels   models that private labels corrected, beside public and private ones
  sources  several public samples, one of them poisoned, beside one sample
  none     the same reweighting without privacy, beside the weights of releases that you name
  accounting  the noise that a budget needs, by several accountants
  people   people with several rows, protected by a unit, beside what is done without one
  owners   many owners of few rows, their releases combined and their rows pooled (SVG file: make owners)

  privadapt experiment NAME -h lists the options of an experiment; -json FILE writes its result. privadapt evaluate is
  short for privadapt experiment evaluate. The exit status is 0, or 1 if anything went wrong.`;

/** Runs the experiments' own program, a plain Go command with arguments, files and an exit status. */
export async function run(args) {
  if (args.length === 0) throw new UsageError("experiment needs a name");
  if (args[0] === "--help" || args[0] === "-h") {
    sayOurs(HELP);
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
