import { UsageError, parse } from "../terminal/arguments.js";
import { picked } from "../handles.js";
import { checkOptions, ownersCheck } from "./check.js";
import { readRelease } from "./files.js";
import * as help from "../terminal/help.js";
import { saidBy } from "../portable/figure-lines.js";
import { OUT, outputPaths } from "../terminal/output.js";
import { accountAfter, releaseOf, tellOutcome } from "./run.js";
import { filesOf, loadSource, nameOf, sampleOf, sampleOptions, withEngine, wordsByColumn } from "./source.js";
import { OPTIONS } from "../terms/command.gen.js";
import { SETTINGS } from "../terms/settings.gen.js";

const options = {
  ...sampleOptions,
  ...OPTIONS.run,
  target: { type: "string", multiple: true },
  sheet: { type: "string" },
  "target-sums": { type: "string" },
  account: { type: "string" },
  ...OUT,
  ...checkOptions,
};

export async function run(args) {
  const parsed = parse(args, { options, required: ["source", "label", "epsilon", "delta"], help: help.adapt });
  if (!parsed) return 0;
  const { source, columns, others } = sampleOf(parsed.values);
  const { target: targets, sheet, targetSums: sums, out, force, json, account = "default", model, headers } = others;
  const settings = picked(others, SETTINGS.run);
  if (headers) settings.headers = wordsByColumn("headers", headers);
  if (!targets === !sums)
    throw new UsageError(sums ? "--target and --target-sums exclude each other" : "--target is missing");
  const paths = outputPaths(settings.release, out);
  const check = ownersCheck({ ...others, account, next: `write ${paths.join(" and ")}` });

  const inputs = [...filesOf(source, columns), ...(model ? [model] : []), ...(targets ?? [sums])];
  const files = { paths, inputs, force, json, ledger: { account } };
  return withEngine(files, async (tools) => {
    const { engine, bar, signal } = tools;
    settings.model = model && (await readRelease(model, { exact: true }));
    const sample = await loadSource(engine, source, { ...columns, signal, onProgress: bar.show });
    const about = { sampleName: nameOf(source), source: sample, settings };
    const release = await releaseOf(tools, { targets, sheet, sums, ...about, account, check, paths });
    const booked = await accountAfter(account);
    tellOutcome(release, { paths, json, said: await saidBy(engine, release), account: booked });
  });
}
