// The page that opens releases applies a model to a table, and says how good it is where the labels are known.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { workbookOfCSV } from "../../jsbridge/npm/test/xlsx-files.mjs";
import { load } from "../../jsbridge/npm/index.js";
import { LABELLED, SAMPLE, analyst, json, makeReleases, opened, table } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { parquetOf } from "./support/parquet.mjs";

const releases = skip ? {} : await makeReleases();
const all = Object.entries(releases).map(([name, text]) => json(`${name}.json`, text));

async function predicted(me, data, model) {
  if (model) await me.page.selectOption("#model", { label: model });
  await me.page.setInputFiles("#data", table("data.csv", data));
  await me.page.click("#apply-form button[type=submit]");
  await me.page.locator("#predictions svg").first().waitFor();
  return me.text("predictions");
}

test("a model is applied as by the engine in Node, compared with the truth, and saved", { skip }, async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  await opened(me, all, 4);
  assert.deepEqual(await me.page.locator("#model option").allInnerTexts(), [
    "model.json (predicts price)",
    "noisy.json (predicts price)",
  ]);
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const wanted = await engine.predict(releases.model, new Blob([LABELLED]));
  const truth = SAMPLE["target-labels.csv"].trimEnd().split("\n").slice(1).map(Number);
  const rmse = Math.sqrt(truth.reduce((sum, y, i) => sum + (y - wanted[i]) ** 2, 0) / truth.length);

  const shown = await predicted(me, LABELLED);
  assert.equal(await me.text("apply-status"), "3,000 predictions.");
  const [, rows, error] = /true price for ([\d,]+) rows\. Typical error [^:]*: ([\d.]+);/.exec(shown);
  assert.equal(rows, "3,000");
  assert.ok(Math.abs(Number(error) - rmse) < 0.005 * rmse, `${error} for ${rmse}`); // four digits are shown
  assert.equal(await me.page.locator("#predictions svg").count(), 2);
  const dots = await me.page.locator("#predictions path.cloud").getAttribute("d");
  assert.equal(dots.match(/M/g).length, 3000);
  assert.doesNotMatch(await me.page.locator("#predictions").innerHTML(), /NaN|Infinity/);
  const [file] = await Promise.all([
    me.page.waitForEvent("download"),
    me.page.getByRole("button", { name: "Download the predictions" }).click(),
  ]);
  assert.equal(file.suggestedFilename(), "predictions-model-json.csv");
  const [head, ...lines] = (await readFile(await file.path(), "utf8")).trimEnd().split("\n");
  assert.equal(head, "prediction");
  assert.deepEqual(lines.map(Number), [...wanted]);
});

test("a model is applied to tables in all the formats that private files have", { skip }, async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  await opened(me, all.slice(0, 1), 1);
  const wanted = await predicted(me, LABELLED);
  const accepted = (await me.page.getAttribute("#data", "accept")).split(",");
  for (const [name, buffer] of [
    ["data.csv.gz", gzipSync(LABELLED)],
    ["data.tsv", Buffer.from(LABELLED.replaceAll(",", "\t"))],
    ["data.parquet", parquetOf(LABELLED)],
    ["data.xlsx", workbookOfCSV(LABELLED)],
  ]) {
    assert.ok(accepted.includes(/\.[a-z]+$/.exec(name)[0]), name);
    await me.page.setInputFiles("#data", { name, mimeType: "application/octet-stream", buffer });
    await me.page.click("#apply-form button[type=submit]");
    await me.page.locator("#predictions svg").first().waitFor();
    assert.equal(await me.text("predictions"), wanted, name);
  }
  assert.deepEqual(me.errors, []);
});

test("a model of classes is scored where the classes are known", { skip }, async (t) => {
  const rows = Array.from({ length: 300 }, (_, i) => ({
    area: 20 + ((i * 37) % 80),
    garden: ["yes", "no", "shared"][i % 3],
  }));
  const sold = ({ area, garden }, i) => (area + (garden === "yes" ? 30 : 0) + ((i * 13) % 40) > 85 ? "=sold()" : "-1");
  const labelled = [
    "area,garden,state",
    ...rows.map((row, i) => `${row.area},${row.garden},${i % 50 === 0 ? "" : sold(row, i)}`),
  ].join("\n");
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const source = await engine.loadSource(new Blob([labelled.replaceAll(/,$/gm, ",-1")]), {
    label: "state",
    task: "classification",
  });
  const release = await engine.adapt({
    source,
    target: await engine.loadTarget(new Blob([labelled])),
    epsilon: 1,
    delta: 1e-6,
    base: "linear",
  });
  const scores = await engine.score(release, new Blob([labelled]));
  assert.equal(scores.rows, 294);

  const me = await analyst(t, { page: "releases.html" });
  await opened(me, [json("classes.json", release.text)], 1);
  await me.page.setInputFiles("#data", table("data.csv", labelled));
  await me.page.click("#apply-form button[type=submit]");
  await me.page.locator("#predictions li").filter({ hasText: "The file has the true state for 294 rows" }).waitFor();
  const said = await me.text("predictions");
  const figures = /([\d]+)% of them are predicted right\. Log-loss: ([\d.]+); Brier score: ([\d.]+); AUC: ([\d.]+)\./
    .exec(said)
    .slice(1)
    .map(Number);
  [100 * scores.accuracy, scores.logLoss, scores.brier, scores.auc].forEach((value, i) =>
    assert.ok(Math.abs(figures[i] - value) <= (i === 0 ? 0.5 : 0.001), `${figures[i]} for ${value}`),
  );
  // A spreadsheet that opens the file must not take the name of a class for a formula; a number stays one.
  const [file] = await Promise.all([
    me.page.waitForEvent("download"),
    me.page.getByRole("button", { name: "Download the predictions" }).click(),
  ]);
  const [head, ...lines] = (await readFile(await file.path(), "utf8")).trimEnd().split("\n");
  assert.deepEqual(
    [head.split(",").toSorted(), [...new Set(lines.map((line) => line.split(",")[0]))].toSorted()],
    [
      ["p(-1)", "p(=sold())", "prediction"],
      ["'=sold()", "-1"],
    ],
  );
  assert.deepEqual(me.errors, []);
});

test("data without the label, with broken cells, of one row or none, and of another kind", { skip }, async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  await opened(me, all.slice(0, 1), 1);
  await me.page.click("#apply-form button[type=submit]");
  assert.match(await me.text("apply-error"), /Choose a CSV or TSV file first/);
  const without = await predicted(me, SAMPLE["target.csv"]);
  assert.match(without, /no usable column “price”/);
  assert.equal(await me.page.locator("#predictions svg").count(), 1);
  // Two labels of four can be read; a zero and a one are values as any other.
  const broken = "price,area,age\n0,100,?\n,100,10\nn/a,100,10\n1,100,10\n";
  const some = await predicted(me, broken);
  assert.match(some, /true price for 2 rows/);
  assert.match(some, /1 cell is blank or cannot be read, and counts as/);
  assert.match(await predicted(me, "area\n100\n"), /Predicted price: from/);
  for (const [data, says] of [
    ["", /./],
    ["nothing,of,this\n1,2,3\n", /./],
    ["\0\0\0", /./],
    ["{}", /./],
  ]) {
    await me.page.setInputFiles("#data", table("data.csv", data));
    await me.page.click("#apply-form button[type=submit]");
    await me.page.locator("#apply-error").filter({ hasText: /\w{3}/ }).waitFor();
    assert.match(await me.text("apply-error"), says);
    assert.doesNotMatch(await me.text("apply-error"), /undefined|null|\[object/);
  }
  await predicted(me, LABELLED);
  assert.deepEqual(me.errors, []);
});
