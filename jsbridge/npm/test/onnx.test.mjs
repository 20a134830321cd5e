// tier: 2
// A model as ONNX, run in onnxruntime: what it predicts is what predict says.
import assert from "node:assert/strict";
import test from "node:test";
import { HOSTILE, PLAIN, daysOf, distance, models, predicted, questions } from "./portable-models.mjs";

const ort = await import("onnxruntime-web").catch(() => undefined);
const skip = ort ? false : 'onnxruntime is missing: run "make machine"';
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
    for (const text of [
      "privadapt.epsilon",
      "privadapt.unit",
      "privadapt.wasmSHA256",
      model.release.toJSON().releaseId,
    ])
      assert.ok(Buffer.from(bytes).includes(text), text);
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
