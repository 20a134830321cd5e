// tier: 2
// Nonlinear models of real tasks, from the run to the prediction: bike hours (a number) and adult (a class) of the
// shared data.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { load } from "../index.js";
import { relativeError, setUp, words } from "./support.mjs";

const folder = (task) => new URL(`../../../../shared/data/${task}/`, import.meta.url);
const skip = existsSync(folder("bikehour_springautumn_to_summer")) ? false : "the shared data are not here";
const contents = async (task) => {
  const read = (name) => readFile(new URL(name, folder(task)), "utf8");
  return {
    source: await read("source.csv"),
    target: await read("target.csv"),
    truth: (await read("target_labels.csv")).trim().split(/\r?\n/).slice(1),
  };
};

test("bike: a blend errs less than the linear model, and can be computed again from the public sample", {
  skip,
}, async (t) => {
  const { source, target, truth } = await contents("bikehour_springautumn_to_summer");
  const { read, privadapt } = await setUp(t, { source, target });
  const args = ["--source", "source.csv", "--label", "y"];
  const adapted = await privadapt(
    "adapt",
    ...args,
    ...words("--target target.csv --epsilon 1 --delta 1e-6 --base auto"),
  );
  assert.equal(adapted.status, 0, adapted.stderr);
  assert.match(adapted.stdout, /model: \d+% \w+ \(\w+\)/);
  const release = JSON.parse(await read("release.json"));
  assert.equal(release.certificate.base.candidates.length, 12);
  assert.equal(release.values.weights.length, release.provenance.sourceRows);

  const predicted = await privadapt("predict", "--model", "release.json", "--data", "target.csv");
  const error = relativeError(predicted.stdout.trimEnd().split("\n").slice(1).map(Number), truth.map(Number));
  assert.ok(error < 0.21, `error ${error}`); // the linear release errs by 0.43

  const verified = await privadapt("verify", "release.json", ...args);
  assert.equal(verified.status, 0, verified.stdout + verified.stderr);
});

test("adult: classes have probabilities, and the likeliest is the label", { skip }, async (t) => {
  const { source, target, truth } = await contents("adult_private_to_others");
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const sample = await engine.loadSource(new Blob([source]), { label: "y" });
  assert.equal(sample.classes.length, 2);
  const stages = new Set();
  const release = await engine.adapt({
    source: sample,
    target: await engine.loadTarget(new Blob([target])),
    epsilon: 1,
    delta: 1e-6,
    onProgress: ({ stage }) => stages.add(stage),
  });
  assert.ok(stages.has("fit"));
  const { classes, labels, probabilities } = await release.classify(new Blob([target]));
  assert.deepEqual(classes, sample.classes);
  let right = 0;
  let loss = 0;
  truth.forEach((name, i) => {
    const p = classes.map((_, k) => probabilities[k][i]);
    assert.ok(Math.abs(p[0] + p[1] - 1) < 1e-12);
    assert.equal(labels[i], classes[p[1] > p[0] ? 1 : 0]);
    right += labels[i] === name ? 1 : 0;
    loss -= Math.log(p[classes.indexOf(name)]);
  });
  assert.ok(right / truth.length > 0.8, `accuracy ${right / truth.length}`);
  assert.ok(loss / truth.length < 0.45, `log-loss ${loss / truth.length}`);
  const labelled = new Blob([
    target
      .trimEnd()
      .split(/\r?\n/)
      .map((line, i) => `${line},${i === 0 ? "y" : truth[i - 1]}`)
      .join("\n"),
  ]);
  const scores = await engine.score(release, labelled);
  assert.deepEqual([scores.rows, scores.accuracy], [truth.length, right / truth.length]);
  assert.ok(Math.abs(scores.logLoss - loss / truth.length) < 1e-12);
  assert.ok(scores.auc > 0.85 && scores.auc < 1 && scores.brier < 0.15, JSON.stringify(scores));
  assert.deepEqual(await engine.score(release.text, labelled.stream()), scores, "a stream is read whole");
  await assert.rejects(engine.score(release, new Blob([target])), {
    code: "missing-column",
    message: /no label column "y"/,
  });
  await assert.rejects(release.predict(new Blob([target])), { code: "bad-release", message: /classify/ });
  assert.ok((await engine.verify(release.text)).ok);
});
