import { load, openLedger } from "../index.js";
import { PrivadaptError } from "../errors.js";
import { columnNames, parse } from "./arguments.js";
import { openData } from "./files.js";
import * as help from "./help.js";
import { interruptible } from "./interrupt.js";
import { Outputs, outputPaths } from "./output.js";
import { progressBar } from "./progress.js";
import { accountLine, certificateLines, reportLines } from "./report.js";
import { isURL, loadSource } from "./source.js";

const options = {
  source: { type: "string" },
  target: { type: "string", multiple: true },
  label: { type: "string" },
  categorical: { type: "string", multiple: true },
  ignore: { type: "string", multiple: true },
  integrity: { type: "string" },
  epsilon: { type: "number" },
  delta: { type: "number" },
  mechanism: { type: "string" },
  solver: { type: "string" },
  calibration: { type: "string" },
  adjacency: { type: "string" },
  smoothing: { type: "string" },
  features: { type: "string" },
  mu: { type: "number", auto: true },
  p: { type: "number", auto: true },
  lambda: { type: "number", auto: true },
  iterations: { type: "number", auto: true },
  radius: { type: "number", auto: true },
  "model-norm": { type: "number", auto: true },
  release: { type: "string" },
  campaign: { type: "string" },
  account: { type: "string" },
  out: { type: "string" },
  quiet: { type: "boolean" },
};

export async function run(args) {
  const parsed = parse(args, {
    options,
    required: ["source", "target", "label", "epsilon", "delta"],
    help: help.adapt,
  });
  if (!parsed) return 0;
  const {
    source,
    target: targets,
    out,
    json,
    quiet,
    account = "default",
    label,
    categorical,
    ignore,
    integrity,
    "model-norm": modelNorm = "auto",
    ...settings
  } = parsed.values;
  const paths = outputPaths(settings.release, out);

  return interruptible(async (signal) => {
    const outputs = await Outputs.open(paths, isURL(source) ? targets : [source, ...targets]);
    const bar = progressBar();
    const common = { signal, onProgress: bar.show };
    let engine;
    try {
      engine = await load({ ledger: { account } });
      const columns = { label, categorical: columnNames(categorical), ignore: columnNames(ignore), integrity };
      const sample = await loadSource(engine, source, { ...columns, ...common });
      const target = await engine.loadTarget(await openTargets(targets));
      const onReport = (report) => {
        bar.clear();
        if (!quiet) showReport(report);
      };
      const release = await engine.adapt({ source: sample, target, ...settings, modelNorm, ...common, onReport });
      bar.clear();
      await outputs.commit(release.kind === "weights" ? [release.weightsCSV, release.text] : [release.text]);
      const booked = await accountAfter(account);
      showOutcome(release, { path: paths.at(-1), paths, json, notes: sample.notes, account: booked });
      return 0;
    } finally {
      bar.clear();
      await engine?.dispose();
      await outputs.discard();
    }
  });
}

async function openTargets(paths) {
  const files = await Promise.all(paths.map(openData));
  if (files.length === 1) return files[0];
  if (!files.every((file) => file instanceof Blob)) {
    throw new PrivadaptError("no-file", "a pipe must be the only --target; give several targets as files");
  }
  return files;
}

function showReport(report) {
  console.error("For the owner of the private file only; none of this is in the release:");
  for (const line of reportLines(report)) console.error(`  ${line}`);
}

/** The release is made and charged: a ledger that fails only now is no reason to call the run a failure. */
async function accountAfter(nameOrId) {
  try {
    const { id, name, cap, spent, left } = await (await openLedger()).account(nameOrId);
    return { id, name, cap, spent, left };
  } catch (error) {
    console.error(`warning: ${error.message}`);
    return null;
  }
}

function showOutcome(release, { path, paths, json, notes, account }) {
  for (const note of notes ?? []) console.error(`note: ${note}`);
  for (const warning of release.warnings) console.error(`warning: ${warning}`);
  if (json) {
    const { kind, certificate, warnings } = release;
    console.log(JSON.stringify({ ok: true, out: path, files: paths, kind, certificate, warnings, account }));
    return;
  }
  const lines = certificateLines(release);
  if (account) lines.push(`account ${accountLine(account)}`);
  console.log([`wrote ${paths.join(" and ")}`, ...lines.map((line) => `  ${line}`)].join("\n"));
}
