// tier: 2
// A model as ONNX, run in onnxruntime: what it predicts is what predict says.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { FILE, HOSTILE, PLAIN, daysOf, distance, models, predicted, questions } from "./portable-models.mjs";
import { setUp } from "./support.mjs";

const ort = await import("onnxruntime-web").catch(() => undefined);
const skip = ort ? false : 'onnxruntime is missing: run "make databases"';
if (ort) ort.env.wasm.numThreads = 1;

/** What is no number counts as missing, as predict has it of a file. */
const MISSING = [Number.NaN, Infinity, -Infinity];

/** Lists as `predicted` has them. */
async function inRuntime(bytes, rows, { classes, names }) {
  const session = await ort.InferenceSession.create(bytes, { logSeverityLevel: 3 });
  const column = (name, type, of) => [name, new ort.Tensor(type, of, [rows.length, 1])];
  const numbers = (name, of) => column(names[name], "float64", Float64Array.from(rows, of));
  const found = await session.run(
    Object.fromEntries([
      numbers("area", ({ area }, i) => area ?? MISSING[i % MISSING.length]),
      numbers("km", ({ km }, i) => km ?? MISSING[i % MISSING.length]),
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

async function inRuntimeAsPredicted(t, names) {
  const made = await models(names);
  t.after(() => made.engine.dispose());
  const rows = questions(10_000);
  for (const model of made.models) {
    const bytes = await model.release.toONNX({ baseFile: model.baseFile });
    const want = await predicted(model, rows, names);
    const got = await inRuntime(bytes, rows, { classes: want.classes, names });
    const worst = Math.max(...want.lists.map((list, k) => distance(got.lists[k], list)));
    t.diagnostic(`${model.name}: ${worst.toExponential(1)}, ${bytes.length} bytes`);
    assert.ok(worst <= 1e-9, `${model.name}: ${worst}`);
    const sure = want.labels?.flatMap((label, i) => {
      const sorted = want.lists.map((list) => list[i]).sort((a, b) => b - a);
      return sorted[0] - sorted[1] > 1e-9 ? [i] : [];
    });
    for (const i of sure ?? []) assert.equal(got.labels[i], want.labels[i], model.name);
  }
}

test("the command writes the model, and what is no model or lacks its file is refused before anything is written", async (t) => {
  const { cwd, read, privadapt } = await setUp(t);
  const budget = ["--epsilon", "1", "--delta", "1e-6"];
  const given = ["--source", "source.csv", "--target", "target.csv", "--label", "y", ...budget];
  assert.equal((await privadapt("adapt", ...given, "--base", "linear")).status, 0);
  const done = await privadapt("export", "release.json", "--to", "onnx", "--out", "model.onnx");
  assert.equal(done.status, 0, done.stderr);
  const bytes = await readFile(join(cwd, "model.onnx"));
  const { releaseId } = JSON.parse(await read("release.json"));
  for (const text of ["privadapt.epsilon", "privadapt.unit", "privadapt.wasmSHA256", releaseId, "temp"])
    assert.ok(bytes.includes(text), text);

  assert.equal((await privadapt("adapt", ...given, "--release", "weights")).status, 0);
  const refused = await privadapt("export", "weights.json", "--to", "onnx", "--out", "other.onnx");
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /not a model/);
  assert.equal((await privadapt("export", "release.json", "--to", "pmml", "--out", "other.onnx")).status, 2);

  await writeFile(join(cwd, "own.json"), FILE.replaceAll(/area|km|sold/g, "temp").replace("heating=oil", "colour=red"));
  const own = [...given, "--base", "file", "--base-file", "own.json", "--out", "file.json"];
  const adapted = await privadapt("adapt", ...own);
  assert.equal(adapted.status, 0, adapted.stderr);
  const without = await privadapt("export", "file.json", "--to", "onnx", "--out", "other.onnx");
  assert.equal(without.status, 1, without.stderr);
  const files = ["file.json", "--base-file", "own.json"];
  assert.equal((await privadapt("export", ...files, "--to", "onnx", "--out", "other.onnx")).status, 0);
});
