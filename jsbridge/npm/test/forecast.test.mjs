// The forecast before a run: from the public sample and declared numbers, with no private file and no ledger.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../index.js";
import { setUp, sourceCSV, targetCSV } from "./support.mjs";

const bytes = (text) => new TextEncoder().encode(text);
const budget = { epsilon: 1, delta: 1e-6 };

test("the forecast is what the certificate says afterwards, without its words", async (t) => {
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const source = await engine.loadSource(bytes(sourceCSV), { label: "y" });
  const forecast = await engine.forecast({ source, ...budget, rows: 1200 });
  assert.equal(forecast.mechanism, "moment");
  assert.equal(forecast.beatsNothing, true);
  assert.ok(forecast.noise < forecast.detectable && forecast.detectable < forecast.radius2);
  assert.match(
    forecast.text,
    /^With 1200 private rows, epsilon = 1 and delta = 0\.000001|^With 1200 private rows, epsilon = 1 and delta = 1e-06/,
  );

  const target = await engine.loadTarget(new Blob([targetCSV]));
  const { certificate } = await engine.adapt({ source, target, ...budget, release: "moments" });
  assert.equal(certificate.n, 1200);
  assert.equal(certificate.unit, "record");
  const few = await engine.forecast({ source, ...budget, epsilon: 0.01, rows: 20 });
  assert.equal(few.beatsNothing, false);
});

test("with labels the forecast says how exact the estimated error will be, and that there is more noise", async (t) => {
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const source = await engine.loadSource(bytes(sourceCSV), { label: "y" });
  const without = await engine.forecast({ source, ...budget, rows: 1200 });
  assert.equal(without.labels, undefined);
  const forecast = await engine.forecast({ source, ...budget, rows: 1200, useLabels: true });
  assert.ok(forecast.noise > without.noise && forecast.order === without.order);
  assert.ok(forecast.labels.noise > 0 && Math.abs(forecast.labels.sampling - Math.sqrt(2 / 1200)) < 1e-12);
  assert.match(
    forecast.text,
    /The mean squared error of the public model on these rows will be estimated to within [\d.]+% of itself/,
  );
  const more = await engine.forecast({ source, ...budget, rows: 12_000, useLabels: true });
  assert.ok(more.labels.noise < forecast.labels.noise / 5);
  await assert.rejects(engine.forecast({ source, ...budget, rows: 100, release: "weights", useLabels: true }), {
    code: "refused",
    message: /useLabels/,
  });
});

test("the forecast refuses what it cannot be made for", async (t) => {
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const source = await engine.loadSource(bytes(sourceCSV), { label: "y" });
  for (const [options, code] of [
    [{ rows: 0 }, "bad-option"],
    [{ rows: 1.5 }, "bad-option"],
    [{ rows: NaN }, "bad-option"],
    [{ rows: "100" }, "bad-option"],
    [{}, "bad-option"],
    [{ rows: 100, epsilon: -1 }, "bad-epsilon"],
    [{ rows: 100, target: {} }, "unknown-option"],
    [{ rows: 100, mechanism: "gradient" }, "no-forecast"],
  ]) {
    await assert.rejects(engine.forecast({ source, ...budget, ...options }), { code }, JSON.stringify(options));
  }
});

test("whoever publishes a sample is told what is to note of it, as its owners are", async (t) => {
  const rows = Array.from({ length: 60 }, (_, i) => `${i % 10 === 0 ? 9999 : 1900 + i},${i % 9},${i % 7}\n`);
  const { privadapt } = await setUp(t, { source: `built,rooms,y\n${rows.join("")}` });
  const sample = ["--source", "source.csv", "--label", "y"];
  for (const args of [
    ["forecast", ...sample, "--rows", "1000", "--epsilon", "1", "--delta", "1e-6"],
    ["sql", ...sample, "--dialect", "duckdb", "--table", "t"],
    ["kit", ...sample, "--out", "kit.html"],
  ]) {
    const { status, stderr } = await privadapt(...args);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /^note: Column "built" holds 9999 in 10% of its cells/m, args[0]);
  }
});
