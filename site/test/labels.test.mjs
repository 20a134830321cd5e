// The labels in an owner's file: used by the owner's choice alone, refused in words where the file has none, and in the
// result what they brought. The releases page verifies and applies such a model.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { LABELLED, SOME_LABELLED, analyst, json, opened, table } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { SAMPLE, follow, owner, useLabels } from "./support/owner.mjs";
import { looks } from "./support/pictures.mjs";
import { choose } from "./support/press.mjs";

test("the owner chooses to use the labels, sees what that brings, and an analyst opens the result", {
  skip,
}, async (t) => {
  const me = await owner(t);
  await follow(me, {
    source: `${me.elsewhere.url}source.csv`,
    label: "price",
    base: "linear",
    release: "model",
    labels: "wish",
  });
  await me.page.locator("#invitation summary").click();
  assert.match(await me.page.locator("#invitation").innerText(), /Labels in your file\s+may correct the model/);
  await me.page.click("#load-invited");
  await me.opened();
  assert.match(await me.asked(), /Is price known for some rows\?\s+Yes, use it: better result, same price\s+No/);
  assert.equal(await useLabels(me.vault).isChecked(), true, "the invitation welcomes them");
  await choose(me.vault.locator("#labels").getByRole("radio", { name: "No" }));
  await me.vault.getByLabel("About how many rows").fill("3000");
  await me.choose("moderate");
  await me.vault.locator(".forecast").getByText("the noise will typically move").waitFor();
  const said = await me.vault.locator(".forecast").innerText();
  assert.match(said, /Without labels a model rarely gains from your rows/);
  assert.doesNotMatch(said, /With labels/);
  await choose(useLabels(me.vault));
  await me.vault
    .locator(".forecast")
    .getByText(
      /With labels: how far the public model is off on your rows, as a mean squared error, will be estimated to within [\d.]+% of itself/,
    )
    .waitFor();
  await looks(me.page, "labels-2-privacy");
  await me.fix("weak");

  await me.pick(await me.write("without.csv", SAMPLE["target.csv"]));
  await me.vault
    .getByRole("alert")
    .filter({ hasText: "The file has no column “price”. Answer “No” to go on without it" })
    .waitFor();
  assert.deepEqual(
    (await me.said()).map(({ type }) => type),
    ["ready", "picked"],
    "the page learns nothing of that, and nothing is charged",
  );

  await me.pick(await me.write("private.csv", SOME_LABELLED));
  const report = await me.preview();
  assert.match(
    report,
    /2,000 rows \(67%\) with a label that can be read in the column “price”; they correct the model\./,
  );
  assert.match(
    await me.vault.locator("#check").textContent(),
    /Your labels correct it, and the certificate says with noise how many of your rows have one/,
  );
  const result = await me.run();
  const { certificate } = JSON.parse(await me.released());
  assert.ok(Math.abs(certificate.labels.rowsEstimate - 2000) < 6 * certificate.labels.rowsNoise);
  for (const sentence of [
    /The labels of your rows corrected the model/,
    /Privacy confirmed/,
    /About [12],\d{3} private rows have a label that could be used/,
    /the predicted price of the public model is typically off by [\d.]+ \(19 times in 20 between [\d.]+ and [\d.]+\), the released model’s by [\d.]+/,
    /The labels change the predicted price of an average row by [+−][\d.]+/,
    /The model: .*corrected by the labels of the private rows\./,
    /the true errors can still be larger/,
  ])
    assert.match(result, sentence);
  assert.doesNotMatch(result, /no method without labels can notice/);
  const plot = me.page.locator("#result-plot #plot-labels");
  assert.deepEqual(
    [(await plot.locator(".dot").count()) - 2, await plot.locator("svg[role=img] .spread").count()],
    [2, 2],
    "two estimates with their intervals, and two signs in the legend",
  );
  await looks(me.page, "labels-5-result");
  const saved = await readFile(await me.download(), "utf8");
  assert.deepEqual(me.errors, []);

  const you = await analyst(t, { page: "releases.html" });
  await opened(you, [json("labelled.json", saved)], 1);
  assert.equal(await you.page.locator("#table td:nth-child(2)").innerText(), "holds");
  assert.match(
    await you.text("remarks"),
    /labelled\.json: The model: .*corrected by the labels[\s\S]*typically off by/,
  );
  await you.page.setInputFiles("#data", table("data.csv", LABELLED));
  await you.page.click("#apply-form button[type=submit]");
  await you.page.locator("#predictions svg").first().waitFor();
  const [, error] = /Typical error [^:]*: ([\d.]+);/.exec(await you.text("predictions"));
  // The certificate's interval holds 19 times in 20, so it is 1.96 standard deviations of the noise to each side. Six
  // are passed once in 5·10⁸ runs, and the public model's error is over six above what the labels leave.
  const { base, corrected } = certificate.labels.errors[0];
  const most = (6 * (corrected.high - corrected.low)) / (2 * 1.96);
  assert.ok(
    Math.abs(error ** 2 - corrected.value) < most && error ** 2 < base.value,
    `a squared error of ${error ** 2}: the certificate estimates ${corrected.value} within ${most}, was ${base.value}`,
  );
  await looks(you.page, "labels-releases");
  assert.deepEqual(you.errors, []);
});

test("without the choice labels are not read, and a receiver's demand is said before a file is picked", {
  skip,
}, async (t) => {
  const me = await owner(t, { viewport: { width: 360, height: 800 }, colorScheme: "dark" });
  await follow(me, { source: `${me.elsewhere.url}source.csv`, label: "price", base: "linear", labels: "required" });
  await me.page.click("#load-invited");
  await me.opened();
  assert.equal(await useLabels(me.vault).isChecked(), true);
  await me.details();
  await me.choose(/^Weights/);
  await useLabels(me.vault).waitFor({ state: "hidden" }); // labels correct models
  await me.choose(/^A model/);
  await me.choose("moderate");
  await choose(me.vault.locator("#labels").getByRole("radio", { name: "No" }));
  await looks(me.page, "labels-2-privacy");
  await me.tryToPick();
  assert.match(await me.vault.locator("#labels-problem").innerText(), /takes no result without it/);
  assert.deepEqual(await me.said(), [{ type: "ready" }]);

  await me.load(`${me.elsewhere.url}source.csv?without-a-link`);
  await me.opened();
  await me.fix();
  await me.pick(await me.write("private.csv", SOME_LABELLED));
  assert.match(await me.preview(), /Your file has the label column "price"; its values were not read\./);
  const { seen } = (await me.said()).find(({ type }) => type === "picked");
  assert.match(seen.settings, /"release":"model".*"label":"price"/);
  assert.doesNotMatch(seen.settings, /useLabels/);
});
