// tier: 2
// Kinds of results beside those that the main ways have: moments with labels, a report of classes, and, in a frame of
// another site, labels and a report.
import assert from "node:assert/strict";
import test from "node:test";
import { LABELLED, SOME_LABELLED, analyst, json, opened } from "./support/analyst.mjs";
import { clean } from "./support/axe.mjs";
import { skip } from "./support/browser.mjs";
import { embedding } from "./support/embedder.mjs";
import { SAMPLE, follow, owner, useLabels } from "./support/owner.mjs";
import { looks } from "./support/pictures.mjs";

/** Two classes in place of prices. */
const classes = (table) =>
  table
    .trimEnd()
    .split("\n")
    .map((line, i) => (i === 0 ? line : line.replace(/[^,]*$/, (price) => (price > 200 ? "dear" : "cheap"))))
    .join("\n");

test("moments with labels leave the vault as the sums that were drawn, and the analyst's page verifies them", {
  skip,
}, async (t) => {
  const me = await owner(t);
  await follow(me, {
    source: `${me.elsewhere.url}source.csv`,
    label: "price",
    release: "moments",
    base: "linear",
    labels: "required",
  });
  await me.page.locator("#invitation summary").click();
  assert.match(
    await me.page.locator("#invitation").innerText(),
    /Labels in your file\s+shall enter the moments, compared with a public model \(linear\); no other result is taken/,
  );
  await me.page.click("#load-invited");
  await me.opened();
  assert.match(await me.asked(), /Model that labels are compared with\s+linear/);
  assert.equal(await useLabels(me.vault).isChecked(), true);
  await me.fix("moderate", /^Moments/);
  await me.pick(await me.write("private.csv", SOME_LABELLED));
  assert.match(
    await me.preview(),
    /2,000 rows \(67%\) with a label that can be read in the column “price”; they enter the moments\./,
  );
  const result = await me.run();
  const text = await me.released();
  const { kind, values, certificate } = JSON.parse(text);
  const order = certificate.labels.order;
  assert.deepEqual(
    [kind, values.labelledSum.length, certificate.labels.errors],
    ["moments", (order * (order + 1)) / 2, undefined],
  );
  assert.deepEqual(
    certificate.labels.choice,
    { base: "linear" },
    "the labels are compared with the model that the invitation names",
  );
  assert.ok(Math.abs(certificate.labels.rowsEstimate - 2000) < 6 * certificate.labels.rowsNoise);
  assert.match(result, /Privacy confirmed/);
  assert.match(result, /About [12],\d{3} private rows have a label that could be used/);
  await me.page.locator("#numbers").evaluate((fold) => (fold.open = true));
  const [short, page, seen] = await me.page.evaluate(() => [
    document.getElementById("result").offsetWidth,
    document.documentElement.scrollWidth,
    innerWidth,
  ]);
  assert.ok(short > seen / 3 && page <= seen, `a wide table scrolls in its own column: ${short} of ${page} in ${seen}`);
  await looks(me.page, "labels-5-moments");
  assert.deepEqual(me.errors, []);

  const you = await analyst(t, { page: "releases.html" });
  await opened(you, [json("moments.json", text)], 1);
  assert.equal(await you.page.locator("#table td:nth-child(2)").innerText(), "holds");
  assert.deepEqual(you.errors, []);
});

test("a report of classes on the public model, and several owners' reports beside each other", { skip }, async (t) => {
  const me = await owner(t, { files: { "classes.csv": classes(SAMPLE["source.csv"]) } });
  await follow(me, { source: `${me.elsewhere.url}classes.csv`, label: "price", release: "report", base: "linear" });
  await me.page.click("#load-invited");
  await me.opened();
  assert.match(await me.asked(), /Model to be judged\s+the one that is chosen and fitted on the public sample alone/);
  const texts = [];
  for (const epsilon of ["moderate", "weak"]) {
    await me.fix(epsilon, /^A report on a model/);
    await me.pick(await me.write("private.csv", classes(LABELLED)));
    await me.preview();
    await me.run();
    texts.push(await me.released());
    if (epsilon !== "moderate") break;
    await looks(me.page, "report-5-classes");
    await me.press("Make another run", me.vault.locator("label.button"));
  }
  const result = await me.result();
  assert.match(
    result,
    /in the right order [\d.]+% of the time[\s\S]*fitted on the public sample alone \(linear\)[\s\S]*At other thresholds \(ROC\)[\s\S]*Which classes are mistaken for which/,
  );
  const roc = me.page.locator("#plot-report-roc");
  // Of a threshold at which the noise hides a rate there is a line in the table and no dot.
  const [dots, spreads] = [
    await roc.locator("svg[role=img] .dot").count(),
    await roc.locator("svg[role=img] .spread").count(),
  ];
  assert.ok(
    dots > 7 && dots <= 15 && spreads === 2 * dots,
    `the thresholds of the counts, each with two intervals: ${dots}, ${spreads}`,
  );
  assert.equal(await roc.locator("tbody tr").count(), 15);
  await clean(me.page, "the owner's report of classes");

  const you = await analyst(t, { page: "releases.html" });
  const files = texts.map((text, i) => json(`owner-${i + 1}.json`, text));
  await opened(you, files, 2);
  await you.page.locator("#plot-owners svg[role=img]").waitFor();
  assert.equal(await you.page.locator("#plot-owners svg[role=img] .spread").count(), 2);
  await you.page.locator("#plot-report-1-roc").evaluate((plot) => (plot.closest("details").open = true));
  await you.page.locator("#plot-report-1-roc svg[role=img] .curve").waitFor();
  await looks(you.page, "report-releases-classes");
  await clean(you.page, "the releases page with reports of classes");
});

test("labels in a frame of another site: the owner is shown what they are for, and the page around gets the model", {
  skip,
}, async (t) => {
  const me = await embedding(t);
  const asked = async (attributes, says) => {
    const inside = await me.open(`<private-adapt ${me.asked} ${attributes} height="900"></private-adapt>`);
    await inside.host.locator("#asked-for").filter({ hasText: says }).waitFor();
    return inside;
  };
  await asked('release="moments" labels="required"', "shall enter the moments, if you choose so");
  const inside = await asked('labels="wish"', "may correct a model or enter the moments, if you choose so");
  await inside.start();
  await inside.asked();
  assert.equal(await useLabels(inside.vault).isChecked(), true);
  await inside.fix();
  await inside.pick(await me.write("private.csv", LABELLED.split("\n").slice(0, 400).join("\n")));
  await inside.run();
  await inside.host.locator("#result-plot #plot-labels svg[role=img]").waitFor();
  await inside.handOver();
  const [{ type, detail }] = await me.events();
  assert.deepEqual([type, detail.release.certificate.labels.residuals], ["release", 1]);
});

test("a report in a frame of another site: the page around gets it", { skip }, async (t) => {
  const me = await embedding(t);
  const inside = await me.open(
    `<private-adapt ${me.asked} release="report" group-by="heating" height="900"></private-adapt>`,
  );
  await inside.host
    .locator("#asked-for")
    .filter({ hasText: "a report: how good a fixed model is on your rows" })
    .waitFor();
  await inside.start();
  await inside.fix(/^A report on a model/);
  await inside.pick(await me.write("private.csv", LABELLED));
  await inside.run();
  await inside.host.locator("#result-plot #plot-report-errors svg[role=img]").waitFor();
  await inside.handOver();
  const [{ type, detail }] = await me.events();
  assert.deepEqual(
    [type, detail.release.version, detail.release.kind, detail.release.certificate.report.groupBy],
    ["release", 1, "report", "heating"],
  );
});
