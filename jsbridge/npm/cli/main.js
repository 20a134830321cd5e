// The command line: one word chooses the command. Each command is a function of a file beside this one.
import { readFileSync } from "node:fs";
import { UsageError, inOptions, nearest } from "../terminal/arguments.js";
import { overview } from "../terminal/help.js";
import { sayJSON, sayOurs, tell } from "../terminal/print.js";

const commands = {
  adapt: () => import("./adapt.js").then(({ run }) => run),
  combine: () => import("./combine.js").then(({ run }) => run),
  submit: () => import("./submit.js").then(({ run }) => run),
  sql: () => import("./plan.js").then(({ sql }) => sql),
  forecast: () => import("./plan.js").then(({ forecast }) => forecast),
  kit: () => import("./kit.js").then(({ run }) => run),
  predict: () => import("./predict.js").then(({ run }) => run),
  export: () => import("./export.js").then(({ run }) => run),
  report: () => import("./verify.js").then(({ report }) => report),
  show: () => import("./verify.js").then(({ show }) => show),
  verify: () => import("./verify.js").then(({ verify }) => verify),
  ledger: () => import("./ledger.js").then(({ run }) => run),
};

/** Runs a call of the command line and resolves with its exit status. */
export async function main(args) {
  try {
    return await execute(args);
  } catch (error) {
    return reportFailure(error, { json: args.includes("--json") });
  }
}

async function execute([name, ...args]) {
  if (name === "--help" || name === "-h" || name === "help") {
    sayOurs(overview);
    return 0;
  }
  if (name === "--version") {
    sayOurs(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version);
    return 0;
  }
  if (!Object.hasOwn(commands, name ?? "")) {
    throw new UsageError(
      name === undefined ? "no command given" : `there is no command "${name}"${nearest(name, Object.keys(commands))}`,
    );
  }
  return (await commands[name]())(args);
}

/**
 * Prints on stderr in one sentence what went wrong. Returns the exit status: 2 for wrong usage, 130 if interrupted,
 * otherwise 1.
 */
export function reportFailure(error, { json }) {
  const usage = error instanceof UsageError;
  const code = usage ? "usage" : (error.code ?? "internal");
  const message = inOptions(String(error.message).replace(/\s*\n\s*/g, " "));
  const advice = usage ? ' (see "privadapt --help")' : ` [${code}]`;
  tell(`privadapt: ${message}${advice}`);
  if (json) {
    const { line, column, charged, kept } = error;
    sayJSON({ ok: false, error: { code, message, line, column, charged, kept } });
  }
  if (usage) return 2;
  return error.code === "cancelled" ? 130 : 1;
}
