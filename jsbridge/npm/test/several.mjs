// Public samples that belong together, and one that does not: y = 3a − b + noise, on rows around 0 and around 1.5 in
// `a`.

let state = 7;
const random = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 2 ** 32;
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const rows = (n, shift) =>
  Array.from({ length: n }, () => {
    const [a, b] = [normal() + shift, normal()];
    return { a, b, y: 3 * a - b + normal() / 2 };
  });
const csv = (rows, columns) =>
  `${[columns.join(","), ...rows.map((row) => columns.map((column) => row[column].toFixed(6)).join(","))].join("\n")}\n`;

/** By their names: `first`, `second` and `third` can be united, `narrow` and `unlabelled` lack a column. */
export const SEVERAL = {
  "first.csv": csv(rows(150, 0), ["a", "b", "y"]),
  "second.csv": csv(rows(150, 1.5), ["y", "b", "a"]),
  "third.csv": csv(rows(50, 0), ["a", "b", "y"]),
  "narrow.csv": csv(rows(100, 0), ["a", "y"]),
  "unlabelled.csv": csv(rows(100, 0), ["a", "b"]),
};

/** Private rows, distributed as in the second sample. */
export const PRIVATE = csv(rows(2000, 1.5), ["a", "b"]);
