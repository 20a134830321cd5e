// The command line on a terminal, where it asks questions.
import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../cli.mjs", import.meta.url));

// The program script of Linux gives a child a terminal.
export const noTerminal =
  (process.platform !== "linux" || spawnSync("script", ["--version"]).error) &&
  "the command script, which gives a program a terminal, is not here: NOT tested";

/**
 * Resolves with {status, said} of a command. Each of the `answers`, {question, answer, before}, is given once, after
 * `before(said)`, when its question is there.
 */
export const talk = (args, answers, { cwd, env = {} }) =>
  new Promise((resolve) => {
    const command = [process.execPath, cli, ...args].map((text) => `'${text}'`).join(" ");
    const child = spawn("script", ["-qec", command, "/dev/null"], {
      cwd,
      env: { ...process.env, TERM: "dumb", ...env },
      stdio: ["pipe", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.on("data", (part) => {
      said += part;
      const next = answers.find(({ question, done }) => !done && said.includes(question));
      if (!next) return;
      next.done = true;
      next.before?.(said);
      child.stdin.write(`${next.answer}\n`);
    });
    child.on("close", (status) => resolve({ status, said }));
  });
