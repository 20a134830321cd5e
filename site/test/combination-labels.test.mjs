// tier: 2
// The page for releases combines moments with labels, of a model in a file as well, and moments on several samples that
// were read with all columns, as the engine does in Node.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../../jsbridge/npm/index.js";
import { LABELLED, SAMPLE, analyst, combine, json, opened, savedAs, says, table } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { MODEL, MODEL_SHA256, PRIVATE_OF_MODEL, SAMPLE_OF_MODEL } from "./support/model-file.mjs";
import { publicServer } from "./support/servers.mjs";

/** A part of the public sample, for which a model is fitted sooner. */
const PUBLIC = SAMPLE["source.csv"].split("\n").slice(0, 501).join("\n");
const sampleFile = table("source.csv", PUBLIC);
const named = (name, texts) => texts.map((text, i) => json(`${name}-${i + 1}.json`, text));

const engine = skip ? undefined : await load({ ledger: false });
test.after(() => engine?.dispose());
const source = await engine?.loadSource(new Blob([PUBLIC]), { label: "price", categorical: ["rooms"] });

/** The text of moments with labels of these lines. */
async function moments(source, lines, base) {
  const target = await engine.loadTarget(new Blob([lines.join("\n")]));
  const settings = { epsilon: 1, delta: 1e-6, release: "moments", useLabels: true, base };
  return (await engine.adapt({ source, target, ...settings })).text;
}

/** The page with these releases open. */
async function page(t, releases) {
  const me = await analyst(t, { page: "releases.html" });
  await opened(me, releases, releases.length);
  return me;
}

test("moments with labels become a model that the labels correct, and the page says how far it is off", {
  skip,
}, async (t) => {
  const [header, ...rows] = LABELLED.trimEnd().split("\n");
  const texts = [];
  for (let i = 0; i < 2; i++) {
    texts.push(await moments(source, [header, ...rows.filter((_, row) => row % 2 === i)], "linear"));
  }
  const me = await page(t, named("labelled", texts));
  assert.match(await me.page.locator("main").innerText(), /About [0-9,]+ private rows have a label that could be used/);
  await combine(me, sampleFile);
  await says(me, "combine-status", "2 releases are combined");
  assert.match(await me.text("combined"), /the released model’s by/);
  const file = JSON.parse(await savedAs(me, "Download the combined release"));
  assert.deepEqual(
    { ...file, releaseId: "" },
    { ...(await engine.combine(texts, { source })).toJSON(), releaseId: "" },
    "as in Node",
  );
  await combine(me, sampleFile, "weights");
  await says(me, "combine-error", "moments with labels lead to a model");
  assert.deepEqual(me.errors, []);
});

test("labels that owners compared with a model in a file: the visitor chooses that file, and another one is refused", {
  skip,
}, async (t) => {
  const of = async (baseFile) => engine.loadSource(new Blob([SAMPLE_OF_MODEL]), { label: "price", baseFile });
  const server = await publicServer({ "model.json": MODEL });
  t.after(() => server.close());
  const published = await of(`${server.url}model.json`);
  const unpublished = await of(new Blob([MODEL]));
  const [, ...rows] = PRIVATE_OF_MODEL.trimEnd().split("\n");
  const texts = [];
  for (const [i, source] of [unpublished, published].entries()) {
    const own = rows.filter((_, row) => row % 2 === i).map((area) => `${area},${area > 60 ? 12 : 3}`);
    texts.push(await moments(source, ["area,price", ...own], "file"));
  }
  const me = await page(t, named("labelled", texts));
  const field = me.page.locator("#combine-file-field");
  assert.match(await field.innerText(), new RegExp(`published at http.*model\\.json[\\s\\S]*${MODEL_SHA256}`));
  await me.page.locator("#members input").nth(1).uncheck();
  assert.match(await field.innerText(), new RegExp(`gives no address[\\s\\S]*${MODEL_SHA256}`));
  await me.page.locator("#members input").nth(1).check();
  await me.page.selectOption("#combine-kind", "moments");
  await field.waitFor({ state: "hidden" }); // the sum needs no file

  await combine(me, table("source.csv", SAMPLE_OF_MODEL));
  await says(me, "combine-error", "Choose the model’s file first");
  for (const [file, problem] of [
    [MODEL.replace("60.5", "61.5"), MODEL_SHA256],
    ["{}", "XGBoost"],
    [" ".repeat((8 << 20) + 1), "more than 8 MB"],
  ]) {
    await me.page.setInputFiles("#combine-file", json("other.json", file));
    await combine(me, table("source.csv", SAMPLE_OF_MODEL));
    await says(me, "combine-error", problem);
  }
  await me.page.setInputFiles("#combine-file", json("model.json", MODEL));
  await combine(me, table("source.csv", SAMPLE_OF_MODEL));
  await says(me, "combine-status", "2 releases are combined");
  const own = (await engine.combine(texts, { source: unpublished })).toJSON();
  const file = JSON.parse(await savedAs(me, "Download the combined release"));
  assert.deepEqual({ ...file, releaseId: "" }, { ...own, releaseId: "" }, "as in Node");
  assert.equal(file.certificate.base.file.sha256, MODEL_SHA256);
  assert.deepEqual(me.errors, []);
});
