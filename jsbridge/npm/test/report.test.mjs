// A report says how good a fixed model is on private rows with a label: through the API, its types' shapes and the
// command.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { load } from "../index.js";
import { randomFrom, setUp, words } from "./support.mjs";

const random = randomFrom(19);
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const budget = { epsilon: 3, delta: 1e-6 };

/** Rows of y = 2a − b and noise, whose deviation is 1; of classes, whether that is above 0. */
function table(rows, classes, shift) {
  const lines = ["a,b,c,y"];
  for (let i = 0; i < rows; i++) {
    const [a, b] = [normal(), normal()];
    const y = 2 * a - b + normal() + shift;
    lines.push(
      `${a.toFixed(4)},${b.toFixed(4)},${random() < 0.5 ? "red" : "blue"},${classes ? (y > 0 ? "yes" : "no") : y.toFixed(4)}`,
    );
  }
  return `${lines.join("\n")}\n`;
}

let engine;
before(async () => (engine = await load()));
after(() => engine.dispose());

const run = async (classes, settings = {}) => {
  const source = await engine.loadSource(new Blob([table(300, classes, 0)]), { label: "y" });
  const target = await engine.loadTarget(new Blob([table(4000, classes, 0.5)]));
  return {
    source,
    target,
    made: await engine.adapt({ source, target, ...budget, base: "linear", release: "report", ...settings }),
  };
};

test("a report of numbers says how far the public choice is off, also by groups", async () => {
  const { source, made } = await run(false, { groupBy: "c" });
  assert.equal(made.kind, "report");
  const { ok, problems } = await engine.verify(made, { source });
  assert.ok(ok, problems.join());
  const { all, groups, groupBy, confidence } = await engine.figures(made);
  assert.deepEqual([groupBy, confidence, groups.map(({ level }) => level)], ["c", 0.95, ["blue", "red", null]]);
  // The mean squared error is 1 + 0.25. By chance an end is farther off than this with a probability far below 1e-6.
  for (const { measures } of [all, ...groups.slice(0, 2)]) {
    assert.ok(
      measures.rmse.low < 1.3 && measures.rmse.high > 0.95 && measures.rmse.high - measures.rmse.low < 0.6,
      JSON.stringify(measures.rmse),
    );
    assert.ok(Math.abs(measures.bias.value + 0.5) < 0.4, JSON.stringify(measures.bias));
  }
  assert.equal(all.curve.length, 5);
  assert.deepEqual(
    all.quantiles.map(({ share }) => share),
    [0.05, 0.25, 0.5, 0.75, 0.95],
  );
});

test("a report of classes, of a model that was given, has scores, a curve and a confusion", async (t) => {
  const { source, target } = await run(true);
  const model = await engine.adapt({ source, target, ...budget, base: "linear" });
  const made = await engine.adapt({ source, target, ...budget, release: "report", model });
  assert.equal(made.certificate.report.model, "given");
  const { all } = await engine.figures(made.text);
  assert.deepEqual(
    Object.keys(all.measures).sort(),
    words("accuracy auc brier calibrationIntercept calibrationSlope logLoss precision sensitivity share specificity"),
  );
  // Of the best model the accuracy is 0.86 and the AUC 0.94.
  assert.ok(
    Math.abs(all.measures.accuracy.value - 0.86) < 0.1 && Math.abs(all.measures.auc.value - 0.94) < 0.1,
    JSON.stringify(all.measures),
  );
  assert.ok(all.roc.length > 10 && all.confusion.length === 2 && all.confusion[0].length === 2);
  // Its file says it in lines, with the names of the classes and each place by another name.
  const { cwd, privadapt } = await setUp(t);
  await writeFile(join(cwd, "report.json"), made.text);
  const { stdout } = await privadapt("report", "report.json");
  const places = stdout.match(/^ +where .* is predicted, the share of "yes" is/gm);
  assert.deepEqual([places.length, new Set(places).size], [all.curve.length, all.curve.length], stdout);
  assert.match(stdout, /share of "yes" [\d.]+ \([\s\S]*predicted "no", in truth "yes": share /);
});
