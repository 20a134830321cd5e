// The features of columns, in the order of the engine.

/** The standardised features: each with its column, and with its level if it stands for one. */
export const featuresOf = (columns) =>
  columns.flatMap((column, i) => (column.levels ? column.levels.map((level, k) => ({ i, k, level })) : [{ i }]));

/** Squares of numbers and products of features of two columns, as pairs of features. */
export function pairsOf(columns) {
  const of = featuresOf(columns).map(({ i }) => i);
  return of.flatMap((a, i) =>
    of
      .map((b, k) => ({ k, fits: k >= i && (a !== b || (i === k && !columns[a].levels)) }))
      .filter(({ fits }) => fits)
      .map(({ k }) => [i, k]),
  );
}
