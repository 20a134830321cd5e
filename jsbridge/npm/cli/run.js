import { openLedger } from "../index.js";
import { PrivadaptError } from "../errors.js";
import { openData } from "./files.js";
import { tell } from "./print.js";

/**
 * One run on the private files, or on the sums of a database: reads them, lets their owner `check` the report, and resolves with the
 * release.
 */
export async function releaseOf(
  engine,
  /** @type {Record<string, any>} */ { targets, sheet, sums, source, settings, check, bar, signal },
) {
  const rows = sums
    ? { targetSums: await openData(sums) }
    : { target: await engine.loadTarget(await openTargets(targets), { sheet }) };
  const onReport = (report) => {
    bar.clear();
    return check(report, { source, settings });
  };
  const release = await engine.adapt({ source, ...rows, ...settings, signal, onProgress: bar.show, onReport });
  bar.clear();
  return release;
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
