import { PrivadaptError } from "../errors.js";
import { checkColumns, columnsOfModel, notesOn, valuesOf } from "../reading/columns.js";
import { bytesOf } from "../reading/given.js";
import { textOf } from "./options.js";

/**
 * Applies a released model to rows, for the method `caller`. `open` resolves with {baseFile, connection} and is called
 * after the data are checked. Resolves with {predictions}, or of a model that predicts classes with {classes, labels,
 * probabilities} as the engine has them.
 */
export async function applied(
  caller,
  release,
  data,
  open,
  /** @type {Record<string, any>} */ { onMissing = "error", signal, onProgress, onNote },
) {
  if (!["error", "mean"].includes(onMissing)) throw new PrivadaptError("bad-option", 'onMissing is "error" or "mean"');
  /** @type {Record<string, any>} */
  const fields = { release: textOf(release) };
  const columns = columnsOfModel(fields.release);
  /** @type {Record<string, any>} */
  const { file, values, rows, ...found } = Array.isArray(data)
    ? valuesOf(data, columns)
    : { file: bytesOf(caller, data, "an array of rows") };
  if (values) Object.assign(fields, { values, rows });
  const { baseFile, connection } = await open();
  const { predictions, classes, labels, probabilities, ...report } = await connection.call(
    "predict",
    { ...fields, baseFile },
    { data: file, signals: [signal], onProgress },
  );
  Object.assign(report, found);
  if (values) report.repairedCells -= rows * found.missingColumns.length;
  if (onMissing === "error") checkColumns(report, columns);
  for (const note of notesOn(report)) onNote?.(note);
  return { predictions, classes, labels, probabilities };
}

/** The engine's answer by classes: the name of each row's likeliest, and a column of probabilities for each. */
export const classification = ({ classes, labels, probabilities }) => ({
  classes,
  labels: Array.from(labels, (place) => classes[place]),
  probabilities: classes.map((_, k) => Float64Array.from(labels, (_, i) => probabilities[i * classes.length + k])),
});
