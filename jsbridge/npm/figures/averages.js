/**
 * Returns, for a schema, a function of a shift {name, source, target}: {here, there, value, scale}, the public and the private
 * average in words, in the column's own unit, a function that puts other values of it into that unit, or of dates into
 * words, and the scale of a difference in that unit or in days; undefined for a name that is not in the schema.
 */
export function averagesIn({ columns }, { plain, percent }) {
  const known = new Map();
  // The noise can carry a share out of its range.
  const asShare = (value) => percent(Number(Math.min(1, Math.max(0, value)).toFixed(2)));
  for (const { name, mean = 0, scale, levels, dates } of columns) {
    if (levels) for (const level of levels) known.set(`${name}=${level.name}`, { ...level, written: asShare });
    else if (dates) known.set(name, { mean, scale, written: dateOf, cell: dateOf });
    else if (scale !== undefined)
      known.set(name, { mean, scale, written: (value) => plain(Number(value.toFixed(decimalsOf(scale)))) });
  }
  return ({ name, source, target }) => {
    const is = known.get(name);
    if (!is) return undefined;
    const { mean, scale, written, cell = (value) => value } = is;
    const value = (v) => mean + (v - source) * scale;
    return { here: written(mean), there: written(value(target)), value: (v) => cell(value(v)), scale };
  };
}

const [FIRST_DAY, LAST_DAY] = ["0000-01-01", "9999-12-31"].map((date) => Date.parse(date));

/** The date of a number of days since 1970-01-01. The noise can carry it out of the calendar. */
export const dateOf = (days) =>
  new Date(Math.min(LAST_DAY, Math.max(FIRST_DAY, days * 86_400_000))).toISOString().slice(0, 10);

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
