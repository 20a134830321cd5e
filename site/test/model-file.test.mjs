// tier: 2
// The page for releases applies a model that is in a file of its own, which the release only names.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../../jsbridge/npm/index.js";
import { SAMPLE, analyst, json, opened, table } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { MODEL, MODEL_SHA256, PRIVATE_OF_MODEL, SAMPLE_OF_MODEL } from "./support/model-file.mjs";
import { looks } from "./support/pictures.mjs";
import { press } from "./support/press.mjs";

/**
 * Releases of the model in the file, with its address and without one, and one that has no file; and what the first
 * predicts in Node.
 */
async function made(t, { elsewhere }) {
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const release = async (table, target, options, base) => {
    const source = await engine.loadSource(new Blob([table]), { label: "price", ...options });
    return engine.adapt({ source, target: await engine.loadTarget(new Blob([target])), epsilon: 1, delta: 1e-6, base });
  };
  const published = await release(
    SAMPLE_OF_MODEL,
    PRIVATE_OF_MODEL,
    { baseFile: `${elsewhere.url}model.json` },
    "file",
  );
  const unpublished = await release(SAMPLE_OF_MODEL, PRIVATE_OF_MODEL, { baseFile: new Blob([MODEL]) }, "file");
  const whole = await release(SAMPLE["source.csv"], SAMPLE["target.csv"], {}, "linear");
  const wanted = await engine.predict(published, new Blob([PRIVATE_OF_MODEL]), { baseFile: new Blob([MODEL]) });
  return {
    files: [
      json("published.json", published.text),
      json("unpublished.json", unpublished.text),
      json("whole.json", whole.text),
    ],
    wanted,
  };
}

test("the visitor gives the file that a release names, and another one is refused", { skip }, async (t) => {
  const me = await analyst(t, { page: "releases.html", files: { "model.json": MODEL } });
  const { files, wanted } = await made(t, me);
  await opened(me, files, 3);
  const requests = me.elsewhere.requests.length;
  const predict = () => press(me.page.locator("#apply-form button[type=submit]"));

  const field = me.page.locator("#model-file-field");
  await me.page.selectOption("#model", "2");
  await field.waitFor({ state: "hidden" }); // this model is in the release
  await me.page.selectOption("#model", "1");
  for (const width of [360, 1280]) {
    await me.page.setViewportSize({ width, height: 900 });
    await looks(me.page, "analyst-model-file", me.page.locator("#apply"));
  }
  assert.match(await field.innerText(), new RegExp(`gives no address[\\s\\S]*${MODEL_SHA256}`));
  assert.equal(await field.locator("a").count(), 0);
  await me.page.selectOption("#model", "0");
  assert.match(
    await field.innerText(),
    new RegExp(`published at ${me.elsewhere.url}model\\.json[\\s\\S]*${MODEL_SHA256}`),
  );
  assert.deepEqual(await field.locator("a").evaluate(({ href, target, rel }) => [href, target, rel]), [
    `${me.elsewhere.url}model.json`,
    "_blank",
    "noopener noreferrer",
  ]);

  await me.page.setInputFiles("#data", table("data.csv", PRIVATE_OF_MODEL));
  await predict();
  await me.page.locator("#apply-error").filter({ hasText: "Choose the model’s file first" }).waitFor();
  for (const [file, says] of [
    [
      json("other.json", MODEL.replace("60.5", "61.5")),
      new RegExp(`not the one that the release names.*${MODEL_SHA256}`),
    ],
    [json("release.json", files[0].buffer), /not the one that the release names/],
    [json("large.json", " ".repeat((8 << 20) + 1)), /more than 8 MB/],
    [json("empty.json", ""), /not the one that the release names/],
  ]) {
    await me.page.setInputFiles("#model-file", file);
    await predict();
    await me.page.locator("#apply-error").filter({ hasText: says }).waitFor();
    assert.equal(await me.page.locator("#predictions > *").count(), 0);
  }
  await me.page.setInputFiles("#model-file", json("model.json", MODEL));
  for (const model of ["0", "1"]) {
    await me.page.selectOption("#model", model);
    await predict();
    await me.page.locator("#apply-status").filter({ hasText: "200 predictions." }).waitFor();
    await me.page
      .locator("#predictions")
      .filter({ hasText: `Predicted price: from ${Math.min(...wanted)} to ${Math.max(...wanted)}` })
      .waitFor();
  }
  assert.equal(me.elsewhere.requests.length, requests, "the page fetches nothing by itself");
  assert.deepEqual(me.errors, []);
});
