// Calls of the command line, one after the other in one process for all tests of a file, which takes far less time than
// a process for each.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

let child;
let last = Promise.resolve();

/**
 * `call(args, env)` in a folder, which resolves with {status, stdout, stderr}. Of a `terminal` the standard output says
 * that it is one, to which even files are printed as plain text.
 */
export function callsIn(cwd, { terminal = false } = {}) {
  return (args, env = {}) => {
    const answer = last.then(() => ask({ args, cwd, env: { ...process.env, ...env }, terminal }));
    last = answer.catch(() => {});
    return answer;
  };
}

/** The process does not keep this one alive between the calls, and ends with it. */
function ask(message) {
  child ??= fork(fileURLToPath(import.meta.url), {
    env: { ...process.env, PRIVADAPT_CALLS: "1" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  }).once("exit", () => (child = undefined));
  const { channel } = child;
  return new Promise((resolve, reject) => {
    const died = () => reject(new Error("the process of the command line has ended"));
    child.once("exit", died).once("message", (answer) => {
      child.off("exit", died).unref();
      channel.unref();
      resolve(answer);
    });
    child.ref();
    channel.ref();
    child.send(message);
  });
}

if (process.env.PRIVADAPT_CALLS === "1" && process.send) {
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) {
    process[name].write = (text, ...rest) => {
      said[name] += text;
      if (rest.length > 0) setImmediate(rest.at(-1));
      return true;
    };
  }
  process.stderr.isTTY = false;
  const home = process.cwd();
  const { main } = await import("../cli/main.js");
  process.on("message", async (/** @type {any} */ { args, cwd, env, terminal }) => {
    process.chdir(cwd);
    // Not another object in its place: threads would not see it.
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.stdout.isTTY = terminal;
    Object.assign(said, { stdout: "", stderr: "" });
    const status = await main(args);
    process.chdir(home);
    process.send({ status, ...said });
  });
  process.on("disconnect", () => process.exit());
}
