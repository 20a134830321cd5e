// tier: 2
// Plots of releases as SVG texts.
import assert from "node:assert/strict";
import test from "node:test";
import sax from "sax";
import { dotPlot } from "../figures/dot-plot.js";
import { rangeOf, roundEnds, ticksOf } from "../figures/scale.js";
import * as texts from "../figures/texts.js";
import { svgText } from "../figures/tree.js";
import { csv, engineFor, randomFrom, sourceCSV, sourceRows, targetCSV, targetRows } from "./support.mjs";

/** [{name, attributes, text}] of a document that an XML parser takes. */
function elementsOf(svg) {
  const parser = sax.parser(true);
  const elements = [];
  const open = [];
  parser.onopentag = ({ name, attributes }) => {
    open.push({ name, attributes, text: "" });
    elements.push(open.at(-1));
  };
  parser.ontext = (text) => open.length > 0 && (open.at(-1).text += text);
  parser.onclosetag = () => open.pop();
  parser.onerror = (error) => assert.fail(error.message);
  parser.write(svg).close();
  return elements;
}

async function made(t) {
  const engine = await engineFor(t, { ledger: false });
  const adapted = async (options, { source = sourceCSV, target = targetCSV } = {}) => {
    const sample = await engine.loadSource(new Blob([source]), { label: "y" });
    const rows = await engine.loadTarget(new Blob([target]));
    return engine.adapt({ source: sample, target: rows, epsilon: 1, delta: 1e-6, ...options });
  };
  return { engine, adapted };
}

const ids = (plots) => plots.map(({ id }) => id);

test("a release draws what a run found, and by itself what it says", async (t) => {
  const { engine, adapted } = await made(t);
  const linear = await adapted({ base: "linear", explain: true });
  const plots = await linear.plots();
  assert.deepEqual(ids(plots), ["shift", "coefficients"]);
  const [shift, coefficients] = plots;
  assert.deepEqual(shift.table.head, ["Name", "public sample", "your data", "noise (±)", "weighted sample"]);
  const written = new Map(linear.toJSON().values.coefficients.map((c) => [c.level ?? c.column, c.value]));
  const { scale } = linear.toJSON().provenance.schema.columns.find(({ name }) => name === "temp");
  const [, , after] = coefficients.table.rows.find(([name]) => name === "temp");
  assert.ok(Math.abs(after - written.get("temp") * scale) < 1e-9);
  for (const { svg, title, table } of plots) {
    const [root, ...elements] = elementsOf(svg);
    assert.deepEqual(
      [root.name, root.attributes.xmlns, root.attributes["aria-label"]],
      ["svg", "http://www.w3.org/2000/svg", title],
    );
    for (const { name, attributes } of [root, ...elements]) {
      assert.ok(["svg", "g", "line", "path", "rect", "text", "title"].includes(name), name);
      for (const [key, value] of Object.entries(attributes))
        assert.ok(!/^on|style|href/.test(key) && !/NaN|undefined/.test(value), `${title}: ${key}="${value}"`);
    }
    assert.equal(elements.filter(({ name }) => name === "title").length, table.rows.length, title);
  }

  // The dots of the drawing are at the numbers of the table: one scale for all.
  const drawn = elementsOf(coefficients.svg).filter(({ attributes }) => attributes.class === "dot weighted");
  const places = drawn.slice(1).map(({ attributes }) => Number(/\(([^,]+),/.exec(attributes.transform)[1]));
  const values = coefficients.table.rows.map((row) => row[2]);
  const [low, high] = [Math.min(...values), Math.max(...values)].map((v) => values.indexOf(v));
  const unit = (places[high] - places[low]) / (values[high] - values[low]);
  values.forEach((value, k) =>
    assert.ok(Math.abs(places[k] - places[low] - unit * (value - values[low])) < 0.05, `${value} at ${places[k]}`),
  );

  assert.deepEqual(ids(await engine.plots(linear.text)), ["coefficients"], "of a file");
  assert.deepEqual(ids(await (await adapted({ base: "linear" })).plots()), ["coefficients"], "without explain");
  const wide = await linear.plots({ width: 900 });
  assert.equal(elementsOf(wide[0].svg)[0].attributes.width, "900");
  await assert.rejects(linear.plots({ width: 10 }), { code: "bad-option" });
  await assert.rejects(linear.plots({ height: 10 }), { code: "unknown-option" });
  await assert.rejects(engine.plots("{}"), { code: "bad-release" });
  await assert.rejects(adapted({ explain: "yes" }), { code: "bad-option" });
});

test("models that bend, weights, moments, labels and reports have the plots of their kinds", async (t) => {
  const { engine, adapted } = await made(t);
  const labelled = { target: csv(targetRows) };
  const of = async (options, files) => ids(await (await adapted({ explain: true, ...options }, files)).plots());
  assert.deepEqual(await of({ base: "smooth" }), ["shift", "candidates"]);
  assert.deepEqual(await of({ release: "weights" }), ["shift"]);
  assert.deepEqual(await of({ release: "moments" }), ["shift"]);
  assert.equal((await of({ base: "linear", useLabels: true }, labelled))[0], "labels");
  const report = await adapted({ release: "report", epsilon: 3 }, labelled);
  assert.deepEqual(ids(await report.plots()), ["report-errors", "report-calibration", "report-residuals"]);
  assert.deepEqual(await engine.plots(report.text), await report.plots());

  const estimate = await adapted({ release: "estimate", epsilon: 3, groupBy: "colour" }, labelled);
  const [average] = await estimate.plots();
  assert.deepEqual([average.id, (await engine.plots(estimate.text))[0]], ["estimate", average]);
  assert.deepEqual(
    average.table.rows.map(([name]) => name),
    ["all together", "red", "green", "blue", "none of the sample’s values"],
  );
  const [[, value, low, high, ofPublic]] = average.table.rows;
  assert.ok(low < value && value < high && Math.abs(value - ofPublic) < 100, `${average.table.rows[0]}`);

  const two = (rows) => rows.map((row) => ({ ...row, y: row.y > 40 ? "hot" : "cold" }));
  const classes = { source: csv(two(sourceRows)), target: csv(two(targetRows)) };
  const shown = await (await adapted({ release: "report", epsilon: 3 }, classes)).plots({ width: 900 });
  assert.deepEqual(ids(shown), ["report-errors", "report-calibration", "report-roc"]);
  assert.equal(elementsOf(shown.at(-1).svg)[0].attributes.width, "460", "a square is not wider than it has to be");
});

test("names and values of a hostile sample stay text and numbers", async (t) => {
  const { engine, adapted } = await made(t);
  const names = ["</text><script>alert(1)</script>", "\"'&\u0001", "constructor", "\ud83d\ude00".repeat(80)];
  const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
  const table = (rows, withLabel) =>
    [
      [...names.map(quoted), ...(withLabel ? ["y"] : [])],
      ...rows.map(({ temp, wind, y }, i) => [temp, wind, i % 7, temp * wind, ...(withLabel ? [y] : [])]),
    ].join("\n");
  const files = { source: table(sourceRows, true), target: table(targetRows, false) };
  const release = await adapted({ base: "linear", explain: true }, files);
  const texts = (await release.plots()).flatMap(({ svg }) => elementsOf(svg).map(({ text }) => text));
  assert.ok(texts.some((text) => text.startsWith(`${names[0]} `)));
  assert.ok(texts.some((text) => text.startsWith("\"'&")));
  assert.ok(
    texts.some((text) => /^(\ud83d\ude00)+…$/u.test(text)),
    "cut by characters",
  );

  const odd = JSON.parse(release.text);
  const huge = [1e308, -1e308, 5e-324, 0];
  odd.values.coefficients.forEach((c, k) => (c.value = huge[k]));
  for (const { svg } of await engine.plots(JSON.stringify(odd))) assert.ok(elementsOf(svg).length > 5);
});

test("a scale ends at round ticks, equally far apart, on ranges of every size", () => {
  const random = randomFrom(5);
  for (let k = 0; k < 20_000; k++) {
    const size = 10 ** (40 * random() - 20);
    const low = size * (random() - 0.5) * (k % 2 ? 1 : 30);
    const [count, wanted] = [3 + (k % 8), [low, low + size * (0.01 + random())]];
    const ends = roundEnds(rangeOf(wanted), count);
    const { values, step } = ticksOf(ends, count);
    const near = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(...ends.map(Math.abs));
    const said = `${wanted}, ${count}: ${values}`;
    assert.match(step.toExponential(), /^[125]e/, said);
    assert.ok(near(values[0], ends[0]) && near(values.at(-1), ends[1]), said);
    assert.ok(ends[0] <= wanted[0] + step * 1e-6 && wanted[0] - ends[0] < 2 * step, said);
    assert.ok(ends[1] >= wanted[1] - step * 1e-6 && ends[1] - wanted[1] < 2 * step, said);
    assert.ok(values.length > count / 2 && values.length <= 2 * count + 2, said);
    values.slice(1).forEach((at, i) => assert.ok(near(at - values[i], step), said));
  }
  for (const odd of [
    [0, 0],
    [7e299, 7e299],
    [-1.7e308, 1.7e308],
    [5e-324, 1e-323],
  ])
    assert.ok(ticksOf(roundEnds(rangeOf(odd), 5), 5).values.length >= 3, String(odd));
});

test("no value is drawn at the end of an axis that it is beyond: the axis reaches it, or an arrow says that there is no end", () => {
  const words = { ...texts, plots: texts.plots };
  const rows = [{ name: "price", values: { weighted: 3.548 }, spread: { weighted: [3.353, Infinity] } }];
  const elements = elementsOf(svgText(dotPlot({ axis: "y", marks: texts.report.marks, rows }, words)(500)));
  assert.equal(elements.filter(({ attributes }) => attributes.class === "beyond").length, 1);
  assert.match(elements.find(({ name }) => name === "title").text, /3\.55 \(no limit\)$/);
  const ends = elements.filter(({ name, text }) => name === "text" && Number(text) >= 3.548);
  assert.equal(ends.length, 1, "the axis goes beyond the estimate");
});
