// Makes classic scripts of modules.
import { fileURLToPath } from "node:url";

const npm = fileURLToPath(new URL("..", import.meta.url));

/**
 * Resolves with a module and all its imports as one classic script, not minified, so that it can be read. With a
 * `globalName`, the module's exports are properties of that variable.
 */
export async function classicScript(entry, globalName) {
  const { build } = await import("esbuild").catch(() => {
    throw new Error("build: esbuild is missing; run make build");
  });
  const shape = {
    bundle: true,
    format: "iife",
    target: "es2022",
    platform: "browser",
    charset: "ascii",
    legalComments: "inline",
    write: false,
  };
  const { outputFiles } = await build({ absWorkingDir: npm, entryPoints: [entry], globalName, ...shape });
  return outputFiles[0].text;
}

/** The program of a thread that runs Go, in a browser. */
export const workerScript = () => classicScript("runtime/worker.js");
