// The synthetic data behind "Try it with sample data": house prices, most public rows from the city, most private rows
// from the country and some years later. Price per square metre falls off with the distance, so a linear model of all
// public rows is wrong for the country, and one that weighs the resembling rows up is better. That prices have fallen no
// weights can tell, and the private prices can, of the houses that were sold. Seeded: every build writes the same bytes, and the page makes the
// private side by itself instead of loading it.
const SOURCE_ROWS = 1500;
const TARGET_ROWS = 3000;
const FALLEN = 0.9; // what the private prices are of the public ones
export const SOLD = 2; // one private row of so many has a price
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
function house(uniform, countryShare, fallen = 1) {
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
    price: (fallen * Math.max(20, price)).toFixed(0),
  };
}

const csv = (rows, columns) =>
  `${[columns, ...rows.map((row) => columns.map((name) => row[name]))].map((line) => line.join(",")).join("\n")}\n`;

/** Returns the files of the sample by name; the private rows with the prices of those that were sold, and without. */
export function makeSample() {
  const uniform = generator(20_240_601);
  const source = Array.from({ length: SOURCE_ROWS }, () => house(uniform, 0.25));
  const target = Array.from({ length: TARGET_ROWS }, () => house(uniform, 0.9, FALLEN));
  return {
    "source.csv": csv(source, [...COLUMNS, LABEL]),
    "target.csv": csv(target, COLUMNS),
    "priced.csv": csv(
      target.map((row, i) => ({ ...row, price: i % SOLD ? "" : row.price })),
      [...COLUMNS, LABEL],
    ),
    "target-labels.csv": csv(target, [LABEL]),
  };
}
