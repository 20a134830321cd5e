// The examples in Python say what predict says.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "../index.js";
import { distance } from "./portable-models.mjs";
import { folderFor } from "./support.mjs";

// PYTHON names one that has onnxruntime, in a virtual environment say.
const python = process.env.PYTHON ?? "python3";
const works = (...args) => {
  try {
    execFileSync(python, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};
const example = (name) => fileURLToPath(new URL(`../examples/python/${name}`, import.meta.url));
const said = (...args) => execFileSync(python, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

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
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
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
  skip: works("--version") ? false : "python3 is missing",
}, async (t) => {
  const { release, file, want } = await made(t, "linear");
  const text = said(example("predict.py"), await file("release.json", release.text), await file("new.csv", asked));
  assert.ok(distance(text.trim().split("\n").map(Number), want) <= 1e-9);
});

test("a blend is applied by onnxruntime in Python", {
  skip: works("-c", "import onnxruntime") ? false : `onnxruntime is missing: ${python} -m pip install onnxruntime`,
}, async (t) => {
  const { release, file, want } = await made(t, "auto");
  const model = await file("model.onnx", await release.toONNX());
  const text = said(example("score_onnx.py"), model, await file("new.csv", asked));
  assert.ok(distance(text.trim().split("\n").map(Number), want) <= 1e-9);
});
