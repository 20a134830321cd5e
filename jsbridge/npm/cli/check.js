// The owner's check: what became of the private rows, what would leave and what it costs, shown after the private file
// is read and before the charge.
import { openLedger } from "../index.js";
import { PrivadaptError, cancelled } from "../errors.js";
import { STOPS } from "../terms/command.gen.js";
import { UsageError, canAsk } from "../terminal/arguments.js";

import { ask, sayJSON, tell } from "../terminal/print.js";
import { accountLine, leavesLine, reportLines } from "./report.js";
import { DryRun } from "./source.js";

/** How every command that spends is told to go on. */
export const checkOptions = {
  accept: { type: "string", multiple: true },
  "dry-run": { type: "boolean" },
  yes: { type: "boolean" },
  quiet: { type: "boolean" },
};

/** The stops that the owner accepts, of a command's values. */
function acceptedStops(texts = []) {
  const names = texts.flatMap((text) => text.split(",")).map((name) => name.trim());
  const unknown = names.find((name) => !STOPS.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--accept has no stop ${JSON.stringify(unknown)}; the stops are ${STOPS.join(", ")}`);
  return names;
}

/**
 * The check of one run, a function of the engine's report. It shows it, and throws where a stop was not accepted, where
 * the owner does not type "yes", or where the run was to end here. `next` is what comes after the charge, such as
 * "write release.json".
 */
export function ownersCheck(/** @type {Record<string, any>} */ { accept, dryRun, yes, quiet, json, account, next }) {
  const accepted = acceptedStops(accept);
  return async (report, { settings }) => {
    const { stops } = report;
    const refused = stops.filter(({ key }) => !accepted.includes(key));
    if (!quiet) {
      tell(
        "For the owner of the private file only; none of this is in the release:",
        ...reportLines(report).map((line) => `  ${line}`),
        `  would leave: ${leavesLine(settings)}`,
        `  would cost: ε = ${settings.epsilon} at δ = ${settings.delta}, charged to the account ${await accountWords(account)}`,
      );
    }
    tell(...stops.map(({ key, text }) => `${accepted.includes(key) ? "accepted" : "stop"} ${key}: ${inOptions(text)}`));
    if (refused.length > 0) throw stopped(refused);
    if (dryRun) {
      if (json) sayJSON({ ok: true, dryRun: true, charged: false });
      else tell("nothing was spent: --dry-run ends here");
      throw new DryRun();
    }
    if (yes || !canAsk()) return;
    if ((await ask(`Type "yes" to spend this and ${next}: `)) !== "yes") throw cancelled();
  };
}

async function accountWords(account) {
  try {
    return accountLine(await (await openLedger()).account(account));
  } catch {
    return JSON.stringify(account); // the run itself says what is wrong with the ledger
  }
}

/** What to do about a stop, by the command's options. */
const inOptions = (text) => text.replace("name this column as the unit", "name this column with --unit");

function stopped(refused) {
  const [{ key }] = refused;
  const sentences = refused.map(({ text }) => inOptions(text)).join("; ");
  const accept = refused.map(({ key }) => `--accept ${key}`).join(" ");
  return new PrivadaptError(key, `${sentences}. Nothing was spent. To continue anyway, add ${accept}`, {
    charged: false,
  });
}
