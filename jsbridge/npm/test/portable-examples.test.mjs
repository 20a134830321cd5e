// tier: 2
// The examples in Python, Node and R: models that other programs apply say what predict says, and trainers take
// weights.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { distance } from "./portable-models.mjs";
import { engineFor, folderFor, randomFrom } from "./support.mjs";

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
