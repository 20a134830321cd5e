// How long predictions of rows take that a program holds as objects, beside the same rows as a CSV file, in Node: by a
// linear model, and by the blend that is the default.
import { load } from "../index.js";
import { csv, randomFrom } from "../test/support.mjs";

const ROWS = 100_000;
const CATEGORIES = ["red", "green", "blue", "grey"];

/** Rows with seven numbers of full length and a category. */
function table(count, seed) {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => {
    const row = {};
    for (let column = 1; column <= 7; column++) row[`x${column}`] = 100 * random();
    row.colour = CATEGORIES[Math.floor(CATEGORIES.length * random())];
    row.y = row.x1 - row.x2 + random();
    return row;
  });
}

/** Returns an object of runners as compare() of bench.mjs takes them, and `close`. */
export async function predictors() {
  const engine = await load({ ledger: false });
  const source = await engine.loadSource(new Blob([csv(table(2000, 1))]), { label: "y" });
  const target = await engine.loadTarget(new Blob([csv(table(1000, 2))]));
  const linear = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6, base: "linear" });
  const blend = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6 });
  const rows = table(ROWS, 3);
  const texts = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
  );
  const file = new Blob([csv(rows)]);
  const timed = (release, data) => async () => {
    const start = performance.now();
    const { length } = await release.predict(data);
    if (length !== ROWS) throw new Error(`${length} predictions`);
    return { seconds: [(performance.now() - start) / 1e3] };
  };
  return {
    rows: ROWS,
    close: () => engine.dispose(),
    runners: {
      "rows, numbers": timed(linear, rows),
      "rows, all texts": timed(linear, texts),
      "a CSV file": timed(linear, file),
      "the default model, rows": timed(blend, rows),
      "the default model, a CSV file": timed(blend, file),
    },
  };
}
