import { UsageError, parse } from "../terminal/arguments.js";
import { checkOptions, ownersCheck } from "./check.js";
import { readRelease } from "./files.js";
import * as help from "../terminal/help.js";
import { namesOf } from "../reading/given.js";
import { OUT, outputPaths } from "../terminal/output.js";
import { accountAfter, releaseOf, tellOutcome } from "./run.js";
import { filesOf, loadSource, sampleOf, sampleOptions, withEngine, wordsByColumn } from "./source.js";
import { OPTIONS } from "../terms/command.gen.js";

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
  const {
    target: targets,
    sheet,
    targetSums: sums,
    out,
    force,
    json,
    accept,
    dryRun,
    yes,
    quiet,
    account = "default",
    model: modelPath,
    headers,
    ...settings
  } = others;
  if (headers) settings.headers = wordsByColumn("headers", headers);
  if (!targets === !sums)
    throw new UsageError(sums ? "--target and --target-sums exclude each other" : "--target is missing");
  const paths = outputPaths(settings.release, out);
  const check = ownersCheck({ accept, dryRun, yes, quiet, json, account, next: `write ${paths.join(" and ")}` });

  const inputs = [...filesOf(source, columns), ...(modelPath ? [modelPath] : []), ...(targets ?? [sums])];
  const files = { paths, inputs, force, json, ledger: { account } };
  return withEngine(files, async ({ engine, outputs, bar, signal }) => {
    const model = modelPath && (await readRelease(modelPath, { exact: true }));
    const sample = await loadSource(engine, source, { ...columns, signal, onProgress: bar.show });
    const release = await releaseOf(engine, {
      targets,
      sheet,
      sums,
      sampleNames: namesOf(source),
      source: sample,
      settings: { ...settings, model },
      account,
      check,
      outputs,
      paths,
      bar,
      signal,
    });
    const booked = await accountAfter(account);
    const figures = release.kind === "report" ? await engine.figures(release) : undefined;
    tellOutcome(release, { paths, json, figures, account: booked });
  });
}
