/**
 * What the certificate of a release that private labels corrected states of errors. For each residual {of, base,
 * corrected}: the class whose probability it is about, or undefined, and {value, low, high} for the public model and
 * for the released one, in which null is not known. Of a number they are roots of mean squared errors, in the label's
 * unit; of a probability mean squared errors.
 */
export function labelErrors(
  /** @type {Record<string, any>} */ { errors },
  /** @type {string[] | undefined} */ classes,
) {
  const root = (v) => (v === null || classes ? v : Math.sqrt(v));
  // An error below 0 is one that the noise hides.
  const stated = ({ value, low, high }) => ({
    value: value < 0 ? null : root(value),
    low: root(Math.max(0, low)),
    high: root(high),
  });
  return errors.map(({ base, corrected }, k) => ({
    of: classes?.[k + 1],
    base: stated(base),
    corrected: stated(corrected),
  }));
}
