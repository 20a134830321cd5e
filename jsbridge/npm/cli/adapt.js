import { load } from "../index.js";
import { UsageError, parse } from "../terminal/arguments.js";
import { DryRun, checkOptions, ownersCheck } from "./check.js";
import { figureLines } from "../portable/figure-lines.js";
import { readRelease } from "./files.js";
import * as help from "../terminal/help.js";
import { namesOf } from "../reading/given.js";
import { interruptible, progressBar } from "../terminal/progress.js";
import { OUT, Outputs, outputPaths, sayBeside } from "../terminal/output.js";
import { sayJSON, tell } from "../terminal/print.js";
import { accountLine, outcomeLines } from "./report.js";
import { accountAfter, releaseOf } from "./run.js";
import { filesOf, loadSource, sampleOf, sampleOptions, wordsByColumn } from "./source.js";
import { OPTIONS } from "../terms/command.js";

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
  const parsed = parse(args, {
    options,
    required: ["source", "label", "epsilon", "delta"],
    help: help.adapt,
  });
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

  return interruptible(async (signal) => {
    const inputs = [...filesOf(source, columns.baseFile), ...(modelPath ? [modelPath] : []), ...(targets ?? [sums])];
    const outputs = await Outputs.open(paths, inputs, { force, json });
    const bar = progressBar();
    const common = { signal, onProgress: bar.show };
    let engine;
    try {
      const model = modelPath && (await readRelease(modelPath, { exact: true }));
      engine = await load({ ledger: { account } });
      const sample = await loadSource(engine, source, { ...columns, ...common });
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
      showOutcome(release, { figures, path: paths.at(-1), paths, json, account: booked });
      return 0;
    } catch (error) {
      if (error instanceof DryRun) return 0;
      throw error;
    } finally {
      bar.clear();
      await engine?.dispose();
      await outputs.discard();
    }
  });
}

function showOutcome(release, { figures, path, paths, json, account }) {
  tell(...release.warnings.map((warning) => `warning: ${warning}`));
  if (json) {
    const { kind, certificate, verdict, warnings } = release;
    sayJSON({ ok: true, out: path, files: paths, kind, certificate, verdict, figures, warnings, account });
    return;
  }
  const lines = outcomeLines(release);
  if (figures) lines.push(...figureLines(figures, release.toJSON().provenance.schema.classes));
  if (account) lines.push(`account ${accountLine(account)}`);
  sayBeside(paths, `wrote ${paths.join(" and ")}`, ...lines.map((line) => `  ${line}`));
}
