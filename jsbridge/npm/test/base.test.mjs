// Nonlinear models, from the run to the prediction. base-real.test.mjs has real data.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../index.js";
import { setUp, words } from "./support.mjs";

const xs = Array.from({ length: 400 }, (_, i) => (i % 101) / 25 - 2);
const source = ["x,z,y", ...xs.map((x, i) => `${x},${i % 7},${x * x}`), ""].join("\n");
const target = ["z,x", ...xs.map((x, i) => `${i % 7},${Math.abs(x)}`), ""].join("\n");
const budget = { epsilon: 1, delta: 1e-6 };

async function started(t, text = source, options = { label: "y" }) {
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  return {
    engine,
    sample: await engine.loadSource(new Blob([text]), options),
    owner: await engine.loadTarget(new Blob([target])),
  };
}

test("each base is fitted, verified, predicted with and computed again; other weights give another model", async (t) => {
  const { engine, sample, owner } = await started(t);
  for (const [base, candidates] of [
    ["linear", 0],
    ["smooth", 4],
    ["trees", 4],
    ["auto", 12],
  ]) {
    const release = await engine.adapt({ source: sample, target: owner, ...budget, base });
    assert.equal(release.certificate.base?.candidates.length ?? 0, candidates);
    const verified = await engine.verify(release.text, { source: sample });
    assert.deepEqual([base, verified.problems], [base, []]);
    const rows = await release.predict([{ x: 1.5, z: 2 }, { x: 0, z: 3 }, { x: 1e300, z: -1e300 }, {}], {
      onMissing: "mean",
    });
    const file = await release.predict(new Blob(["x,z\n1.5,2\n0,3\n1e300,-1e300\n,\n"]));
    assert.deepEqual([...rows], [...file], base);
    assert.ok(
      rows.every((y) => y >= 0 && y <= 4),
      `${base}: ${rows}`,
    );
    if (candidates === 0) continue;
    const { weights } = release.toJSON().values;
    const lie = release.toJSON();
    lie.values.weights = weights.map((_, j) => weights[(j + 7) % weights.length]);
    const refused = await engine.verify(lie, { source: sample });
    assert.equal(refused.ok, false, base);
    assert.match(refused.problems.join(), /not (the one|what) (that )?the public sample and the released weights give/);
  }
});

test("a run is cancelled while models are fitted, and another sample does not verify", async (t) => {
  const { engine, sample, owner } = await started(t);
  const controller = new AbortController();
  const cancelled = engine.adapt({
    source: sample,
    target: owner,
    ...budget,
    base: "smooth",
    signal: controller.signal,
    onProgress: ({ stage }) => stage === "fit" && controller.abort(),
  });
  await assert.rejects(cancelled, { code: "cancelled" });
  const release = await engine.adapt({ source: sample, target: owner, ...budget, base: "trees" });
  const other = await engine.loadSource(new Blob([source.replace("0,2", "0,3")]), { label: "y" });
  const { problems } = await engine.verify(release, { source: other });
  assert.match(problems.join(), /another public sample/);
});

test("moments of several owners become a nonlinear model, the same as of their sum", async (t) => {
  const { engine, sample, owner } = await started(t);
  const parts = [];
  for (let i = 0; i < 3; i++)
    parts.push(await engine.adapt({ source: sample, target: owner, ...budget, release: "moments" }));
  const model = await engine.combine(parts, { source: sample, base: "trees" });
  assert.equal(model.certificate.combination.cohorts.length, 1);
  assert.deepEqual((await engine.verify(model, { source: sample })).problems, []);
  const again = await engine.combine(parts, { source: sample, base: "trees" });
  assert.equal(model.toJSON().values.base, again.toJSON().values.base);
});

test("three classes by name, from the command line; what has no meaning for classes is refused", async (t) => {
  const kinds = ["low", "mid", 'hi,"gh'];
  const text = [
    "x,z,y",
    ...xs.map((x, i) => `${x},${i % 7},${x < -0.7 ? "low" : x < 0.7 ? "mid" : '"hi,""gh"'}`),
    "",
  ].join("\n");
  const { privadapt, read } = await setUp(t, { source: text, target });
  const args = words("--source source.csv --target target.csv --label y --epsilon 1 --delta 1e-6");
  for (const [more, says] of [
    [["--base", "smooth"], /the label is a class/],
    [["--model-norm", "2"], /the label is a class/],
    [["--solver", "single-stage"], /the label is a class/],
    [["--task", "regression"], /not a number/],
    [["--base", "forest"], /choose one of \[linear smooth trees file auto\]/],
  ]) {
    const refused = await privadapt("adapt", ...args, ...more);
    assert.equal(refused.status, 1, more.join(" "));
    assert.match(refused.stderr, says);
  }
  const adapted = await privadapt("adapt", ...args);
  assert.equal(adapted.status, 0, adapted.stderr);
  assert.deepEqual(JSON.parse(await read("release.json")).provenance.schema.classes, ['hi,"gh', "low", "mid"]);
  const predicted = await privadapt("predict", "--model", "release.json", "--data", "source.csv", "--json");
  const { labels, rows } = JSON.parse(predicted.stdout);
  const truth = xs.map((x) => kinds[x < -0.7 ? 0 : x < 0.7 ? 1 : 2]);
  const right = labels.filter((label, i) => label === truth[i]).length;
  assert.ok(rows === xs.length && right > 0.9 * rows, `${right} of ${rows}`);
  const table = await privadapt("predict", "--model", "release.json", "--data", "source.csv");
  assert.equal(table.stdout.split("\n")[0], 'prediction,"p(hi,""gh)",p(low),p(mid)');
});

test("0 and 1 are numbers with a note, or classes where that is asked for", async (t) => {
  const text = ["x,y", ...xs.map((x) => `${x},${x > 0 ? 1 : 0}`), ""].join("\n");
  const { engine, sample } = await started(t, text);
  assert.match(sample.notes.join(), /only the values 0 and 1/);
  assert.deepEqual(sample.classes, []);
  const classes = await engine.loadSource(new Blob([text]), { label: "y", task: "classification" });
  assert.deepEqual([classes.classes, classes.notes.length], [["0", "1"], 0]);
});
