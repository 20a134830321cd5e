import { readFile } from "node:fs/promises";
import { openLedger } from "../index.js";
import { rhoOf } from "../ledger/budget.js";
import { dropKept, findKept, keptReleases } from "../ledger/kept-node.js";
import { UsageError, askForYes, parse, nearest } from "../terminal/arguments.js";
import { readBytes, utf8Of } from "./files.js";
import * as help from "../terminal/help.js";
import { OUT, Outputs, isSent, outputPaths, sayBeside } from "../terminal/output.js";
import { say, sayFile, sayJSON, tell } from "../terminal/print.js";
import { accountLine } from "./report.js";

const MOST_JOURNAL = 50e6; // bytes
const account = { type: "string" };

// Each function takes the ledger, the words after its name and the options. It returns the accounts that it shows or
// has changed.
const commands = {
  show: { run: async (ledger) => (await ledger.state()).accounts },
  cap: {
    positionals: ["E", "D"],
    options: { account, reason: { type: "string" }, yes: { type: "boolean" } },
    run: async (ledger, numbers, { account, reason, yes }) => {
      const [epsilon, delta] = numbers.map(toNumber);
      const now = await ledger.account(account);
      if (delta < 1 && rhoOf(epsilon, delta) > now.cap.rho) {
        if (reason === undefined) throw new UsageError("a higher cap needs --reason, which the history states");
        tell(accountLine(now), RAISE_WARNING);
        if (!yes) await agreed("raise the cap", "a higher cap");
      }
      return [await ledger.setCap({ account, epsilon, delta, reason })];
    },
  },
  open: {
    positionals: ["NAME"],
    options: { "other-people": { type: "boolean" } },
    run: async (ledger, [name], { "other-people": otherPeople }) => [
      await ledger.open({ name, statement: otherPeople ? "other-people" : undefined }),
    ],
  },
  rename: {
    positionals: ["NAME", "NEW"],
    run: async (ledger, [account, name]) => [await ledger.rename({ account, name })],
  },
  import: {
    positionals: ["FILE"],
    run: async (ledger, [file]) => {
      await ledger.import(utf8Of(await readBytes(file, MOST_JOURNAL), file));
      return (await ledger.state()).accounts;
    },
  },
  reset: {
    options: { account, reason: { type: "string" }, yes: { type: "boolean" } },
    required: ["reason"],
    run: async (ledger, _, { account, reason, yes }) => {
      tell(accountLine(await ledger.account(account)), RESET_WARNING);
      if (!yes) await agreed("count from zero", "a reset");
      return [await ledger.reset({ account, reason })];
    },
  },
};

const agreed = (deed, what) =>
  askForYes(
    `Type "yes" to ${deed}: `,
    `${what} needs --yes where there is no terminal to ask on`,
    "nothing was changed",
  );

const RAISE_WARNING =
  "warning: a higher cap lets more be learnt about each person in the data. What was spent stays spent.";

const RESET_WARNING =
  "warning: a reset restores no privacy. What was released stays released, and for each person in the data the losses " +
  "before and after the reset add up, whatever the ledger says. A reset is right only where the runs so far were on " +
  "made-up data.";

export async function run(args) {
  const [name, rest] = args.length === 0 || args[0].startsWith("-") ? ["show", args] : [args[0], args.slice(1)];
  if (name === "export") return exportJournal(rest);
  if (name === "releases") return releases(rest);
  if (!Object.hasOwn(commands, name))
    throw new UsageError(
      `ledger has no command "${name}"${nearest(name, [...Object.keys(commands), "export", "releases"])}`,
    );
  const { options = {}, positionals, required, run: execute } = commands[name];
  const parsed = parse(rest, { options, positionals, required, help: help.ledger });
  if (!parsed) return 0;
  const ledger = await openLedger();
  const accounts = await execute(ledger, parsed.positionals, parsed.values);
  if (parsed.values.json) sayJSON({ ok: true, accounts });
  else if (name !== "show") say(...accounts.map(accountLine));
  else {
    const about = new Map((await keptReleases(ledger)).map(({ run, about }) => [run, about]));
    say(...accounts.flatMap((account) => [accountLine(account), ...account.history.map(entryLine(about))]));
  }
  return 0;
}

async function exportJournal(args) {
  const parsed = parse(args, { options: {}, help: help.ledger });
  if (!parsed) return 0;
  const text = await (await openLedger()).export();
  if (parsed.values.json) sayJSON({ ok: true, entries: JSON.parse(`[${text.trimEnd().replaceAll("\n", ",")}]`) });
  else sayFile(text);
  return 0;
}

const STATES = {
  kept: "kept here",
  written: "written to",
  none: "charged, and no release was made: its program ended first",
  running: "its program is still running",
  unpaid: "ended before its charge; nothing was spent",
};

/** Lists the releases of paid runs; writes one that is kept, or removes the copy. */
async function releases([name, ...rest]) {
  const ledger = await openLedger();
  if (name === "write" || name === "drop") {
    const parsed = parse(rest, { options: name === "write" ? OUT : {}, positionals: ["RUN"], help: help.ledger });
    if (!parsed) return 0;
    await (name === "write" ? writeKept : discardKept)(await findKept(ledger, parsed.positionals[0]), parsed.values);
    return 0;
  }
  const parsed = parse(name === undefined ? [] : [name, ...rest], { options: {}, help: help.ledger });
  if (!parsed) return 0;
  const runs = await keptReleases(ledger);
  if (parsed.values.json) sayJSON({ ok: true, releases: runs });
  else if (runs.length === 0) say("no run of this machine account has been charged by the command line");
  else say(...runs.map(releaseLine));
  return 0;
}

async function writeKept(found, /** @type {Record<string, any>} */ { out, force, json }) {
  const paths = outputPaths(found.kind, out);
  const outputs = new Outputs();
  try {
    await outputs.add(paths, found.kept, { force, json });
    await outputs.commit(await Promise.all(found.kept.map((path) => readFile(path, "utf8"))));
  } finally {
    await outputs.discard();
  }
  if (!isSent(paths)) await dropKept(found);
  if (json) sayJSON({ ok: true, out: paths.at(-1), files: paths, run: found.run });
  else sayBeside(paths, `wrote ${paths.join(" and ")}`);
}

async function discardKept(found, /** @type {Record<string, any>} */ { json }) {
  await dropKept(found);
  if (json) sayJSON({ ok: true, run: found.run });
  else say(`removed the copy of run ${found.run}; what it was charged stays spent`);
}

function releaseLine({ run, begun, kind, account, state, files = [], kept = [] }) {
  const where = state === "written" ? ` ${files.join(" and ")}` : "";
  const more =
    kept.length > 0
      ? ` in ${kept.at(-1)}; to have it: privadapt ledger releases write ${run.slice(0, 8)} --out FILE`
      : "";
  return `${run.slice(0, 8)}  ${begun}  ${kind}, account "${account}": ${STATES[state]}${where}${more}`;
}

/**
 * An entry of the history. The names of a run's files are in the records that the command line keeps on this machine;
 * of another run the beginning of the sample's SHA-256 is told.
 */
const entryLine =
  (files) =>
  ({ time, ...entry }) => {
    const what = {
      charge: ({ epsilon, delta, about }) =>
        [
          `ε = ${epsilon} at δ = ${delta}`,
          about.release,
          about.mechanism,
          about.from,
          files.get(about.run) ?? (about.source && `sample ${about.source.slice(0, 8)}…`),
        ]
          .filter(Boolean)
          .join(", "),
      cap: ({ epsilon, delta, reason }) => `cap ε = ${epsilon} at δ = ${delta}${reason ? `: ${reason}` : ""}`,
      open: ({ name }) => `opened as "${name}", for data about other people`,
      rename: ({ name }) => `renamed "${name}"`,
      reset: ({ reason }) => `reset: ${reason}`,
    }[entry.kind](entry);
    return `  ${time}  ${what}`;
  };

function toNumber(text) {
  const number = Number(text);
  if (text.trim() === "" || Number.isNaN(number)) throw new UsageError(`cap needs two numbers, not "${text}"`);
  return number;
}
