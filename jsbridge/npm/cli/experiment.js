import * as fs from "node:fs";
import { readFile } from "node:fs/promises";
import * as path from "node:path";
import { PrivadaptError } from "../errors.js";
import { UsageError } from "./arguments.js";
import * as help from "./help.js";

const built = (name) => new URL(`../dist/${name}`, import.meta.url);

/** Runs the experiments' own program, a plain Go command with arguments, files and an exit status. */
export async function run(args) {
  if (args.length === 0) throw new UsageError("experiment needs a name");
  if (args[0] === "--help" || args[0] === "-h") {
    console.log(help.experiment);
    return 0;
  }
  const bytes = await readFile(built("lab.wasm")).catch((cause) => {
    throw new PrivadaptError(
      "engine-missing",
      `the experiments are not built, ${cause.path} is missing: run "make build"`,
      { cause },
    );
  });
  // Real files instead of the stand-ins of wasm_exec.js: experiments read and write them.
  globalThis.fs = fs;
  globalThis.path = path;
  await import(built("wasm_exec.js").href);
  await import("../worker.js");
  const go = new globalThis.Go();
  go.argv = ["privadapt experiment", ...args];
  let status = 0;
  go.exit = (code) => (status = code);
  const instance = await globalThis.privadaptInstantiate(bytes, go.importObject);
  await go.run(instance);
  return status;
}
