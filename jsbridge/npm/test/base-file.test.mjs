// tier: 2
// An analyst's own model in an XGBoost file: a candidate beside the public sample, named in the release by address and
// digest.
import assert from "node:assert/strict";
import test from "node:test";
import { digestOf } from "./tools.mjs";
import { engineFor } from "./support.mjs";

/** A stump: `low` where x < 0 or missing, `high` elsewhere; for the colour red 10 more. */
const modelOf = ({ low = 1, high = 3, names = ["x", "c=red"], objective = "reg:squarederror" } = {}) => {
  const tree = (feature, at, left, right) => ({
    left_children: [1, -1, -1],
    right_children: [2, -1, -1],
    split_indices: [feature, 0, 0],
    split_type: [0, 0, 0],
    split_conditions: [at, left, right],
    default_left: [1, 0, 0],
  });
  return JSON.stringify({
    learner: {
      feature_names: names,
      gradient_booster: {
        name: "gbtree",
        model: { tree_info: [0, 0], trees: [tree(0, 0, low, high), tree(1, 0.5, 0, 10)] },
      },
      learner_model_param: { base_score: "0", num_class: "0", num_feature: String(names.length), num_target: "1" },
      objective: { name: objective },
    },
    version: [1, 7, 4],
  });
};
const model = modelOf();

const rows = Array.from({ length: 300 }, (_, i) => ({ x: (i % 41) / 10 - 2, c: ["red", "blue"][i % 2] }));
const truth = ({ x, c }) => (x < 0 ? 1 : 3) + (c === "red" ? 10 : 0);
const source = ["x,c,y", ...rows.map((row, i) => `${row.x},${row.c},${truth(row) + ((i * 7) % 5) / 50}`), ""].join(
  "\n",
);
const target = ["x,c", ...rows.map(({ x, c }) => `${Math.abs(x)},${c}`), ""].join("\n");
const budget = { epsilon: 1, delta: 1e-6 };
const questions = [
  { x: -1, c: "red" },
  { x: -1, c: "blue" },
  { x: 1, c: "red" },
  { x: 1, c: "blue" },
  { x: undefined, c: "blue" },
];

async function started(t, options) {
  const engine = await engineFor(t, { ledger: false });
  const loading = (more) => engine.loadSource(new Blob([source]), { label: "y", ...more });
  return { engine, loading, sample: await loading(options), owner: await engine.loadTarget(new Blob([target])) };
}

test("the model in a file predicts as it says, once the file is given; the release names it and does not hold it", async (t) => {
  const { engine, sample, owner, loading } = await started(t, {
    baseFile: new TextEncoder().encode(model),
    baseIntegrity: digestOf(model),
  });
  assert.equal(sample.baseDigest, digestOf(model));
  const release = await engine.adapt({ source: sample, target: owner, ...budget, base: "file" });
  const { certificate, values } = release.toJSON();
  assert.deepEqual(certificate.base.file, { sha256: digestOf(model) }, "a file that was not fetched has no address");
  assert.deepEqual(
    certificate.base.candidates.map(({ base, way }) => `${base} ${way}`),
    ["file unweighted", "file corrected"],
  );
  assert.ok(values.base.length < 2000);

  await assert.rejects(release.predict(questions), { code: "bad-release", message: new RegExp(digestOf(model)) });
  await assert.rejects(release.predict(questions, { baseFile: new Blob([modelOf({ low: 2 })]) }), {
    code: "bad-release",
    message: /not the one that the release names/,
  });
  const predicted = await release.predict(questions, { baseFile: new Blob([model]) });
  // The labels are up to 0.08 above what the file says, and the correction may add that.
  for (const [i, question] of questions.entries())
    assert.ok(Math.abs(predicted[i] - truth({ ...question, x: question.x ?? -1 })) < 0.2, `${i}: ${predicted[i]}`);

  assert.match((await engine.verify(release)).remarks.join(), new RegExp(digestOf(model)));
  assert.deepEqual((await engine.verify(release, { baseFile: new Blob([model]) })).problems, []);
  assert.match(
    (await engine.verify(release, { baseFile: new Blob([modelOf({ low: 2 })]) })).problems.join(),
    /SHA-256/,
  );
  assert.deepEqual((await engine.verify(release, { source: sample })).problems, []);
  assert.match((await engine.verify(release, { source: await loading() })).problems.join(), /baseFile/);
  assert.deepEqual(
    (await engine.verify(release, { source: await loading(), baseFile: new Blob([model]) })).problems,
    [],
  );
});
