// A report on a model: an invitation asks for it, the owner's labels are compared with a model that comes with the link
// or that the sample leads to, the owner and an analyst see figures with intervals. What cannot be is refused in words
// before anything is charged.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { load } from "../../jsbridge/npm/index.js";
import { digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { LABELLED, analyst, json, opened } from "./support/analyst.mjs";
import { clean } from "./support/axe.mjs";
import { skip } from "./support/browser.mjs";
import { SAMPLE, follow, owner } from "./support/owner.mjs";
import { looks } from "./support/pictures.mjs";

const picture = async (me, name) => {
  for (const width of [1280, 360]) {
    await me.page.setViewportSize({ width, height: 900 });
    // Plots follow the width of the page after it was laid out.
    await me.page
      .waitForFunction(() => document.documentElement.scrollWidth === document.documentElement.clientWidth)
      .catch(() => assert.fail(`${name}: too wide for ${width} pixels`));
    await looks(me.page, `report-${name}`);
  }
  await me.page.setViewportSize({ width: 1280, height: 900 });
};
const invited = async (me, fields) => {
  await follow(me, fields);
  await me.page.locator("#load-invited").waitFor();
};

let written; // a release on the sample
let foreign; // one of another sample
before(async () => {
  if (skip) return;
  const engine = await load({ ledger: false });
  const make = async (text) => {
    const source = await engine.loadSource(new Blob([text]), { label: "price" });
    const target = await engine.loadTarget(new Blob([SAMPLE["target.csv"]]));
    return (await engine.adapt({ source, target, epsilon: 1, delta: 1e-6, release: "model", base: "linear" })).text;
  };
  written = await make(SAMPLE["source.csv"]);
  foreign = await make(SAMPLE["source.csv"].split("\n").slice(0, 900).join("\n"));
  await engine.dispose();
});

test("an owner says how good a model is that comes with the link, by groups, and an analyst opens it", {
  skip,
}, async (t) => {
  // In another layout than it was written in: its bytes are what the link names.
  const model = JSON.stringify(JSON.parse(written));
  const me = await owner(t, { files: { "model.json": model } });
  await invited(me, {
    source: `${me.elsewhere.url}source.csv`,
    label: "price",
    release: "report",
    model: `${me.elsewhere.url}model.json`,
    modelSHA256: digestOf(model),
    groupBy: "heating",
    epsilon: 1,
  });
  await me.page.locator("#invitation summary").click();
  assert.match(
    await me.page.locator("#invitation").innerText(),
    /a report: how good a fixed model is on your rows[\s\S]*model\.json[\s\S]*are needed, in the column “price”[\s\S]*heating/,
  );
  await me.page.click("#load-invited");
  await me.opened();
  const asked = await me.asked();
  for (const part of [
    /Your table needs 6 columns: .*price \(to compare with\)/,
    /Model to be judged\s+http.*model\.json\s+You are asked how good it is on your rows/,
    new RegExp(`linear, from a release\\s+${digestOf(model)}`),
    /Also for each\s+heating/,
  ])
    assert.match(asked, part);
  await me.vault.getByRole("radio", { name: /^Weights/ }).waitFor({ state: "hidden" }); // the receiver takes reports alone
  await me.vault.getByText("Advanced", { exact: true }).waitFor({ state: "hidden" });
  assert.equal(await me.vault.getByLabel("Say it for each value of a column as well").inputValue(), "heating");
  await me.vault.getByLabel("About how many rows").fill("3000");
  await me.vault
    .locator(".forecast")
    .getByText(/Typical error between [\d.]+ and [\d.]+\. Share of the variance explained between/)
    .waitFor();
  await picture(me, "2-privacy");
  await me.fix("moderate", /^A report on a model/);
  await me.pick(await me.write("without.csv", SAMPLE["target.csv"]));
  await me.vault
    .getByRole("alert")
    .filter({ hasText: "The file has no column “price”, with whose labels the model is compared." })
    .waitFor();
  assert.deepEqual(
    (await me.said()).map(({ type }) => type),
    ["ready", "picked"],
    "the page learns nothing of that, and nothing is charged",
  );

  await me.pick(await me.write("private.csv", LABELLED));
  assert.match(
    await me.preview(),
    /3,000 rows \(100%\) with a label that can be read in the column “price”; the model is compared with these\./,
  );
  assert.match(
    await me.vault.locator("#check").textContent(),
    /a report on a model leaves\. Your labels are used\. Divided by the column “heating”\./,
  );
  assert.match(
    await me.vault.locator("#check").textContent(),
    /noisy counts of the model’s errors on your rows with a label[\s\S]*for each value of the column “heating” as well/,
  );
  const result = await me.run();
  const text = await me.released();
  const { version, kind, certificate } = JSON.parse(text);
  assert.deepEqual(
    [version, kind, certificate.report.model, certificate.report.modelSHA256, certificate.report.groupBy],
    [1, "report", "given", digestOf(model), "heating"],
  );
  for (const sentence of [
    /A report on a model\./,
    /Privacy confirmed/,
    new RegExp(`The model was given: the release with the SHA-256 ${digestOf(model)}`),
    /About [23],\d{3} private rows have a label that could be used/,
    /the predicted price is typically off by ([\d.]+ \(19 times in 20 between [\d.]+ and [\d.]+\)|at (most|least) [\d.]+ \(19 times in 20\))/,
    /The noise was added to counts of the private rows, once/,
  ])
    assert.match(result, sentence);
  assert.doesNotMatch(result, /no method without labels can notice|undefined|NaN/);
  const plot = me.page.locator("#result-plot #plot-report-errors");
  assert.equal(await plot.locator("svg[role=img] .spread").count(), 3, "three errors with their intervals");
  // A group whose error the noise hides is in the table and has no dot.
  for (const [id, least] of [
    ["groups", 1],
    ["calibration", 4],
    ["residuals", 4],
  ])
    assert.ok((await me.page.locator(`#plot-report-${id} svg[role=img] .dot`).count()) >= least, id);
  // The public figures of the model on these rows. The report has an interval for each.
  const exact = await me.page.evaluate(async () => window.heard.findLast(({ type }) => type === "release").explanation);
  const { figures } = JSON.parse(exact);
  assert.equal(figures.groups.length, 5);
  await picture(me, "5-result");
  await clean(me.page, "the owner's report");
  const saved = await readFile(await me.download(), "utf8");
  assert.equal(saved, text);
  assert.deepEqual(me.errors, []);

  const you = await analyst(t, { page: "releases.html" });
  const lie = JSON.parse(saved);
  lie.certificate.epsilon = 0.2;
  await opened(you, [json("one.json", saved), json("lie.json", JSON.stringify(lie))], 2);
  assert.deepEqual(await you.page.locator("#table td:nth-child(2)").allInnerTexts(), ["holds", "does not hold"]);
  assert.match(
    await you.text("remarks"),
    /one\.json: it says how good a fixed model is[\s\S]*lie\.json: its certificate does not hold, so its figures are not shown/,
  );
  assert.deepEqual(await you.page.locator("#reports-body summary h3").allInnerTexts(), ["one.json"]);
  assert.match(await you.text("reports"), new RegExp(`typically off by[\\s\\S]*${digestOf(model)}`));
  const shown = await you.page
    .locator("#plot-report-1-errors")
    .evaluate((figure) =>
      [...figure.querySelectorAll("tbody tr")]
        .map((row) => [...row.children].map((cell) => cell.textContent).join(" "))
        .join("\n"),
    );
  // The estimate is 22 with a standard deviation of about 2: it is 0 with a probability far below 1e-6.
  assert.ok(
    figures.all.measures.mae.value > 0 &&
      shown.includes(`mean absolute error ${Number(figures.all.measures.mae.value.toPrecision(4))} `),
    `the figures of the vault are the document's: ${shown}`,
  );
  await picture(you, "releases");
  await clean(you.page, "the releases page with a report");
  await you.page.locator("#combine").waitFor({ state: "hidden" }); // reports are not added up
  assert.deepEqual(you.errors, []);
});

test("what no report can be made of is refused in words, and nothing is charged", { skip }, async (t) => {
  const me = await owner(t, { files: { "model.json": written, "foreign.json": foreign, "none.json": "{}" } });
  const link = (fields) => ({ source: `${me.elsewhere.url}source.csv`, label: "price", release: "report", ...fields });
  const at = (name, text) => ({ model: `${me.elsewhere.url}${name}`, modelSHA256: digestOf(text) });
  await invited(me, link(at("model.json", foreign)));
  await me.page.click("#load-invited");
  await me.page
    .locator("#sample-error")
    .filter({
      hasText: "The model that the report is to be about cannot be used. The file is not the one with this SHA-256",
    })
    .waitFor();
  for (const [name, text, said] of [
    ["foreign.json", foreign, /was released with another public sample/],
    ["none.json", "{}", /cannot be used/],
  ]) {
    await invited(me, link(at(name, text)));
    await me.page.click("#load-invited");
    await me.page.locator("#sample-error").filter({ hasText: said }).waitFor();
  }
  await invited(me, link({ groupBy: "area" }));
  await me.page.click("#load-invited");
  await me.opened();
  await me.fix("moderate", /^A report on a model/);
  await me.pick(await me.write("private.csv", LABELLED));
  await me.vault
    .getByRole("alert")
    .filter({ hasText: 'These settings cannot be used: the column "area" cannot divide a report' })
    .waitFor();
  assert.equal(
    (await me.said()).some(({ type }) => type === "chargeRequest"),
    false,
  );
  assert.match(await me.page.locator("#budget-line").innerText(), /Nothing of ε = 3 has been spent yet/);
});
