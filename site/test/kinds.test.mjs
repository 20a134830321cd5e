// tier: 2
// Kinds of results beside the plain model: labels, people and a report. What the owner is asked and shown, what the page
// does not learn before the charge, and the release at the analyst's.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../../jsbridge/npm/index.js";
import { digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { LABELLED, SOME_LABELLED, analyst, json, opened, table } from "./support/analyst.mjs";
import { clean } from "./support/axe.mjs";
import { skip } from "./support/browser.mjs";
import { SAMPLE, follow, owner, useLabels } from "./support/owner.mjs";
import { choose } from "./support/press.mjs";

/** An owner who has opened a link to the sample that asks for more. */
async function invited(t, more, files) {
  const me = await owner(t, { files });
  const places = Object.entries(more).map(([name, value]) => [
    name,
    /\.json$/.test(value) ? me.elsewhere.url + value : value,
  ]);
  await follow(me, { source: `${me.elsewhere.url}source.csv`, label: "price", ...Object.fromEntries(places) });
  await me.page.click("#load-invited");
  await me.opened();
  return me;
}

const types = async (me) => (await me.said()).map(({ type }) => type);

/** The page for releases with these files open, and what it says of their certificates. */
async function atAnalysts(t, files) {
  const you = await analyst(t, { page: "releases.html" });
  await opened(you, files, files.length);
  return { you, holds: await you.page.locator("#table td:nth-child(2)").allInnerTexts() };
}

test("labels correct the model by the owner's choice alone, and an analyst sees how far it is off", {
  skip,
}, async (t) => {
  const me = await invited(t, { base: "linear", release: "model", labels: "wish" });
  assert.equal(await useLabels(me.vault).isChecked(), true, "the invitation welcomes them");
  await me.details();
  await me.vault.getByLabel("About how many rows").fill("3000");
  const foreseen = me.vault.locator(".forecast");
  await choose(me.vault.locator("#labels").getByRole("radio", { name: "No" }));
  await me.choose("moderate");
  await foreseen.getByText("Without labels a model rarely gains from your rows").waitFor();
  await choose(useLabels(me.vault));
  await foreseen.getByText(/With labels: how far the public model is off/).waitFor();
  await me.fix("weak");
  await me.pick(await me.write("without.csv", SAMPLE["target.csv"]));
  await me.vault.getByRole("alert").filter({ hasText: "The file has no column “price”" }).waitFor();
  await me.pick(await me.write("private.csv", SOME_LABELLED));
  assert.match(await me.preview(), /2,000 rows \(67%\) with a label that can be read in the column “price”/);
  assert.deepEqual(await types(me), ["ready", "picked", "picked"], "the page learns nothing of either file");
  const result = await me.run();
  const text = await me.released();
  const { certificate } = JSON.parse(text);
  assert.ok(Math.abs(certificate.labels.rowsEstimate - 2000) < 6 * certificate.labels.rowsNoise);
  assert.match(result, /The labels of your rows corrected the model[\s\S]*the released model’s by/);
  const plot = me.page.locator("#result-plot #plot-labels");
  assert.equal(await plot.locator("svg[role=img] .spread").count(), 2, "two estimates with their intervals");
  assert.deepEqual(me.errors, []);

  const { you, holds } = await atAnalysts(t, [json("labelled.json", text)]);
  assert.deepEqual(holds, ["holds"]);
  await you.page.setInputFiles("#data", table("data.csv", LABELLED));
  await you.page.click("#apply-form button[type=submit]");
  await you.page.locator("#predictions .facts").waitFor();
  const [, error] = /Typical error [^:]*: ([\d.]+);/.exec(await you.text("predictions"));
  // The certificate's interval holds 19 times in 20, so it is 1.96 standard deviations of the noise to each side. Six
  // are passed once in 5·10⁸ runs, and the public model's error is over six above what the labels leave.
  const { base, corrected } = certificate.labels.errors[0];
  const most = (6 * (corrected.high - corrected.low)) / (2 * 1.96);
  assert.ok(Math.abs(error ** 2 - corrected.value) < most && error ** 2 < base.value, `${error ** 2} for ${most}`);
});

test("moments with labels leave the vault as the sums that were drawn, and the analyst's page verifies them", {
  skip,
}, async (t) => {
  const me = await invited(t, { release: "moments", base: "linear", labels: "required" });
  assert.equal(await useLabels(me.vault).isChecked(), true);
  await choose(me.vault.locator("#labels").getByRole("radio", { name: "No" }));
  await me.fix("moderate", /^Moments/);
  await me.tryToPick();
  assert.match(await me.vault.locator("#labels-problem").innerText(), /takes no result without it/);
  await choose(useLabels(me.vault));
  await me.pick(await me.write("private.csv", SOME_LABELLED));
  await me.preview();
  await me.run();
  const text = await me.released();
  const { kind, values, certificate } = JSON.parse(text);
  const { order, choice, errors } = certificate.labels;
  assert.deepEqual(
    [kind, values.labelledSum.length, choice, errors],
    ["moments", (order * (order + 1)) / 2, { base: "linear" }, undefined],
  );
  assert.deepEqual((await atAnalysts(t, [json("moments.json", text)])).holds, ["holds"]);
});

test("a report says how good the model is that comes with the link, by groups, and an analyst opens it", {
  skip,
}, async (t) => {
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const source = await engine.loadSource(new Blob([SAMPLE["source.csv"]]), { label: "price" });
  const target = await engine.loadTarget(new Blob([SAMPLE["target.csv"]]));
  const written = await engine.adapt({ source, target, epsilon: 1, delta: 1e-6, release: "model", base: "linear" });
  const model = JSON.stringify(written); // another layout: its bytes are what the link names
  const me = await invited(
    t,
    { release: "report", model: "model.json", modelSHA256: digestOf(model), groupBy: "heating", epsilon: 1 },
    { "model.json": model },
  );
  await me.vault.getByRole("radio", { name: /^Weights/ }).waitFor({ state: "hidden" }); // the receiver takes reports alone
  await me.fix("moderate", /^A report on a model/);
  await me.pick(await me.write("without.csv", SAMPLE["target.csv"]));
  await me.vault.getByRole("alert").filter({ hasText: "The file has no column “price”, with whose labels" }).waitFor();
  assert.deepEqual(await types(me), ["ready", "picked"], "the page learns nothing of that, and nothing is charged");
  await me.pick(await me.write("private.csv", LABELLED));
  await me.preview();
  const result = await me.run();
  const text = await me.released();
  const { kind, certificate } = JSON.parse(text);
  assert.deepEqual(
    [kind, certificate.report.model, certificate.report.modelSHA256, certificate.report.groupBy],
    ["report", "given", digestOf(model), "heating"],
  );
  assert.doesNotMatch(result, /no method without labels can notice|undefined|NaN/);
  const plot = me.page.locator("#result-plot #plot-report-errors");
  assert.equal(await plot.locator("svg[role=img] .spread").count(), 3, "three errors with their intervals");
  for (const id of ["groups", "calibration", "residuals"])
    assert.ok((await me.page.locator(`#plot-report-${id} svg[role=img] .dot`).count()) >= 1, id);
  await clean(me.page, "the owner's report");
  assert.deepEqual(me.errors, []);

  const lie = text.replace(/"epsilon": [\d.]+/, '"epsilon": 0.2');
  const { you, holds } = await atAnalysts(t, [json("one.json", text), json("lie.json", lie)]);
  assert.deepEqual(holds, ["holds", "does not hold"]);
  assert.match(await you.text("remarks"), /lie\.json: its certificate does not hold, so its figures are not shown/);
  assert.deepEqual(await you.page.locator("#reports-body summary h3").allInnerTexts(), ["one.json"]);
  await you.page.locator("#combine").waitFor({ state: "hidden" }); // reports are not added up
  await clean(you.page, "the releases page with a report");
});

test("a column that repeats stops the owner before the charge, who names it or protects rows", { skip }, async (t) => {
  const named = (csv, who) => {
    const [head, ...rows] = csv.trimEnd().split("\n");
    return [`${head},household`, ...rows.map((row, i) => `${row},${who(i)}`)].join("\n");
  };
  const people = (SAMPLE["target.csv"].trimEnd().split("\n").length - 1) / 4; // four rows of each
  const me = await owner(t, { base: "linear", files: { "named.csv": named(SAMPLE["source.csv"], () => "none") } });
  await me.load(`${me.elsewhere.url}named.csv`);
  await me.opened();
  await me.fix();
  const height = () => me.page.locator("iframe.vault").evaluate((frame) => frame.offsetHeight);
  const file = await me.write(
    "private.csv",
    named(SAMPLE["target.csv"], (i) => `h${i % people}`),
  );
  await me.pick(file);
  await me.preview();
  const before = await height();
  const run = me.button(/^Make the result/);
  await me.vault.getByText("The texts of the column “household” repeat").waitFor();
  assert.equal(await run.isDisabled(), true);
  await me.press(
    "Protect people: name the column",
    me.vault.getByText(/The column that names the person is filled in/),
  );
  assert.equal(await me.vault.locator("#unit-column").inputValue(), "household");
  assert.deepEqual(
    [await types(me), await height()],
    [["ready", "picked"], before],
    "nor does the page hear the answer",
  );
  await me.pick(file);
  assert.match(await me.preview(), /They are of 750 people; the most rows of one: 4\./);
  await me.run();
  const { unit, unitColumn, n } = JSON.parse(await me.released()).certificate;
  assert.deepEqual({ unit, unitColumn, n }, { unit: "person", unitColumn: "household", n: people });

  await me.press("Make another run");
  await me.fix();
  await choose(me.vault.locator("#people input[value=no]"));
  await me.pick(file);
  await me.preview();
  await me.press("Protect each row all the same");
  assert.equal(await run.isDisabled(), false);
  assert.match(await me.refused(), /protect people and this one would protect rows, which do not add up/);
  const [account] = (await me.ledger()).accounts;
  assert.deepEqual([account.unit, account.spent.runs], ["person", 1]);
  assert.deepEqual(me.errors, []);
});
