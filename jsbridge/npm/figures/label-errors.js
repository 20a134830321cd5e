/**
 * What the certificate of a release that private labels corrected states of errors. For each residual {of, base, gain,
 * verdict}: the class whose probability it is about, or undefined; of the public model {value, low, high} of the
 * root of the mean squared error of a number, in the label's unit, or of the mean squared error of a probability, or null
 * where the interval is wider than the value; the same of the share by which the released model's mean squared error is smaller; and what that comes to.
 */
export function labelErrors(
  /** @type {Record<string, any>} */ { errors },
  /** @type {string[] | undefined} */ classes,
) {
  const root = (v) => (classes ? v : Math.sqrt(v));
  const known = ({ value, low, high }) => value > 0 && high !== null && high - low <= value;
  return errors.map(({ base, gain, verdict }, k) => ({
    of: classes?.[k + 1],
    base: known(base) ? { value: root(base.value), low: root(base.low), high: root(base.high) } : null,
    gain,
    verdict,
  }));
}
