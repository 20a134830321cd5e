// tier: 2
// A model in forms that others apply, as ONNX in onnxruntime, as one query in DuckDB and PostgreSQL, and by the examples in
// Python, Node and R: what it predicts is what predict says. And trainers take weights.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "../index.js";
import { BASES } from "../terms/bases.gen.js";
import { startPostgres } from "./databases/postgres.mjs";
import { engineFor, folderFor, randomFrom } from "./support.mjs";

const COLUMNS = ["area", "km", "heating", "sold"];
const HEATING = ["gas", "oil", "wood", "heat pump", "Ähre'\"x\\n"];
const HUGE = [1e308, -1e308, 1e99, -1e120, 1e-300, 5e-324, 0, 1e7];
const PLAIN = { area: "area", km: "km", heating: "heating", sold: "sold" };
/** Quotes, words of JavaScript and of SQL, and a blank that is a line break in the files. */
const HOSTILE = { area: 'SELECT "m²" net', km: "constructor", heating: "'; --\\", sold: "__proto__" };

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
const renamed = (row, names) =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [names[name] ?? name, cell]));

/** Rows with missing cells, levels that the sample lacks and numbers at the ends of the range. */
function questions(count) {
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

const daysOf = (text) => (text === null ? Number.NaN : Date.parse(text) / 864e5);

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
  ...(task === "number" ? [{ base: "linear" }] : []),
  ...bases[task].map((base) => ({ base })),
  { base: "auto", useLabels: true },
  ...(task === "number" ? [{ base: "file" }] : []),
];

/** [{name, task, release, classes, baseFile}], fitted by an engine of their own, of columns with these names. */
async function models(names = PLAIN) {
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
async function predicted({ task, release, baseFile }, table, names = PLAIN) {
  const rows = table.map((row) => renamed(row, names));
  if (task === "number") return { lists: [await release.predict(rows, { baseFile })] };
  const { classes, labels, probabilities } = await release.classify(rows, { baseFile });
  return { lists: probabilities, classes, labels };
}

/** The largest distance of two lists of numbers, relative to the numbers; both have to be finite. */
const distance = (got, want) =>
  want.reduce((most, v, i) => {
    const own = Math.abs(got[i] - v) / Math.max(Math.abs(v), 1e-12);
    return Math.max(own, most); // no number stays no number
  }, 0);

const ort = await import("onnxruntime-web").catch(() => undefined);
const skip = ort ? false : 'onnxruntime is missing: run "make machine"';
if (ort) ort.env.wasm.numThreads = 1;

const NO_NUMBER = [Number.NaN, Infinity, -Infinity];

/** Lists as `predicted` has them. */
async function inRuntime(bytes, rows, { classes, names }) {
  const session = await ort.InferenceSession.create(bytes, { logSeverityLevel: 3 });
  const column = (name, type, of) => [name, new ort.Tensor(type, of, [rows.length, 1])];
  const numbers = (name, of) => column(names[name], "float64", Float64Array.from(rows, of));
  const found = await session.run(
    Object.fromEntries([
      numbers("area", ({ area }, i) => area ?? NO_NUMBER[i % NO_NUMBER.length]),
      numbers("km", ({ km }, i) => km ?? NO_NUMBER[i % NO_NUMBER.length]),
      column(
        names.heating,
        "string",
        rows.map(({ heating }) => heating ?? ""),
      ),
      numbers("sold", ({ sold }) => daysOf(sold)),
    ]),
  );
  await session.release();
  if (!classes) return { lists: [found.prediction.data] };
  const { data } = found.probabilities;
  return {
    lists: classes.map((_, k) => rows.map((_, i) => data[i * classes.length + k])),
    labels: [...found.label.data],
  };
}

test(
  "every kind of model predicts in onnxruntime what predict says, to 1e-9, on 10⁴ rows with missing and hostile cells",
  {
    skip,
  },
  (t) => inRuntimeAsPredicted(t, PLAIN),
);

test("so do models of columns whose names have quotes, line breaks and words of JavaScript and SQL", { skip }, (t) =>
  inRuntimeAsPredicted(t, HOSTILE),
);

/** In forms that `score(model, classes)` resolves with, {name: {lists, labels}}, every kind of model says what predict says. */
async function asPredicted(t, names, rows, score, alike) {
  const made = await models(names);
  t.after(() => made.engine.dispose());
  for (const model of made.models) {
    const want = await predicted(model, rows, names);
    for (const [where, got] of Object.entries(await score(model, want.classes))) {
      const worst = Math.max(...want.lists.map((list, k) => distance(got.lists[k], list)));
      t.diagnostic(`${model.name}, ${where}: ${worst.toExponential(1)}`);
      assert.ok(worst <= 1e-9, `${model.name}, ${where}: ${worst}`);
      want.labels?.forEach((label, i) => {
        const [first, second] = want.lists.map((list) => list[i]).sort((a, b) => b - a);
        if (first - second > alike) assert.equal(got.labels[i], label, `${model.name}, ${where}`);
      });
    }
  }
}

async function inRuntimeAsPredicted(t, names) {
  const rows = questions(10_000);
  const score = async ({ release, baseFile }, classes) => {
    const bytes = await release.toONNX({ baseFile });
    for (const text of ["privadapt.epsilon", "privadapt.unit", "privadapt.wasmSHA256", release.toJSON().releaseId])
      assert.ok(Buffer.from(bytes).includes(text), text);
    return { [`${bytes.length} bytes`]: await inRuntime(bytes, rows, { classes, names }) };
  };
  await asPredicted(t, names, rows, score, 1e-9); // of two classes as likely as one another either is right
}

const duckdb = await import("@duckdb/node-api").catch(() => undefined);

const TYPES = { id: "BIGINT", area: "DOUBLE", km: "DOUBLE", heating: "VARCHAR", sold: "DATE" };

/** What is no number counts as missing, as predict has it of a file. */
const MISSING = ["", "NaN", "Infinity", "-Infinity"];
const inSQL = (name) => `"${name.replaceAll('"', '""')}"`;

function tableOf(rows) {
  const columns = Object.keys(TYPES);
  const cell = (row, name, i) => row[name] ?? (TYPES[name] === "DOUBLE" ? MISSING[i % MISSING.length] : "");
  const lines = rows.map((row, id) =>
    columns.map((name) => quoted(name === "id" ? id : cell(row, name, id))).join(","),
  );
  return [columns.join(","), ...lines, ""].join("\n");
}

/** {name: rows of a query}, for each database that is here, of a table flats with these rows. */
async function databases(t, rows, names) {
  const types = Object.entries(TYPES).map(([name, type]) => `${inSQL(names[name] ?? name)} ${type}`);
  const csv = tableOf(rows);
  const run = {};
  if (duckdb) {
    const file = join(await folderFor(t), "flats.csv");
    await writeFile(file, csv);
    const connection = await (await duckdb.DuckDBInstance.create(":memory:", { threads: "2" })).connect();
    t.after(() => connection.closeSync());
    await connection.run(`CREATE TABLE flats (${types})`);
    await connection.run(`COPY flats FROM '${file}' (FORMAT csv, HEADER, QUOTE '"', ESCAPE '"')`);
    run.duckdb = async (sql) => (await connection.runAndReadAll(sql)).getRows();
  }
  const postgres = await startPostgres();
  if (postgres) {
    t.after(postgres.stop);
    const typed = types.map((own) => own.replace(/DOUBLE$/, "float8"));
    postgres.run(`CREATE TABLE flats (${typed});\nCOPY flats FROM STDIN (FORMAT csv, HEADER);\n${csv}\\.\n`);
    run.postgres = async (sql) =>
      postgres
        .run(sql)
        .trimEnd()
        .split("\n")
        .map((line) => line.split("|"));
  }
  return run;
}

test("every kind of model predicts in a database what predict says, to 1e-9, on 10⁴ rows with missing and hostile cells", (t) =>
  inDatabasesAsPredicted(t, PLAIN));

test("so do models of columns whose names have quotes, line breaks and words of JavaScript and SQL", (t) =>
  inDatabasesAsPredicted(t, HOSTILE));

/** The rows of a query that keeps the column id, in its order. */
const inOrder = (found) => found.sort((a, b) => Number(a[0]) - Number(b[0]));

async function inDatabasesAsPredicted(t, names) {
  const rows = questions(10_000);
  const run = await databases(t, rows, names);
  if (Object.keys(run).length === 0) return t.skip('databases are missing: run "make machine"');
  for (const name of ["duckdb", "postgres"])
    if (!run[name]) t.diagnostic(`${name} is missing: its queries were NOT run`);
  const score = async ({ release, baseFile }, classes) => {
    const found = {};
    for (const [dialect, query] of baseFile ? [] : Object.entries(run)) {
      const sql = await release.toSQL({ dialect, table: "flats", keep: ["id"] });
      assert.ok(sql.length < 4e6, "no part of a tree is written twice");
      const got = inOrder(await query(sql));
      const list = (k) => got.map((row) => Number(row[k]));
      const lists = classes ? classes.map((_, k) => list(2 + k)) : [list(1)];
      found[dialect] = { lists, labels: got.map((row) => row[1]) };
    }
    return found;
  };
  await asPredicted(t, names, rows, score, -1);
}

test("a model with a number that fails in some databases has no query", async (t) => {
  const { release } = await made(t, "linear");
  const small = JSON.parse(release.text);
  small.values.coefficients[0].value = 1e-70;
  const engine = await engineFor(t, { ledger: false });
  await assert.rejects(
    engine.toSQL(JSON.stringify(small), { dialect: "duckdb", table: "rows" }),
    /some databases fail/,
  );
});

// PYTHON names one that has onnxruntime, in a virtual environment say.
const python = process.env.PYTHON ?? "python3";
const works = (command, ...args) => {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};
const runtime = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const example = (name) => fileURLToPath(new URL(`../examples/${name}`, import.meta.url));
const printed = (command, ...args) =>
  execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
    .trim()
    .split("\n")
    .map(Number);

const day = (i) => new Date(Date.UTC(2021, 0, 1 + i)).toISOString().slice(0, 10);
const flats = Array.from({ length: 400 }, (_, i) => [30 + (i % 71), ["gas", "oil", "wood"][i % 3], day((i * 7) % 300)]);
const rent = ([area, heating], i) => 12 * area + (heating === "oil" ? -90 : 0) + (i % 9);
const csv = (head, rows) => [head, ...rows].map((row) => `${row.join(",")}\n`).join("");
const columns = ["area", "heating", "sold"];
const sample = csv(
  [...columns, "rent"],
  flats.map((flat, i) => [...flat, rent(flat, i)]),
);
const hard = [
  ["", "oil", ""],
  ["1e300", "peat", "soon"],
  ["NA", "", "2030-01-01"],
  ["1e9", "gas", "2021-02-03"],
];
const asked = csv(columns, [...flats.slice(0, 50), ...hard]);

async function made(t, base) {
  const engine = await engineFor(t, { ledger: false });
  const source = await engine.loadSource(new Blob([sample]), { label: "rent" });
  const target = await engine.loadTarget(new Blob([csv(columns, flats.slice(100))]));
  const release = await engine.adapt({ source, target, epsilon: 3, delta: 1e-6, base });
  const folder = await folderFor(t);
  const file = async (name, content) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  return { release, file, want: await release.predict(new Blob([asked])) };
}

test("thirty lines of Python's standard library apply a linear release", {
  skip: works(python, "--version") ? false : "python3 is missing",
}, async (t) => {
  const { release, file, want } = await made(t, "linear");
  const files = [await file("release.json", release.text), await file("new.csv", asked)];
  assert.ok(distance(printed(python, example("python/predict.py"), ...files), want) <= 1e-9);
});

test("a blend is applied by onnxruntime in Python", {
  skip: works(python, "-c", "import onnxruntime")
    ? false
    : `onnxruntime is missing: ${python} -m pip install onnxruntime`,
}, async (t) => {
  const { release, file, want } = await made(t, "auto");
  const model = await file("model.onnx", await release.toONNX());
  const got = printed(python, example("python/score_onnx.py"), model, await file("new.csv", asked));
  assert.ok(distance(got, want) <= 1e-9);
});

test("a blend is applied by onnxruntime in Node", {
  skip: existsSync(join(runtime, "onnxruntime-web")) ? false : 'onnxruntime is missing: run "make machine"',
}, async (t) => {
  const { release, file } = await made(t, "auto");
  const rows = [...flats.slice(0, 50), [null, "oil", null], [1e300, "peat", "2030-01-01"], [-1e9, null, null]].map(
    (row) => Object.fromEntries(row.map((cell, k) => [columns[k], cell])),
  );
  const files = [await file("model.onnx", await release.toONNX()), await file("rows.json", JSON.stringify(rows))];
  const program = await file("score-onnx.mjs", await readFile(example("node/score-onnx.mjs"), "utf8"));
  await symlink(runtime, join(dirname(program), "node_modules"));
  assert.ok(distance(printed(process.execPath, program, ...files), await release.predict(rows)) <= 1e-9);
});

// Where the private flats are, the rent rises by more than elsewhere: one line cannot be right in both places.
const rents = (share, seed) => {
  const random = randomFrom(seed);
  return Array.from({ length: 600 }, (_, i) => {
    const area = Math.round(random() < share ? 80 + 40 * random() : 20 + 60 * random());
    return [area, ["gas", "oil"][i % 2], (area > 80 ? 20 * area - 800 : 10 * area) + (i % 5)];
  });
};
const [most, few] = [rents(0.2, 1), rents(0.9, 2)];
const trained = {
  "scikit-learn": [python, "python/train_weighted.py", "sklearn"],
  XGBoost: [python, "python/train_weighted.py", "xgboost"],
  LightGBM: [python, "python/train_weighted.py", "lightgbm"],
  "lm of R": ["Rscript", "r/train_weighted.R"],
};
const needs = {
  "scikit-learn": [python, "-c", "import pandas, sklearn"],
  XGBoost: [python, "-c", "import pandas, sklearn, xgboost"],
  LightGBM: [python, "-c", "import pandas, sklearn, lightgbm"],
  "lm of R": ["Rscript", "--version"],
};
for (const [name, [command, program, ...first]] of Object.entries(trained)) {
  test(`${name} takes released weights, and errs less on private rows by them`, {
    skip: works(...needs[name]) ? false : `what ${name} needs is missing: ${needs[name].join(" ")}`,
  }, async (t) => {
    const engine = await engineFor(t, { ledger: false });
    const head = ["area", "heating", "rent"];
    const source = await engine.loadSource(new Blob([csv(head, most)]), { label: "rent" });
    const target = await engine.loadTarget(
      new Blob([
        csv(
          head.slice(0, 2),
          few.map((row) => row.slice(0, 2)),
        ),
      ]),
    );
    const { weightsCSV } = await engine.adapt({ source, target, epsilon: 3, delta: 1e-6, release: "weights" });
    const folder = await folderFor(t);
    const file = async (name, content) => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    };
    const alike = csv(
      ["row", "weight"],
      most.map((_, k) => [k + 1, 1 / most.length]),
    );
    const [sample, asked] = [await file("sample.csv", csv(head, most)), await file("new.csv", csv(head, few))];
    const error = async (weights) => {
      const args = [...first, sample, await file("weights.csv", weights), "rent", asked];
      const got = printed(command, example(program), ...args);
      assert.equal(got.length, few.length);
      return Math.sqrt(got.reduce((sum, v, k) => sum + (v - few[k][2]) ** 2, 0) / few.length);
    };
    const [before, after] = [await error(alike), await error(weightsCSV)];
    t.diagnostic(`error ${before.toFixed(1)} before, ${after.toFixed(1)} under the weights`);
    assert.ok(after < 0.9 * before, `${before} and ${after}`);
  });
}
