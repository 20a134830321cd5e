// The synthetic data behind "Try it with sample data": house prices, most public rows from the city, most private rows
// from the country. Price per square metre falls off with the distance, so a linear model of all public rows is wrong
// for the country, and one that weighs the resembling rows up is much better. Seeded: every build writes the same
// bytes, and the page makes the private side by itself instead of loading it.
const SOURCE_ROWS = 1500;
const TARGET_ROWS = 3000;
const COLUMNS = ["area", "age", "distance", "rooms", "heating"];
export const LABEL = "price";

/** The mulberry32 generator: uniform numbers in [0, 1) from a 32-bit seed. */
function generator(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The place of a uniform number among shares; what is left over is one more place. */
const pick = (draw, shares) => {
  for (let i = 0; i < shares.length; i++) if ((draw -= shares[i]) < 0) return i;
  return shares.length;
};

/** A house as the CSV has it: rounded, so that the files are small and do not hang on the last bits of a logarithm. */
function house(uniform, countryShare) {
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const country = uniform() < countryShare;
  const distance = country ? Math.max(6, 17 + 4 * normal()) : 0.5 + Math.abs(4 * normal());
  const area = Math.max(25, country ? 115 + 26 * normal() : 80 + 24 * normal());
  const age = Math.max(0, country ? 36 + 16 * normal() : 56 + 26 * normal());
  const rooms = Math.max(1, Math.round(area / 27 + 0.6 * normal()));
  const heating = ["gas", "oil", "heat pump", "district"][
    pick(uniform(), country ? [0.3, 0.4, 0.25] : [0.4, 0.15, 0.15])
  ];
  const price =
    area * (1.5 + 4.5 * Math.exp(-distance / 7)) - 0.9 * age + (heating === "heat pump" ? 22 : 0) + 15 * normal();
  return {
    area: area.toFixed(0),
    age: age.toFixed(0),
    distance: distance.toFixed(1),
    rooms: String(rooms),
    heating,
    price: Math.max(20, price).toFixed(0),
  };
}

const csv = (rows, columns) =>
  `${[columns, ...rows.map((row) => columns.map((name) => row[name]))].map((line) => line.join(",")).join("\n")}\n`;

/**
 * Least squares with an intercept, on all rows alike (what the public sample gives without adapting) or by their
 * weights.
 */
export function leastSquares(rows, weightOf = (_place) => 1) {
  const normal = Array.from({ length: features(rows[0]).length }, () => []);
  for (const [place, row] of rows.entries()) {
    const x = features(row);
    for (let i = 0; i < x.length; i++) {
      for (let j = 0; j <= x.length; j++)
        normal[i][j] = (normal[i][j] ?? 0) + weightOf(place) * x[i] * (x[j] ?? Number(row[LABEL]));
    }
  }
  // Gauss-Jordan; the normal matrix is positive definite, so no pivoting.
  for (let p = 0; p < normal.length; p++) {
    for (let i = 0; i < normal.length; i++) {
      const factor = i === p ? 0 : normal[i][p] / normal[p][p];
      for (let j = p; factor !== 0 && j <= normal.length; j++) normal[i][j] -= factor * normal[p][j];
    }
  }
  const weights = normal.map((line, i) => line.at(-1) / line[i]);
  const labels = rows.map((row) => Number(row[LABEL]));
  const [least, most] = [Math.min(...labels), Math.max(...labels)];
  // Limited to the labels' range, as the predictions of released models are.
  return (row) =>
    Math.min(
      Math.max(
        features(row).reduce((sum, x, i) => sum + x * weights[i], 0),
        least,
      ),
      most,
    );
}

const features = ({ area, age, distance, rooms, heating }) => [
  1,
  Number(area),
  Number(age),
  Number(distance),
  Number(rooms),
  ...["oil", "heat pump", "district"].map((level) => Number(heating === level)),
];

/** Root of the mean squared error: the typical error in the unit of the label. */
export const typicalError = (rows, predict) =>
  Math.sqrt(rows.reduce((sum, row) => sum + (predict(row) - row[LABEL]) ** 2, 0) / rows.length);

/**
 * Returns the rows of both sides, {source, target}: objects of texts as in the files, with the label on the private
 * side too.
 */
export function makeHouses() {
  const uniform = generator(20_240_601);
  const source = Array.from({ length: SOURCE_ROWS }, () => house(uniform, 0.25));
  return { source, target: Array.from({ length: TARGET_ROWS }, () => house(uniform, 0.9)) };
}

/** Returns the files of the sample by name. */
export function makeSample({ source, target } = makeHouses()) {
  return {
    "source.csv": csv(source, [...COLUMNS, LABEL]),
    "target.csv": csv(target, COLUMNS),
    "target-labels.csv": csv(target, [LABEL]),
  };
}
