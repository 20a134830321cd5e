/**
 * A finite number as a person types it, with a decimal point or comma; NaN for anything else. A comma that may stand
 * before thousands, as in 1,500, is refused. The vault's form reads the same (Number in core/words).
 */
export function typed(text) {
  const trimmed = text.trim();
  const isDecimal = /^[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?$/i.test(trimmed);
  const isThousands = /^[+-]?0*[1-9]\d*,\d{3}$/.test(trimmed);
  const value = isDecimal && !isThousands ? Number(trimmed.replace(",", ".")) : NaN;
  return Number.isFinite(value) ? value : NaN;
}
