// What was measured and which aims were met; bench.mjs prints and writes them at the end.
export const REPETITIONS = Number(process.env.BENCH_REPETITIONS ?? 5);

export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
export const results = [];
export const aims = [];

/** An aim. `value` is what was measured, undefined where nothing was. */
export function aim(name, value, met, text) {
  aims.push({ name, value, met: value === undefined ? undefined : met(value), text });
}

/** Times `request` on all runners, one repetition each in turn, after one that does not count. */
export async function compare(name, runners, request, repetitions = REPETITIONS) {
  const seconds = Object.fromEntries(Object.keys(runners).map((runner) => [runner, []]));
  let scale;
  let value;
  for (let repetition = -1; repetition < repetitions; repetition++) {
    const order = Object.keys(runners);
    // The first time in this order, because the engine reports the noise scale by which its peers draw, and the value
    // that they have to reach.
    for (const runner of repetition % 2 === 1 ? order.reverse() : order) {
      const answer = await runners[runner]({ ...request, repetitions: 1, scale, value });
      scale ??= answer.scale;
      value ??= answer.value;
      if (repetition >= 0) seconds[runner].push(answer.seconds[0]);
    }
  }
  const first = median(Object.values(seconds)[0]);
  console.log(`\n${name}`);
  for (const [runner, values] of Object.entries(seconds)) {
    const spread = `${(1e3 * Math.min(...values)).toFixed(1)} to ${(1e3 * Math.max(...values)).toFixed(1)}`;
    console.log(
      `  ${runner.padEnd(30)} ${(1e3 * median(values)).toFixed(1).padStart(9)} ms  (${spread})  ×${(median(values) / first).toFixed(2)}`,
    );
    results.push({ name, runner, request, seconds: values, median: median(values) });
  }
  return Object.fromEntries(Object.entries(seconds).map(([runner, values]) => [runner, median(values)]));
}

export const ratio = (a, b) => (a === undefined || b === undefined ? undefined : a / b);
