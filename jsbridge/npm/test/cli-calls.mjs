// Calls of the command line, one after the other in one process, which takes far less time than a process for each. Its
// standard output says that it is a terminal, to which even files are printed as plain text.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Starts the process in a folder. `call(args, env)` resolves with {status, stdout, stderr}; end() ends it. */
export function callsIn(cwd) {
  const child = fork(fileURLToPath(import.meta.url), {
    cwd,
    env: { ...process.env, PRIVADAPT_CALLS: "1" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const died = new Promise((_, reject) =>
    child.once("exit", () => reject(new Error("the process of the command line has ended"))),
  );
  died.catch(() => {});
  return {
    call(args, env = {}) {
      const answer = new Promise((resolve) => child.once("message", resolve));
      child.send({ args, env });
      return Promise.race([answer, died]);
    },
    end: () => child.disconnect(),
  };
}

if (process.env.PRIVADAPT_CALLS === "1" && process.send) {
  delete process.env.PRIVADAPT_CALLS;
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) {
    process[name].write = (text, ...rest) => {
      said[name] += text;
      if (rest.length > 0) setImmediate(rest.at(-1));
      return true;
    };
  }
  process.stdout.isTTY = true;
  const { main } = await import("../cli/main.js");
  process.on("message", async ({ args, env }) => {
    Object.assign(process.env, env);
    Object.assign(said, { stdout: "", stderr: "" });
    const status = await main(args);
    process.send({ status, ...said });
  });
  process.on("disconnect", () => process.exit());
}
