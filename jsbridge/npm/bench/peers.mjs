// The programs that are timed, each a function from a request to a measurement.
import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { engineInChromium } from "./run-chromium.mjs";

export const here = (name) => fileURLToPath(new URL(name, import.meta.url));
export const dist = (name) => here(`../dist/${name}`);
export const run = promisify(execFile);

/** A program that reads one request a line and answers each with a line of JSON. */
export function asking(command, args, line = JSON.stringify) {
  const child = spawn(command, args, {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1" },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (request) => {
    child.stdin.write(`${line(request)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`${command} has ended`);
    return JSON.parse(value);
  };
  return Object.assign(ask, { close: () => child.stdin.end() });
}

/** Python is asked first whether it has a package. */
export async function python(name, script) {
  for (const python of ["python3", "/usr/bin/python3"]) {
    if (
      await run(python, ["-c", `import ${name}`]).then(
        () => true,
        () => false,
      )
    )
      return asking(python, [here(script)]);
  }
  throw new Error(`no Python with ${name}`);
}

export const numpy = () => python("numpy", "run-numpy.py");

export async function cTwin() {
  await run("gcc", ["-O3", "-msse4", "-ffp-contract=off", here("scores.c"), "-o", dist("scores")]);
  return asking(dist("scores"), [], (r) => `${r.kind} ${r.rows} ${r.order} ${r.iterations} ${r.repetitions}`);
}

export async function chromium() {
  const { measure, close } = await engineInChromium();
  return Object.assign(measure, { close });
}

/** The `makers` that are installed, by name; the others are reported as not measured. */
export async function present(makers) {
  const found = {};
  for (const [name, make] of Object.entries(makers)) {
    try {
      found[name] = await make();
    } catch (error) {
      console.log(`${name}: not measured (${String(error.message).split("\n")[0]})`);
    }
  }
  return found;
}

export const close = (runners) => Promise.all(Object.values(runners).map((runner) => runner.close?.()));
