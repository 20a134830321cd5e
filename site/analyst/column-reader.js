// Reads one numeric column of a table by the engine's own reader, so that its rows are those of the engine's predictions,
// whatever the table's format, quotes or broken rows.

/**
 * Resolves with the column as a Float64Array, NaN where a cell is missing or is no number. `release` is any released model;
 * only its form is used. Rejects if the table has no such column.
 */
export async function readColumn(engine, release, column, data, signal) {
  // A linear model can be the column itself: 1 times it. A cell that cannot be read counts as the mean of the column, so a
  // second such model with another mean gives another value there, and there only.
  const read = (mean) => engine.predict(itself(release, column, mean), data, { onMissing: "mean", signal });
  const values = await read(0);
  const again = await read(1);
  return values.map((value, row) => (value === 0 && again[row] === 1 ? NaN : value));
}

function itself(release, column, mean) {
  const { provenance, certificate: { base, ...certificate }, ...rest } = release;
  // No table has a label column of this name. A mean of 0 is not written in a release.
  const schema = { label: `${column} (not read)`, columns: [{ name: column, kind: "numeric", mean: mean || undefined, scale: 1 }] };
  return { ...rest, version: 1, certificate, values: { intercept: 0, coefficients: [{ column, value: 1 }] }, provenance: { ...provenance, schema, features: undefined } };
}
