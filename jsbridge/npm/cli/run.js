import { openLedger } from "../index.js";
import { PrivadaptError } from "../errors.js";
import { openData } from "./files.js";
import { tell } from "./print.js";
import { reportLines } from "./report.js";

/**
 * One run on the private files, or on the sums of a database: reads them, shows their owner the report unless `quiet`, and resolves with the release. Unless it is to be of each row, `eachRow`, a
 * file with a column that repeats as people would is refused, before anything is charged.
 */
export async function releaseOf(
  engine,
  /** @type {Record<string, any>} */ { targets, sheet, sums, source, settings, eachRow, quiet, bar, signal },
) {
  const rows = sums
    ? { targetSums: await openData(sums) }
    : { target: await engine.loadTarget(await openTargets(targets), { sheet }) };
  const onReport = (report) => {
    bar.clear();
    if (!quiet) showReport(report);
    if (!eachRow && settings.unit === undefined) refuseRepeating(report);
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

function refuseRepeating({ repeating }) {
  if (repeating.length === 0) return;
  const [{ column }] = repeating;
  throw new PrivadaptError(
    "repeated-identifier",
    `the texts of the column ${JSON.stringify(column)} repeat, so one person may have several rows; nothing was charged. ` +
      "Say what is to be protected: each person, with --unit and the column that names them, or each row, with --each-row",
  );
}

function showReport(report) {
  tell(
    "For the owner of the private file only; none of this is in the release:",
    ...reportLines(report).map((line) => `  ${line}`),
  );
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
