#!/usr/bin/env node
// The command line: one word chooses the command. Each command is a file in cli/.
import { readFileSync } from "node:fs";
import { UsageError } from "./cli/arguments.js";
import { overview } from "./cli/help.js";
import { reportFailure } from "./cli/failure.js";

const commands = {
  adapt: () => import("./cli/adapt.js"),
  combine: () => import("./cli/combine.js"),
  submit: () => import("./cli/submit.js"),
  sql: () => import("./cli/sql.js"),
  forecast: () => import("./cli/forecast.js"),
  predict: () => import("./cli/predict.js"),
  report: () => import("./cli/figures.js"),
  verify: () => import("./cli/verify.js"),
  ledger: () => import("./cli/ledger.js"),
  campaign: () => import("./cli/campaign.js"),
  experiment: () => import("./cli/experiment.js"),
  evaluate: () => import("./cli/evaluate.js"),
};

async function main([name, ...args]) {
  if (name === "--help" || name === "-h" || name === "help") {
    console.log(overview);
    return 0;
  }
  if (name === "--version") {
    console.log(JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8")).version);
    return 0;
  }
  if (!Object.hasOwn(commands, name ?? "")) {
    throw new UsageError(name === undefined ? "no command given" : `there is no command "${name}"`);
  }
  const { run } = await commands[name]();
  return run(args);
}

// A closed output (`| head`) must not cause a stack trace.
process.stdout.on("error", () => process.exit(1));

// `process.exitCode` and not exit(), so that pending output still reaches a pipe.
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = reportFailure(error, { json: process.argv.includes("--json") });
}
