// What it takes to write a large model for other programs, and to score rows by its query in DuckDB (2 threads): a file
// of 100 trees of 31 leaves and a smooth model, of ten columns of normal numbers, beside predict on the same rows.
//
//   node exports.mjs [OUT.json]     EXPORTS_ROWS=1000000
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { load } from "../index.js";
import { randomFrom } from "../test/support.mjs";

const ROWS = Number(process.env.EXPORTS_ROWS ?? 1e6);
const [TREES, LEAVES] = [100, 31];
const databases = new URL("../test/databases/package.json", import.meta.url);
const { DuckDBInstance } = await import(pathToFileURL(createRequire(databases).resolve("@duckdb/node-api")).href);
const columns = Array.from({ length: 10 }, (_, j) => `x${j}`);
const random = randomFrom(1);
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A tree whose leaves are split one after the other, the oldest first: as balanced as 31 leaves can be. */
function tree() {
  const [left, right, index, condition] = [[-1], [-1], [0], [normal()]];
  for (let leaf = 0; (left.length + 1) / 2 < LEAVES; leaf++) {
    [left[leaf], right[leaf], index[leaf], condition[leaf]] = [
      left.length,
      left.length + 1,
      (10 * random()) | 0,
      normal(),
    ];
    for (let k = 0; k < 2; k++)
      [left, right, index, condition].forEach((list, i) => list.push([-1, -1, 0, normal()][i]));
  }
  return {
    left_children: left,
    right_children: right,
    split_indices: index,
    split_conditions: condition,
    default_left: left.map(() => (random() < 0.5 ? 1 : 0)),
  };
}

const file = JSON.stringify({
  learner: {
    feature_names: columns,
    gradient_booster: {
      name: "gbtree",
      model: { tree_info: Array(TREES).fill(0), trees: Array.from({ length: TREES }, tree) },
    },
    learner_model_param: { base_score: "5E-1", num_class: "0", num_feature: "10", num_target: "1" },
    objective: { name: "reg:squarederror" },
  },
});

const table = (count) => {
  const rows = Array.from({ length: count }, () => columns.map(normal));
  const lines = rows.map((row) => [...row, row[0] * row[1] + Math.sin(3 * row[2]) + row[3] ** 2].join(","));
  return new Blob([[[...columns, "y"].join(","), ...lines, ""].join("\n")]);
};

const connection = await (await DuckDBInstance.create(":memory:", { threads: "2" })).connect();
await connection.run("SELECT setseed(0.5)");
const numbers = columns.map((x) => `sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()) AS ${x}`);
await connection.run(`CREATE TABLE people AS SELECT ${numbers.join(", ")} FROM range(${ROWS})`);
const shown = (await connection.runAndReadAll("SELECT * FROM people LIMIT 10000")).getRowObjects();

/** {value, wall, cpu}, in seconds, of all threads. */
const timed = async (run) => {
  const [start, before] = [performance.now(), process.cpuUsage()];
  const value = await run();
  const { user, system } = process.cpuUsage(before);
  return { value, wall: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 };
};
const said = ({ wall, cpu }, times = 1) =>
  `${(wall * times).toFixed(2)} s (${(cpu * times).toFixed(2)} s of processors)`;
const engine = await load({ ledger: false });
const [sample, owner] = [table(3000), table(1000)];
const results = [];
for (const [name, base] of /** @type {const} */ ([
  ["100 trees of 31 leaves", "file"],
  ["a smooth model", "smooth"],
  ["boosted trees", "trees"],
  ["a blend", "auto"],
])) {
  const baseFile = base === "file" ? new Blob([file]) : undefined;
  const source = await engine.loadSource(sample, { label: "y", baseFile });
  const release = await engine.adapt({ source, target: await engine.loadTarget(owner), epsilon: 1, delta: 1e-6, base });
  await release.predict(shown.slice(0, 1), { baseFile }); // the first call starts what later ones use
  const onnx = await timed(() => release.toONNX({ baseFile }));
  const sql = await timed(() => release.toSQL({ dialect: "duckdb", table: "people", baseFile }));
  const score = await timed(() => connection.run(`CREATE OR REPLACE TABLE scored AS ${sql.value}`));
  const predict = await timed(() => release.predict(shown, { baseFile }));
  results.push({
    name,
    onnx: { ...onnx, value: onnx.value.length },
    sql: { ...sql, value: sql.value.length },
    score,
    predict,
  });
  console.log(
    `${name}: ONNX ${said(onnx)}, ${onnx.value.length} bytes; SQL ${said(sql)}, ${sql.value.length} characters`,
  );
  console.log(`  ${ROWS} rows in DuckDB ${said(score)}, by predict ${said(predict, ROWS / shown.length)}`);
}
await engine.dispose();
if (process.argv[2]) writeFileSync(process.argv[2], `${JSON.stringify({ rows: ROWS, results }, null, 1)}\n`);
process.exit();
