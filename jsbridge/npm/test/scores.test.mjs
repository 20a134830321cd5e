// Scores where the labels are known, against figures computed by hand.
import assert from "node:assert/strict";
import test from "node:test";
import { scoresOf } from "../reading/scores.js";
import { ready, sourceCSV, sourceRows } from "./support.mjs";

const close = (a, b) => assert.ok(Math.abs(a - b) < 1e-12, `${a}, not ${b}`);

test("scores of numbers", () => {
  const { rows, rmse, explained } = scoresOf(Float64Array.of(1, 2, 3, 9), Float64Array.of(1, 4, 1, NaN));
  assert.equal(rows, 3);
  close(rmse, Math.sqrt(8 / 3));
  close(explained, 1 - 8 / 6);
  assert.equal(scoresOf(Float64Array.of(1, 2), Float64Array.of(5, 5)).explained, undefined);
  assert.equal(scoresOf(Float64Array.of(1), Float64Array.of(NaN)), undefined);
});

test("scores of two classes: ties in the AUC count as half", () => {
  const second = [0.1, 0.4, 0.4, 0.9, 0.5];
  const found = {
    classes: ["no", "yes"],
    labels: ["no", "no", "no", "yes", "no"],
    probabilities: [second.map((p) => 1 - p), second],
  };
  const { rows, accuracy, logLoss, brier, auc } = scoresOf(found, Float64Array.of(0, 1, 0, 1, NaN));
  assert.deepEqual([rows, accuracy, auc], [4, 0.75, 3.5 / 4]);
  close(logLoss, -(Math.log(0.9) + Math.log(0.4) + Math.log(0.6) + Math.log(0.9)) / 4);
  close(brier, (0.01 + 0.36 + 0.16 + 0.01) / 4);
  assert.equal(scoresOf(found, Float64Array.of(0, 0, 0, 0, 0)).auc, undefined);
});

test("a probability of zero for the truth does not make the log-loss infinite", () => {
  const { logLoss, auc } = scoresOf(
    { classes: ["a", "b", "c"], labels: ["a"], probabilities: [[1], [0], [0]] },
    Float64Array.of(2),
  );
  close(logLoss, -Math.log(1e-15));
  assert.equal(auc, undefined);
});

test("the labels of a file with missing and unreadable cells are its rows' labels", async (t) => {
  const { engine, source } = await ready(t, { ledger: false });
  const release = await engine.adapt({
    source,
    target: await engine.loadTarget(new Blob([sourceCSV])),
    epsilon: 1,
    delta: 1e-6,
    base: "linear",
  });
  const lines = sourceCSV.trimEnd().split("\n");
  const at = lines[0].split(",").indexOf("y");
  const changed = lines.map((line, i) =>
    line
      .split(",")
      .with(at, i === 3 ? "" : i === 4 ? "unknown" : line.split(",")[at])
      .join(","),
  );
  const data = new Blob([changed.join("\n")]);
  const predictions = await engine.predict(release, data);
  const rows = sourceRows.map(({ y }, i) => [Number(y), predictions[i]]).filter((_, i) => i !== 2 && i !== 3);
  const scores = await engine.score(release, data);
  assert.equal(scores.rows, rows.length);
  close(scores.rmse / Math.sqrt(rows.reduce((sum, [y, p]) => sum + (y - p) ** 2, 0) / rows.length), 1);
});
