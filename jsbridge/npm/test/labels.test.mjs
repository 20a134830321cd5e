// Private labels: used on request alone, and refused before a charge where they have no meaning.
import assert from "node:assert/strict";
import test from "node:test";
import { engineFor } from "./support.mjs";

const budget = { epsilon: 1, delta: 1e-6 };

const source = `a,y\n${Array.from({ length: 60 }, (_, i) => `${i % 13},${i % 7}`).join("\n")}\n`;

test("labels are used on request alone, from rows of objects too, and bad use is refused before it is charged", async (t) => {
  const charges = [];
  const engine = await engineFor(t, { ledger: false, onCharge: (cost) => void charges.push(cost) });
  const sample = await engine.loadSource(new Blob([source]), { label: "y" });
  const rows = Array.from({ length: 50 }, (_, i) => ({ a: i % 11, y: i % 5 === 0 ? null : i % 9 }));
  const target = await engine.loadTarget(rows);
  const reports = [];
  const settings = { source: sample, target, ...budget, base: "linear", onReport: (report) => reports.push(report) };
  const labelled = await engine.adapt({ ...settings, useLabels: true });
  const scored = rows.filter(({ y }) => y !== null);
  const { rows: known, rmse } = await engine.score(labelled, scored);
  const predicted = await labelled.predict(scored);
  assert.equal(known, 40);
  assert.ok(Math.abs(rmse ** 2 - scored.reduce((sum, { y }, i) => sum + (y - predicted[i]) ** 2 / 40, 0)) < 1e-9);
  assert.equal(reports[0].labelledRows, 40);
  await engine.adapt({ ...settings, useLabels: false });
  assert.equal(reports[1].labelledRows, undefined);
  assert.equal(charges.length, 2);
  await assert.rejects(engine.adapt({ ...settings, release: "weights", useLabels: true }), {
    code: "refused",
    message: /useLabels/,
  });
  await assert.rejects(engine.adapt({ ...settings, useLabels: 1 }), { code: "bad-option" });
  // Rows that are objects have the sample's columns, whatever is in them; columns and files have their own.
  const without = await engine.loadTarget({ a: rows.map(({ a }) => a) });
  await assert.rejects(engine.adapt({ ...settings, target: without, useLabels: true }), {
    code: "no-labels",
    message: /no column "y"/,
  });
  assert.equal(charges.length, 2);
});
