// Features other than the columns themselves, from the command line to single rows: y = x² has no linear model worth
// the name.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../index.js";
import { relativeError, setUp, words } from "./support.mjs";

const xs = Array.from({ length: 400 }, (_, i) => (i % 101) / 25 - 2);
const labels = xs.map((x) => x * x);
const source = ["x,z,y", ...xs.map((x, i) => `${x},${i % 7},${labels[i]}`), ""].join("\n");
const target = ["z,x", ...xs.map((x, i) => `${i % 7},${x}`), ""].join("\n");

test("each kind of features makes a linear model, which is adapted, verified and predicted with", async (t) => {
  const { read, privadapt } = await setUp(t, { source, target });
  for (const [features, name, enough] of [
    ["linear", "x", 1.1],
    ["quadratic", "x", 0.1],
    ["directions", "direction 1 (x)", 1.1],
  ]) {
    const args = [...words("--source source.csv --label y --epsilon 1 --delta 1e-6 --features"), features];
    const adapted = await privadapt("adapt", ...args, "--force", "--target", "target.csv", "--base", "linear");
    assert.equal(adapted.status, 0, adapted.stderr);
    assert.equal(/features /.test(adapted.stdout), features !== "linear");
    const { values, certificate, provenance } = JSON.parse(await read("release.json"));
    assert.equal(certificate.features, features);
    assert.equal(provenance.features?.map, features === "linear" ? undefined : features);
    assert.equal(values.coefficients[0].feature ?? values.coefficients[0].column, name);
    assert.equal(certificate.order, values.coefficients.length + 1);
    assert.deepEqual(values.labelRange, [0, 4]);

    const verified = await privadapt("verify", "release.json");
    assert.equal(verified.status, 0, verified.stdout);
    const predicted = await privadapt("predict", "--model", "release.json", "--data", "target.csv");
    const predictions = predicted.stdout.trimEnd().split("\n").slice(1).map(Number);
    assert.ok(relativeError(predictions, labels) < enough, `${features}: ${relativeError(predictions, labels)}`);

    const forecast = await privadapt("forecast", ...args, "--rows", "400", "--json");
    assert.equal(JSON.parse(forecast.stdout).order, certificate.order, forecast.stderr);
  }
  const unknown = await privadapt(
    ...words(
      "adapt --source source.csv --target target.csv --label y --epsilon 1 --delta 1e-6 --features cubic --force",
    ),
  );
  assert.equal(unknown.status, 1);
  assert.match(unknown.stderr, /choose one of \[linear quadratic directions\]/);
});

test("single rows are predicted as a file's rows, and none beyond the labels of the source", async (t) => {
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const bytes = (text) => new TextEncoder().encode(text);
  const sample = await engine.loadSource(bytes(source), { label: "y" });
  const owner = await engine.loadTarget(new Blob([target]));
  // What base.test.mjs shows of every kind of model.
  const release = await engine.adapt({ source: sample, target: owner, epsilon: 1, delta: 1e-6, features: "quadratic" });
  const rows = await release.predict([{ x: 1.5, z: 2 }, { x: 0, z: 3 }, { x: 1e300, z: -1e300 }, {}]);
  const file = await release.predict(bytes("x,z\n1.5,2\n0,3\n1e300,-1e300\n,\n"));
  assert.deepEqual([...rows], [...file]);
  assert.ok(
    rows.every((y) => y >= 0 && y <= 4),
    `${rows}`,
  );
});
