// A linear scale with ticks at round numbers.

const TENTHS = 1e-300; // spans below it have no tenth part
const NEARLY = 1e-9; // of a step, for what division leaves

/** The largest of 1, 2, 5 and 10 times a power of ten that divides the span into about `count` parts. */
function stepOf(low, high, count) {
  const part = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(part));
  const over = part / power;
  const factor = over >= Math.sqrt(50) ? 10 : over >= Math.sqrt(10) ? 5 : over >= Math.SQRT2 ? 2 : 1;
  return Number((factor * power).toPrecision(1));
}

/** The multiple of the step as the decimal number that it is: 0.3 and not 0.30000000000000004. */
const multiple = (k, step) => Number((k * step).toPrecision(12));

const within = (end) => Math.min(1e300, Math.max(-1e300, end)); // twice it is a number

/** A range around equal ends, and around what divides into nothing; of ends beyond all sense a range within. */
export function rangeOf(/** @type {number[]} */ ends) {
  const [low, high] = ends.map(within);
  const room = Math.max(1, Math.abs(low) / 8);
  return high - low > TENTHS ? [low, high] : [low - room, high + room];
}

/** A domain whose ends are multiples of a step that divides it into about `count` parts. */
export function roundEnds(/** @type {number[]} */ [low, high], /** @type {number} */ count) {
  let [before, step] = [0, stepOf(low, high, count)];
  while (step !== before && Number.isFinite(step)) {
    low = multiple(Math.floor(low / step + NEARLY), step);
    high = multiple(Math.ceil(high / step - NEARLY), step);
    [before, step] = [step, stepOf(low, high, count)];
  }
  return [low, high];
}

/** A function of a value. What is beyond the domain is moved to its end. */
export function linearScale(/** @type {number[]} */ [low, high], /** @type {number[]} */ [from, to]) {
  const scale = (/** @type {number} */ value) => {
    const share = (value - low) / (high - low);
    return from + (to - from) * Math.min(1, Math.max(0, share));
  };
  return scale;
}

/** {values, step}: about `count` ticks of a domain. */
export function ticksOf(/** @type {number[]} */ [low, high], /** @type {number} */ count) {
  const step = stepOf(low, high, count);
  const [first, last] = [Math.ceil(low / step - NEARLY), Math.floor(high / step + NEARLY)];
  return { step, values: Array.from({ length: last - first + 1 }, (_, k) => multiple(first + k, step)) };
}
