// A report through the API and the command; what its figures are worth is tested in core/adapt and core/release.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { engineFor, randomFrom, setUp, words } from "./support.mjs";

const random = randomFrom(19);
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
/** Rows of whether 2a − b and noise, whose deviation is 1, is above 0. */
function table(rows, shift) {
  const lines = ["a,b,c,y"];
  for (let i = 0; i < rows; i++) {
    const [a, b] = [normal(), normal()];
    const y = 2 * a - b + normal() + shift > 0 ? "yes" : "no";
    lines.push(`${a.toFixed(4)},${b.toFixed(4)},${random() < 0.5 ? "red" : "blue"},${y}`);
  }
  return `${lines.join("\n")}\n`;
}

test("a report of classes, of a model that was given, has scores, a curve and a confusion", async (t) => {
  const engine = await engineFor(t);
  const source = await engine.loadSource(new Blob([table(300, 0)]), { label: "y" });
  const target = await engine.loadTarget(new Blob([table(4000, 0.5)]));
  const budget = { epsilon: 3, delta: 1e-6 };
  const model = await engine.adapt({ source, target, ...budget, base: "linear" });
  const made = await engine.adapt({ source, target, ...budget, release: "report", model });
  assert.deepEqual([made.kind, made.certificate.report.model], ["report", "given"]);
  const { ok, problems } = await engine.verify(made, { source });
  assert.ok(ok, problems.join());
  const { all, confidence } = await engine.figures(made.text);
  assert.equal(confidence, 0.95);
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
