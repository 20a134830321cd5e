import { randomUUID } from "node:crypto";
import { basename, resolve } from "node:path";
import { openLedger } from "../index.js";
import { PrivadaptError } from "../errors.js";
import { reserve } from "../ledger/kept-node.js";
import { openData } from "./files.js";
import { accountLine, outcomeLines } from "./report.js";
import { tellNotes } from "./source.js";
import { isSent, sayBeside, textsOf } from "../terminal/output.js";
import { sayJSON, tell, whereClosed } from "../terminal/print.js";

/**
 * One run on the private files, or on the sums of a database: says what is to note of the public sample, reads them,
 * lets their owner `check` the report, and resolves with the release once it is written to `outputs`. Where that fails
 * it is kept beside the ledger, and the error says so.
 */
export async function releaseOf({ engine, outputs, bar, signal }, /** @type {Record<string, any>} */ asked) {
  const { targets, sheet, sums, sampleName, source, settings, account, check, paths } = asked;
  bar.clear();
  tellNotes(source);
  const rows = sums
    ? { targetSums: await openData(sums) }
    : { target: await engine.loadTarget(await openTargets(targets), { sheet }) };
  const run = randomUUID();
  /** @type {any} */
  let place;
  let isRead = false;
  const onReport = async (report) => {
    isRead = true;
    bar.clear();
    await check(report, { settings });
    const { release: kind = "model" } = settings;
    const files = paths.map((path) => (path === "-" ? path : resolve(path)));
    const about = `${(targets ?? [sums]).map((path) => basename(path)).join(" and ")} against ${sampleName}`;
    const count = kind === "weights" ? 2 : 1;
    place = await reserve({ run, account, kind, files, about, count, rows: source.rows });
  };
  let release;
  try {
    release = await engine.adapt({ source, ...rows, ...settings, run, signal, onProgress: bar.show, onReport });
    await place.keep(textsOf(release));
  } catch (error) {
    if (!isRead) error.message = named(error, sums ? [sums] : targets);
    // The first error is the one to tell.
    if (place) await (error.charged ? place.none() : place.cancel()).catch(() => {});
    throw error;
  }
  bar.clear();
  try {
    await outputs.commit(textsOf(release));
  } catch (error) {
    throw keptAt(error, place);
  }
  await place.written({ keep: isSent(paths) }).catch(() => {}); // then the copy stays as well
  whereClosed(
    `privadapt: standard output was closed before the outcome was printed. The run is charged, and its release is written to ${paths.join(" and ")} [no-output]`,
  );
  return release;
}

/** What an error says that came while the private files were read, with the path of the file that it is about. */
function named({ code, message }, paths) {
  if (paths.length > 1)
    return message.replace(/^private file (\d+)(?=: )/, (numbered, file) => paths[file - 1] ?? numbered);
  const isAboutFile = /\b(private file|private sums|the file|the sums|the workbook)\b|^line \d/.test(message);
  return code !== "cancelled" && isAboutFile ? `${paths[0]}: ${message}` : message;
}

/** The error after which a release is kept. */
function keptAt(error, { run, copies }) {
  const words = `${error.message}. The run is charged, and its release is kept in ${copies.at(-1)}; to have it elsewhere: privadapt ledger releases write ${run} --out FILE`;
  const kept = new PrivadaptError(error.code, words, { cause: error, charged: true });
  return Object.assign(kept, { kept: copies.at(-1) });
}

async function openTargets(paths) {
  const files = await Promise.all(paths.map(openData));
  if (files.length === 1) return files[0];
  if (!files.every((file) => file instanceof Blob)) {
    throw new PrivadaptError("no-file", "a pipe must be the only --target; give several targets as files");
  }
  return files;
}

/** The release is made and charged, so the run has succeeded even if reading the ledger fails now. */
export async function accountAfter(nameOrId) {
  try {
    const { id, name, cap, spent, left } = await (await openLedger()).account(nameOrId);
    return { id, name, cap, spent, left };
  } catch (error) {
    tell(`warning: ${error.message}`);
    return null;
  }
}

/** Says what came of a run; of a report or an estimate with what is `said` by it, and `sent` where it was delivered. */
export function tellOutcome(release, /** @type {Record<string, any>} */ { paths, json, said = {}, account, sent }) {
  const { kind, certificate, verdict, warnings } = release;
  tell(...warnings.map((warning) => `warning: ${warning}`));
  if (json) {
    const files = { out: paths.at(-1), files: paths };
    sayJSON({ ok: true, ...files, kind, certificate, verdict, ...said.json, warnings, account, sent });
    return;
  }
  const lines = outcomeLines(release);
  lines.push(...(said.lines ?? []));
  if (account) lines.push(`account ${accountLine(account)}`);
  if (sent) lines.push(`sent to ${sent.to}, which has accepted it`);
  sayBeside(paths, `wrote ${paths.join(" and ")}`, ...lines.map((line) => `  ${line}`));
}
