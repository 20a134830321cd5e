/**
 * Returns, for a schema, a function of a shift {name, source, target}: {here, there, value}, the public and the private
 * average in words, in the column's own unit, and a function that puts other values of it into that unit; undefined for
 * a name that is not in the schema.
 */
export function averagesIn({ columns }, { plain, percent }) {
  const known = new Map();
  // The noise can carry a share out of its range.
  const asShare = (value) => percent(Number(Math.min(1, Math.max(0, value)).toFixed(2)));
  for (const { name, mean = 0, scale, levels } of columns) {
    if (levels) for (const level of levels) known.set(`${name}=${level.name}`, { ...level, written: asShare });
    else if (scale !== undefined)
      known.set(name, { mean, scale, written: (value) => plain(Number(value.toFixed(decimalsOf(scale)))) });
  }
  return ({ name, source, target }) => {
    const is = known.get(name);
    if (!is) return undefined;
    const value = (v) => is.mean + (v - source) * is.scale;
    return { here: is.written(is.mean), there: is.written(value(target)), value };
  };
}

/** As many as tell a tenth of the standard deviation. */
const decimalsOf = (scale) => Math.max(0, Math.min(6, 1 - Math.floor(Math.log10(scale))));

/** What may stand for yes. */
const YES = /^(yes|ja|y|j|true|wahr|1)$/i;

/**
 * Returns, for a schema, whether a shift {name} is told: of the two levels of a column one says all, yes or else
 * the first.
 */
export function isTold({ columns }) {
  const untold = columns
    .filter(({ levels }) => levels?.length === 2)
    .map(({ name, levels }) => `${name}=${levels[YES.test(levels[1].name) ? 0 : 1].name}`);
  return ({ name }) => !untold.includes(name);
}
