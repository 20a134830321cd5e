import { PrivadaptError, ended } from "../errors.js";
import { readingsOf } from "../reading/given.js";

/** It does not repeat the error, which may tell of private rows. */
const FAILED =
  "onProgress threw an error after the charge and was not called again; the run went on, because its release was paid for.";

/** What the ledger keeps of a run, besides its cost. */
export const aboutRun = (settings, source, run) => ({
  mechanism: settings.mechanism ?? (settings.release === "report" ? "tally" : "moment"),
  release: settings.release ?? "model",
  source: source.digest,
  ...(settings.unit && { unit: "person" }),
  ...(run !== undefined && { run }),
});

/**
 * Reads private data, has the run charged and resolves with the release and what the engine says beside it. `fields`
 * are what the engine is told, `settings` are the caller's, `data` is {contents, sheet?, signal?, onProgress?}.
 */
export async function runOf(
  connection,
  { fields, settings, source, linesAbove, data, charge, explain, signal, onProgress, onReport },
) {
  const { contents, ...reading } = data;
  let read;
  let failed = false;
  // An error of the caller's after the charge would lose the release that was paid for.
  const observe = (progress) => {
    if (failed) return;
    try {
      onProgress?.(progress);
    } catch (error) {
      if (!charge.hasBegun) throw error;
      failed = true;
    }
  };
  try {
    const columns = [...source.columns];
    if (settings.useLabels === true || settings.release === "report") columns.push({ name: source.label });
    for (const header of Object.values(Object(settings.headers))) columns.push({ name: header });
    const { files, counted, inColumns } = await readingsOf(contents, columns, settings.unit);
    read = await connection.call(
      "readTarget",
      { ...fields, inColumns },
      {
        files,
        counted,
        sheet: reading.sheet,
        columns: settings.unit ? "exact" : "numbers",
        label: Object(settings.headers)[source.label] ?? source.label,
        expected: expectedIn(source, settings.headers),
        above: linesAbove,
        signals: [signal, reading.signal],
        onProgress: (progress) => {
          reading.onProgress?.(progress);
          onProgress?.(progress);
        },
      },
    );
    await onReport?.(read.report);
    const made = await connection.call(
      "adapt",
      { target: read.target, explain },
      { signals: [signal], onProgress: observe, onCharge: (cost, waits) => charge.record(cost, waits) },
    );
    return { ...made, warnings: failed ? [...read.warnings, FAILED] : read.warnings };
  } catch (error) {
    if (read) connection.dispose(read.target);
    throw error instanceof PrivadaptError ? ended(error, await charge.wasRecorded()) : error;
  }
}

/** The names that the header of a private file should have. */
const expectedIn = ({ columns }, headers) =>
  columns.filter(({ kind }) => kind !== "ignored").map(({ name }) => Object(headers)[name] ?? name);
