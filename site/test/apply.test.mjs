// The page that opens releases applies a model to a table, and says how good it is where the labels are known; a model in
// a file of its own is given by the visitor.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { load } from "../../jsbridge/npm/index.js";
import { workbookOfCSV } from "../../jsbridge/npm/test/xlsx-files.mjs";
import { LABELLED, SAMPLE, analyst, json, makeReleases, opened, table } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { MODEL, MODEL_SHA256, PRIVATE_OF_MODEL, SAMPLE_OF_MODEL } from "./support/model-file.mjs";
import { parquetOf } from "./support/parquet.mjs";

const releases = skip ? {} : await makeReleases();
const all = Object.entries(releases).map(([name, text]) => json(`${name}.json`, text));

/** Applies the chosen model to a file, and resolves with what the page says then. */
async function predicted(me, file) {
  await me.page.setInputFiles("#data", file);
  await me.page.click("#apply-form button[type=submit]");
  await me.page.locator("#predictions .facts").waitFor();
  return me.text("predictions");
}
const refused = (me, says) => me.page.locator("#apply-error").filter({ hasText: says }).waitFor();

test("a model is applied as by the engine in Node, compared with the truth, and saved", { skip }, async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  await opened(me, all, 4);
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const wanted = await engine.predict(releases.model, new Blob([LABELLED]));
  const truth = SAMPLE["target-labels.csv"].trimEnd().split("\n").slice(1).map(Number);
  const rmse = Math.sqrt(truth.reduce((sum, y, i) => sum + (y - wanted[i]) ** 2, 0) / truth.length);
  await me.page.click("#apply-form button[type=submit]");
  await refused(me, "Choose a CSV or TSV file first");
  const shown = await predicted(me, table("data.csv", LABELLED));
  assert.equal(await me.text("apply-status"), "3,000 predictions.");
  const [, rows, error] = /true price for ([\d,]+) rows\. Typical error [^:]*: ([\d.]+);/.exec(shown);
  assert.equal(rows, "3,000");
  assert.ok(Math.abs(Number(error) - rmse) < 0.005 * rmse, `${error} for ${rmse}`); // four digits are shown
  assert.doesNotMatch(await me.page.locator("#predictions").innerHTML(), /NaN|Infinity/);
  const [file] = await Promise.all([
    me.page.waitForEvent("download"),
    me.page.getByRole("button", { name: "Download the predictions" }).click(),
  ]);
  const [head, ...lines] = (await readFile(await file.path(), "utf8")).trimEnd().split("\n");
  assert.deepEqual([head, lines.map(Number)], ["prediction", [...wanted]]);
  for (const [name, buffer] of [
    ["data.parquet", parquetOf(LABELLED)],
    ["data.xlsx", workbookOfCSV(LABELLED)],
  ])
    assert.equal(await predicted(me, { name, mimeType: "application/octet-stream", buffer }), shown, name);
  assert.deepEqual(me.errors, []);
});

test("data without the label, with broken cells, of one row or none", { skip }, async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  await opened(me, all.slice(0, 1), 1);
  assert.match(await predicted(me, table("data.csv", SAMPLE["target.csv"])), /no usable column “price”/);
  const broken = "price,area,age\n0,100,?\n,100,10\nn/a,100,10\n1,100,10\n";
  assert.match(
    await predicted(me, table("data.csv", broken)),
    /true price for 2 rows[\s\S]*1 cell is blank or cannot be read/,
  );
  assert.match(await predicted(me, table("data.csv", "area\n100\n")), /Predicted price: from/);
  await me.page.setInputFiles("#data", table("data.csv", ""));
  await me.page.click("#apply-form button[type=submit]");
  await refused(me, /\w{3}/);
  assert.deepEqual(me.errors, []);
});

test("the visitor gives the file that a release names, and another one is refused", { skip }, async (t) => {
  const me = await analyst(t, { page: "releases.html", files: { "model.json": MODEL } });
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const made = async (baseFile) => {
    const source = await engine.loadSource(new Blob([SAMPLE_OF_MODEL]), { label: "price", baseFile });
    const target = await engine.loadTarget(new Blob([PRIVATE_OF_MODEL]));
    return (await engine.adapt({ source, target, epsilon: 1, delta: 1e-6, base: "file" })).text;
  };
  const published = await made(`${me.elsewhere.url}model.json`);
  await opened(me, [json("published.json", published), json("unpublished.json", await made(new Blob([MODEL])))], 2);
  const requests = me.elsewhere.requests.length;
  const field = me.page.locator("#model-file-field");
  await me.page.selectOption("#model", "1");
  assert.match(await field.innerText(), new RegExp(`gives no address[\\s\\S]*${MODEL_SHA256}`));
  await me.page.selectOption("#model", "0");
  assert.deepEqual(await field.locator("a").evaluate(({ href, target, rel }) => [href, target, rel]), [
    `${me.elsewhere.url}model.json`,
    "_blank",
    "noopener noreferrer",
  ]);
  await me.page.setInputFiles("#data", table("data.csv", PRIVATE_OF_MODEL));
  const apply = () => me.page.click("#apply-form button[type=submit]");
  await apply();
  await refused(me, "Choose the model’s file first");
  await me.page.setInputFiles("#model-file", json("other.json", MODEL.replace("60.5", "61.5")));
  await apply();
  await refused(me, new RegExp(`not the one that the release names.*${MODEL_SHA256}`));
  await me.page.setInputFiles("#model-file", json("model.json", MODEL));
  await apply();
  await me.page.locator("#predictions").filter({ hasText: "Predicted price: from" }).waitFor();
  assert.equal(me.elsewhere.requests.length, requests, "the page fetches nothing by itself");
  assert.deepEqual(me.errors, []);
});
