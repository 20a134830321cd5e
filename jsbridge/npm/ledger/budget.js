// The arithmetic of a privacy budget: ρ-zCDP (Bun and Steinke 2016) and (ε,δ), as in core/noise in Go. Spent
// budget is rounded up and available budget is rounded down, so that rounding never grants any budget.

// Covers the rounding of the logarithms and exponentials in JavaScript and in Go, which may differ in their last bits.
const MARGIN = 1e-11;

/** The ε, and the ρ, within which nothing overflows. The engine refuses a run whose ρ is outside. */
export const inRange = (x) => typeof x === "number" && x >= 1e-30 && x <= 1e30;
export const isDelta = (x) => typeof x === "number" && x > 0 && x < 1;

/**
 * The smallest δ for which ρ-zCDP is proved to imply (ε,δ)-differential privacy, rounded up:
 *
 *     δ = inf_{α>1} exp((α−1)(αρ−ε))/(α−1)·(1−1/α)^α
 *
 * (Canonne, Kamath and Steinke 2020, corollary 13). Any α gives a valid δ, so a minimiser found only approximately errs
 * toward more privacy.
 */
function deltaOf(rho, epsilon) {
  if (rho === 0) return 0;
  // d/dα log δ = (2α−1)ρ − ε + log(1−1/α) increases in α; its root is below this upper end.
  const upper = (epsilon + rho) / (2 * rho) + 1 / Math.sqrt(2 * rho) + 1;
  const [, alpha] = bisect(1, upper, (a) => (2 * a - 1) * rho - epsilon + Math.log1p(-1 / a) < 0);
  const logDelta = (alpha - 1) * (alpha * rho - epsilon) + (alpha - 1) * Math.log1p(-1 / alpha) - Math.log(alpha);
  // The rounding of logDelta grows with the size of its terms.
  const rounding = 1e-15 * (alpha * (alpha * rho + epsilon + 1));
  return Math.min(1, Math.exp(logDelta + rounding) * (1 + MARGIN));
}

/**
 * The smallest ε for which ρ-zCDP is proved to imply (ε,δ)-differential privacy, rounded up. ρ = 0 or ≥ 1e-60, 0 < δ <
 * 1.
 */
export function epsilonOf(rho, delta) {
  if (rho === 0) return 0;
  // ρ + 2√(ρ·log(1/δ)) is the plain conversion of Bun and Steinke, hence an upper end.
  const upper = (rho + 2 * Math.sqrt(-rho * Math.log(delta))) * (1 + MARGIN);
  return bisect(0, upper, (epsilon) => deltaOf(rho, epsilon) > delta)[1] * (1 + MARGIN);
}

/** The largest ρ for which ρ-zCDP is proved to imply (ε,δ)-DP, rounded down. ε is in range, 0 < δ < 1. */
export function rhoOf(epsilon, delta) {
  const affordable = (rho) => deltaOf(rho, epsilon) <= delta;
  let upper = 1;
  while (affordable(upper)) upper *= 2;
  return bisect(0, upper, affordable)[0] * (1 - MARGIN);
}

/** a + b, rounded up; a, b ≥ 0. */
export function add(a, b) {
  const sum = a + b;
  const part = sum - a;
  const lost = a - (sum - part) + (b - part); // exactly the rounding error (Knuth's two-sum)
  return lost > 0 ? sum * (1 + Number.EPSILON) : sum;
}

/** Narrows [low, high] down to neighbouring numbers, or 200 steps, where `isLow` turns from true to false. */
function bisect(low, high, isLow) {
  for (let step = 0; step < 200; step++) {
    const middle = low + (high - low) / 2;
    if (middle === low || middle === high) break;
    if (isLow(middle)) low = middle;
    else high = middle;
  }
  return [low, high];
}
