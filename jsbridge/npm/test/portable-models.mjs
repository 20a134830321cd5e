// Releases of every kind of model, and rows to apply them to: what models in other forms are compared with.
import { load } from "../index.js";
import { BASES } from "../terms/bases.gen.js";
import { randomFrom } from "./support.mjs";

const COLUMNS = ["area", "km", "heating", "sold"];
const HEATING = ["gas", "oil", "wood", "heat pump", "Ähre'\"x\\n"];
const HUGE = [1e308, -1e308, 1e99, -1e120, 1e-300, 5e-324, 0, 1e7];
export const PLAIN = { area: "area", km: "km", heating: "heating", sold: "sold" };
/** Quotes, words of JavaScript and of SQL, and a blank that is a line break in the files. */
export const HOSTILE = { area: 'SELECT "m²" net', km: "constructor", heating: "'; --\\", sold: "__proto__" };

/** A made-up flat; its rent is not linear. */
function flat(random) {
  const row = {
    area: Number((20 + 100 * random()).toFixed(2)),
    km: Number((random() ** 3 * 80).toFixed(3)),
    heating: HEATING[Math.floor(random() * HEATING.length)],
    sold: new Date(Date.UTC(2020, 0, 1 + Math.floor(900 * random()))).toISOString().slice(0, 10),
  };
  const years = (Date.parse(row.sold) / 864e5 - 18262) / 365;
  const rent = row.area * (8 + 12 * Math.exp(-row.km / 5)) * (row.heating === "oil" ? 0.8 : 1) + 60 * years;
  return { row, rent: rent + 40 * random() };
}

const labels = {
  number: (rent) => rent.toFixed(2),
  two: (rent) => (rent > 900 ? "dear" : "cheap"),
  five: (rent) => `class ${Math.max(0, Math.min(4, Math.floor(rent / 400)))}`,
};

const quoted = (cell) => (/[",\n]/.test(cell) ? `"${String(cell).replaceAll('"', '""')}"` : (cell ?? ""));
const csvOf = (rows, columns) =>
  new Blob([
    [
      columns.map((name) => quoted(name.replace(" ", "\n"))),
      ...rows.map((row) => columns.map((name) => quoted(row[name]))),
    ].join("\n"),
    "\n",
  ]);

/** A row with columns of these names. */
export const renamed = (row, names) =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [names[name] ?? name, cell]));

/** Rows with missing cells, levels that the sample lacks and numbers at the ends of the range. */
export function questions(count) {
  const random = randomFrom(17);
  const of = (list) => list[Math.floor(random() * list.length)];
  return Array.from({ length: count }, () => {
    const { row } = flat(random);
    for (const name of COLUMNS) if (random() < 0.06) row[name] = null;
    if (random() < 0.03) row.heating = "peat";
    for (const name of ["area", "km"]) if (random() < 0.02) row[name] = of(HUGE);
    return row;
  });
}

export const daysOf = (text) => (text === null ? Number.NaN : Date.parse(text) / 864e5);

const DEEP = 40;
const steps = Array.from({ length: DEEP }, (_, k) => k);
/** A tree whose right child is always split again, on each column in turn; missing cells go to either side. */
const CHAIN = {
  left_children: [...steps.flatMap((k) => [2 * k + 1, -1]), -1],
  right_children: [...steps.flatMap((k) => [2 * k + 2, -1]), -1],
  split_indices: [...steps.flatMap((k) => [[0, 1, 3, 2][k % 4], 0]), 0],
  split_conditions: [...steps.flatMap((k) => [[30 + k, k / 4, 18300 + 15 * k, 0.5][k % 4], 7.25 * k]), -99.5],
  default_left: [...steps.flatMap((k) => [Number(k % 8 > 5), 0]), 0],
};

/** A file of XGBoost with a tree on numbers, one on a level, one that is a leaf and one that is deep. */
const fileOf = (names) =>
  JSON.stringify({
    learner: {
      feature_names: [names.area, names.km, `${names.heating}=oil`, names.sold],
      gradient_booster: {
        name: "gbtree",
        model: {
          tree_info: [0, 0, 0, 0],
          trees: [
            {
              left_children: [1, -1, 3, -1, -1],
              right_children: [2, -1, 4, -1, -1],
              split_indices: [0, 0, 1, 0, 0],
              split_conditions: [61.3, 300.125, 7.7, 900.1, 1200.7],
              default_left: [1, 0, 0, 0, 0],
            },
            {
              left_children: [1, -1, -1],
              right_children: [2, -1, -1],
              split_indices: [2, 0, 0],
              split_conditions: [0.5, 33.3, -120.01],
              default_left: [0, 0, 0],
            },
            {
              left_children: [-1],
              right_children: [-1],
              split_indices: [0],
              split_conditions: [0.123],
              default_left: [0],
            },
            CHAIN,
          ],
        },
      },
      learner_model_param: { base_score: "5E-1", num_class: "0", num_feature: "4", num_target: "1" },
      objective: { name: "reg:squarederror" },
    },
  });
export const FILE = fileOf(PLAIN);

const maps = ["linear", "quadratic"];
/** Of columns with odd names: each base once, and a blend for each task. */
const fewer = {
  number: [{ base: "linear" }, { base: "smooth" }, { base: "trees" }, { base: "auto" }, { base: "file" }],
  two: [{ base: "trees" }],
  five: [{ base: "auto" }, { base: "linear", useLabels: true }],
};
const fitted = Object.keys(BASES).filter((base) => base !== "file");
const ofClasses = [...fitted.filter((base) => base !== "smooth"), "auto"];
const bases = { number: [...fitted.filter((base) => base !== "linear"), "auto"], two: ofClasses, five: ofClasses };

const settingsOf = (task) => [
  ...(task === "number" ? maps.map((features) => ({ base: "linear", features })) : []),
  ...bases[task].map((base) => ({ base })),
  { base: "auto", useLabels: true },
  ...(task === "number" ? [{ base: "file" }] : []),
];

/** [{name, task, release, classes, baseFile}], fitted by an engine of their own, of columns with these names. */
export async function models(names = PLAIN) {
  const engine = await load({ ledger: false });
  const random = randomFrom(3);
  const [sample, owner] = [500, 300].map((count) => Array.from({ length: count }, () => flat(random)));
  const columns = COLUMNS.map((name) => names[name]);
  const made = [];
  for (const [task, labelOf] of Object.entries(labels)) {
    const rows = (flats) => flats.map(({ row, rent }) => ({ ...renamed(row, names), y: labelOf(rent) }));
    for (const own of names === PLAIN ? settingsOf(task) : fewer[task]) {
      const baseFile = own.base === "file" ? new Blob([fileOf(names)]) : undefined;
      const source = await engine.loadSource(csvOf(rows(sample), [...columns, "y"]), { label: "y", baseFile });
      const target = await engine.loadTarget(csvOf(rows(owner), own.useLabels ? [...columns, "y"] : columns));
      const release = await engine.adapt({ source, target, epsilon: 3, delta: 1e-6, ...own });
      made.push({ name: [task, ...Object.values(own)].join(" "), task, release, baseFile });
      source.dispose();
    }
  }
  return { engine, models: made };
}

/**
 * What predict says, as lists of numbers: the predictions, or the probabilities of each class; and the labels of
 * classes.
 */
export async function predicted({ task, release, baseFile }, table, names = PLAIN) {
  const rows = table.map((row) => renamed(row, names));
  if (task === "number") return { lists: [await release.predict(rows, { baseFile })] };
  const { classes, labels, probabilities } = await release.classify(rows, { baseFile });
  return { lists: probabilities, classes, labels };
}

/** The largest distance of two lists of numbers, relative to the numbers; both have to be finite. */
export const distance = (got, want) =>
  want.reduce((most, v, i) => {
    const own = Math.abs(got[i] - v) / Math.max(Math.abs(v), 1e-12);
    return Math.max(own, most); // no number stays no number
  }, 0);
