// `privadapt submit` for campaigns on a model that was released, a model in a file and several samples, on workerd.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { parseInvitation } from "../../../jsbridge/npm/invitation.js";
import { digestOf, published, words } from "../../../jsbridge/npm/test/tools.mjs";
import { PRIVATE, SEVERAL } from "../../../jsbridge/npm/test/several.mjs";
import { commandLine, mine } from "./command-line.mjs";

const { edge, write, privadapt, spent, read, end } = await commandLine();
test.after(end);

test("submit makes a report on the model that the invitation names, and on no other", async (t) => {
  const made = await privadapt(
    ...words("adapt --source sample.csv --label y --target private.csv --epsilon 0.1 --delta 1e-6 --out model.json"),
  );
  assert.equal(made.status, 0, made.stderr);
  const text = Buffer.from(JSON.stringify(await read("model.json"))); // in another layout than it was written in
  const digest = digestOf(text);
  const settings = { release: "report", model: await published(t, text) };
  const campaign = await edge.campaign(1, { ...settings, modelSHA256: digest });
  const args = ["--target", "labelled.csv", "--epsilon", "0.5", "--yes", "--rows", "120"];
  const before = await spent();
  const other = await edge.campaign(1, { ...settings, modelSHA256: "0".repeat(64) });
  for (const [link, says] of [
    [other.links[0], /the invitation asks for another; nothing was spent \[integrity\]/],
    [
      other.links[0].replace("0".repeat(64), digest),
      /about another model than the campaign's, whose SHA-256 is 0{64}; nothing was charged \[refused-by-receiver\]/,
    ],
    [`${campaign.links[0]}&groupBy=a`, /cannot divide a report/],
  ])
    assert.match((await privadapt("submit", link, ...args)).stderr, says);
  assert.match((await privadapt("submit", campaign.links[0], ...mine, "--rows", "120")).stderr, /has no column "y"/);
  assert.equal(await spent(), before, "nothing is charged for what could be refused before");
  const { status, stderr } = await privadapt("submit", campaign.links[0], ...args);
  assert.equal(status, 0, stderr);
  assert.match(
    stderr,
    new RegExp(
      `about +http.*, SHA-256 ${digest}\\n +labels +those in your column "y" are compared with it[\\s\\S]*a report would say`,
    ),
  );
  const { kind, certificate } = await read("report.json");
  assert.deepEqual([kind, certificate.report.model, certificate.report.modelSHA256], ["report", "given", digest]);
  assert.match((await privadapt("report", "report.json")).stdout, /mean squared error/);
  assert.equal((await edge.call("GET", `campaigns/${campaign.id}/releases`)).body.releases.length, 1);
});

test("submit compares the labels in moments with the model in a file that the campaign names, and the sum leads to a model", async (t) => {
  const stump = await readFile(new URL("../../../core/model/xgboost/testdata/stump.json", import.meta.url));
  await write("stump.json", stump);
  const [baseFile, baseSHA256] = [await published(t, stump), digestOf(stump)];
  const campaign = await edge.campaign(2, { labels: "required", base: "file", baseFile, baseSHA256 });
  const args = ["--target", "labelled.csv", "--epsilon", "1", "--yes", "--rows", "120", "--out", "labelled.json"];
  assert.match(
    (await privadapt("submit", campaign.links[0], ...args)).stderr,
    /asks for moments with your labels; if you agree, add --use-labels/,
  );
  const before = await spent();
  const altered = campaign.links[0].replace(baseSHA256, "0".repeat(64));
  assert.match(
    (await privadapt("submit", altered, ...args, "--use-labels")).stderr,
    /is not the one that was announced/,
  );
  assert.equal(await spent(), before);
  for (const link of campaign.links) {
    const { status, stderr } = await privadapt("submit", link, ...args, "--use-labels");
    assert.equal(status, 0, stderr);
    assert.match(
      stderr,
      /model's file +http[\s\S]*to be released +moments \(labels compared with file\)[\s\S]*those in your column "y" enter the moments/,
    );
    assert.deepEqual((await read("labelled.json")).certificate.labels.choice, {
      base: "file",
      file: { url: baseFile, sha256: baseSHA256 },
    });
  }
  assert.equal((await privadapt("campaign", "sum", campaign.id, "--out", "labelled-sum.json")).status, 0);
  const sum = await read("labelled-sum.json");
  assert.deepEqual(
    [sum.certificate.n, sum.certificate.labels.choice],
    [240, { base: "file", file: { sha256: baseSHA256 } }],
  );
  const solve = (...more) =>
    privadapt(...words("combine labelled-sum.json --source sample.csv --label y --out together.json"), ...more);
  assert.match((await solve()).stderr, new RegExp(`SHA-256 (is )?${baseSHA256}`));
  const made = await solve("--base-file", "stump.json");
  assert.equal(made.status, 0, made.stderr);
  assert.equal((await read("together.json")).certificate.base.file.sha256, baseSHA256);
});

test("submit unites several samples, whose names are the campaign's, and the edge takes what comes of them", async () => {
  const upload = async (name, text) => (await edge.call("POST", `samples?name=${name}`, text)).body;
  const names = { "first.csv": "Ward A", "useless.csv": "Register", "second.csv": "Ward B" };
  const samples = [];
  for (const [file, name] of Object.entries(names)) {
    const { source, sha256 } = await upload(file, SEVERAL[file]);
    samples.push({ source, sha256, name });
  }
  const campaign = await edge.campaign(2, { source: undefined, sha256: undefined, samples, epsilonMax: 2 });
  assert.deepEqual(parseInvitation(new URL(campaign.links[0]).hash).invitation.samples, samples);
  await write("ward.csv", PRIVATE);
  const ward = ["--target", "ward.csv", "--epsilon", "1", "--yes"];
  const { status, stdout, stderr } = await privadapt("submit", campaign.links[0], ...ward, "--out", "ward.json");
  assert.equal(status, 0, stderr);
  for (const { name, source } of samples)
    assert.ok(stderr.includes(`public sample  ${name}: ${source}, checked by its SHA-256`), stderr);
  assert.match(stderr, /^note: Register is left out: no model /m);
  assert.match(stdout, /sent to localhost:\d+, which has accepted it/);
  const { provenance } = await read("ward.json");
  assert.deepEqual(
    provenance.sources.map(({ name, leftOut }) => [name, leftOut]),
    [
      ["Ward A", undefined],
      ["Ward B", undefined],
      ["Register", true],
    ],
  );
  const changed = await privadapt("submit", campaign.links[1].replace(samples[1].sha256, "0".repeat(64)), ...ward);
  assert.match(changed.stderr, /\[integrity\]/);
  const sum = (await edge.call("GET", `campaigns/${campaign.id}/combined`)).body;
  assert.deepEqual(
    sum.provenance.sources.map(({ sha256, leftOut }) => [sha256, leftOut]),
    provenance.sources.map(({ sha256, leftOut }) => [sha256, leftOut]),
  );
});
