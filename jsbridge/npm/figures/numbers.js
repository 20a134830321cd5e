// Numbers in the words of a language.

/** Functions that write numbers, for a BCP 47 tag. */
export function numbersIn(/** @type {string} */ language) {
  const number = new Intl.NumberFormat(language, { maximumSignificantDigits: 6 });
  const count = new Intl.NumberFormat(language);
  // With its blank, where there is one.
  const sign = new Intl.NumberFormat(language, { style: "percent" }).format(0).replace("0", "");
  const decimal = new Intl.NumberFormat(language, { minimumFractionDigits: 1 }).format(0).replaceAll("0", "");
  const exponential = (value) => value.toExponential().replace(".", decimal);

  /** For a sentence or a table: 1, 0.5, 1e-6, 12,345.6. */
  const plain = (/** @type {number} */ value) =>
    value !== 0 && Math.abs(value) < 1e-3 ? exponential(Number(value.toPrecision(4))) : number.format(value);
  const rough = (/** @type {number} */ value) => plain(Number(value.toPrecision(3)));
  return {
    plain,
    rough,
    grouped: (/** @type {number} */ value) => count.format(value),
    /** A share as people write it. */
    percent: (/** @type {number} */ share) => `${rough(100 * share)}${sign}`,
    /** A function that writes the numbers of an axis, `step` apart and at most `most`. */
    along(/** @type {number} */ step, /** @type {number} */ most) {
      if (step < 1e-6 || most >= 1e9) return (value) => exponential(Number(value.toPrecision(3))).replaceAll("-", "−");
      const digits = Math.max(0, -Math.floor(Math.log10(step)));
      const fixed = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
      return (value) => fixed.format(value).replace("-", "−");
    },
  };
}
