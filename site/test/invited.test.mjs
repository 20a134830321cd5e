// The owner's page before a link that a stranger made: shown as text, loaded by nobody but the owner, and never
// stronger than the owner's own limits.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { skip } from "./support/browser.mjs";
import { MODEL, MODEL_SHA256, PRIVATE_OF_MODEL, SAMPLE_OF_MODEL } from "./support/model-file.mjs";
import { SAMPLE, follow, owner } from "./support/owner.mjs";
import { parquetOf } from "./support/parquet.mjs";
import { choose } from "./support/press.mjs";

/** Takes the link that the page shows. */
async function taken(me) {
  await me.page.click("#load-invited");
  await me.opened();
}

const GOOD = "source=https%3A%2F%2Fexample.org%2Fa.csv&label=y";
const unsound = [
  ["no address", "label=y", /address of the public sample is missing/],
  ["no label", "source=https%3A%2F%2Fexample.org%2Fa.csv", /name of the label column is missing/],
  ["an address that is a script", "source=javascript%3Aalert(1)&label=y", /whole https:\/\/ address/],
  ["an ε of a thousand", `${GOOD}&epsilonMax=1000`, /largest ε must be/],
  ["an ε from above to below", `${GOOD}&epsilonMin=2&epsilonMax=1`, /not in order: smallest ≤ suggested ≤ largest/],
  ["a hash that is none", `${GOOD}&sha256=abc`, /64 hexadecimal digits/],
  ["a reply to a data address", `${GOOD}&reply=data%3Atext%2Fplain%2C`, /address for the reply/],
  ["broken encoding", "source=%E0%A4%A&label=y", /damaged/],
  ["an unknown wish", `${GOOD}&autorun=1`, /“autorun”/],
  ["a title that turns the writing direction", `${GOOD}&title=%E2%80%AEevil`, /title must be plain text/],
];

test("a link that is not sound is refused in words, what a link says is text and loads nothing, and the page goes on", {
  skip,
}, async (t) => {
  const me = await owner(t);
  for (const [what, fragment, says] of unsound) {
    await t.test(what, async () => {
      await follow(me, fragment);
      await me.page.waitForFunction((hash) => location.hash === hash, `#${fragment}`);
      assert.match(await me.page.locator("#invitation .alert").innerText(), says);
      assert.match(await me.page.locator("#invitation").innerText(), /Ask whoever sent it for a new link/);
      assert.equal(await me.page.locator("#load-invited").count(), 0);
    });
  }
  const hostile = "<img src=x onerror=alert(1)>";
  await follow(me, {
    source: `${me.elsewhere.url}source.csv?${encodeURIComponent(hostile)}`,
    label: hostile,
    title: hostile,
    asker: hostile,
  });
  await me.page.locator("#load-invited").waitFor();
  assert.match(await me.page.locator("#invitation").innerText(), /<img src=x onerror=alert\(1\)>/);
  assert.equal(await me.page.locator("#invitation img").count(), 0);
  assert.equal(me.elsewhere.requests.length, 0);
  await me.loadSample();
  assert.deepEqual(me.errors, []);
});

test("a link asks for classes and for a kind of model, and gets them", { skip }, async (t) => {
  const areas = Array.from({ length: 200 }, (_, i) => (i * 37) % 80);
  const rows = areas.map((area) => ({ area: 20 + area, sold: Number(area > 40) }));
  const sample = ["area,sold", ...rows.map(({ area, sold }) => `${area},${sold}`)].join("\n");
  const me = await owner(t, { files: { "sold.csv": sample } });
  await follow(me, {
    source: `${me.elsewhere.url}sold.csv`,
    label: "sold",
    task: "classification",
    base: "linear",
    release: "model",
  });
  await me.page.locator("#invitation summary").click();
  const card = await me.page.locator("#invitation").innerText();
  assert.match(card, /sold\s+classification/);
  assert.match(card, /a model\s+linear/);
  await taken(me);
  assert.match(await me.asked(), /Task\s+classification\s+Model\s+linear/);
  await me.fix();
  await me.pick(await me.write("private.csv", ["area", ...rows.map(({ area }) => area + 5)].join("\n")));
  await me.preview();
  await me.run();
  const { certificate, provenance } = JSON.parse(await me.released());
  assert.deepEqual([provenance.schema.classes, certificate.base.kind], [["0", "1"], "linear"]);
  assert.deepEqual(me.errors, []);
});

test("a link leaves columns of the sample out, says so, the owner's file needs none of them, and the release states the link's campaign", {
  skip,
}, async (t) => {
  const me = await owner(t);
  const fields = new URLSearchParams({
    source: `${me.elsewhere.url}source.csv`,
    label: "price",
    base: "linear",
    campaign: "spring-2026",
  });
  for (const name of ["age", "heating"]) fields.append("ignore", name);
  await follow(me, String(fields));
  await me.page.locator("#invitation summary").click();
  assert.match(
    await me.page.locator("#invitation").innerText(),
    /Columns of the sample that are left out\s+age, heating/,
  );
  await taken(me);
  await me.fix();
  const rows = SAMPLE["target.csv"].trim().split("\n");
  await me.pick(await me.write("private.csv", rows.map((row) => row.split(",").toSpliced(1, 1).join(",")).join("\n")));
  await me.preview();
  await me.run();
  const { campaignId, provenance } = JSON.parse(await readFile(await me.download(), "utf8"));
  assert.deepEqual([campaignId, provenance.settingsAfterPreview], ["spring-2026", false]);
  assert.deepEqual(
    provenance.schema.columns.filter(({ kind }) => kind !== "ignored").map(({ name }) => name),
    ["area", "distance", "rooms"],
  );
  assert.deepEqual(me.errors, []);
});

test("a link asks that people be protected, the owner cannot answer otherwise, and the template has the column", {
  skip,
}, async (t) => {
  const me = await owner(t);
  const unit = "household; flat";
  await follow(me, {
    source: `${me.elsewhere.url}source.csv`,
    label: "price",
    base: "linear",
    labels: "wish",
    unit,
  });
  await me.page
    .locator("#invitation dl")
    .filter({ has: me.page.locator("dd", { hasText: /^household/ }) })
    .waitFor({ state: "attached" });
  await taken(me);
  const template = await readFile(await me.download("Template"), "utf8");
  assert.equal(template, `"${unit}",area,age,distance,rooms,heating,price\r\n`, "the label as well, which is welcome");
  const { vault } = me;
  assert.equal(await vault.getByRole("radio", { name: "no", exact: true }).count(), 0, "rows are no answer");
  assert.equal(await vault.locator("#unit-column").inputValue(), unit);
  assert.equal(await vault.locator("#unit-column").evaluate((input) => input.readOnly), true);
  const [head, ...rows] = SAMPLE["target.csv"].trim().split("\n");
  const people = [`${head},${unit}`, ...rows.map((row, i) => `${row},${i % 1000}`)].join("\n");
  await choose(vault.locator("#labels").getByRole("radio", { name: "No" }));
  await me.fix();
  await me.pick(await me.write("private.parquet", parquetOf(people))); // read twice, by a decoder each time
  await me.preview();
  await me.run();
  const { certificate } = JSON.parse(await me.released());
  assert.deepEqual([certificate.unit, certificate.unitColumn, certificate.n], ["person", unit, 1000]);
  assert.deepEqual(me.errors, []);
});

test("a link names a model in a file, which is fetched with the sample and is what the release names", {
  skip,
}, async (t) => {
  const me = await owner(t, { files: { "prices.csv": SAMPLE_OF_MODEL, "model.json": MODEL } });
  const asked = {
    source: `${me.elsewhere.url}prices.csv`,
    label: "price",
    base: "file",
    release: "model",
    baseFile: `${me.elsewhere.url}model.json`,
  };

  await follow(me, { ...asked, baseSHA256: "0".repeat(64) });
  await me.page.click("#load-invited");
  await me.page.locator("#sample-error:has-text('SHA-256')").waitFor();

  await follow(me, { ...asked, baseSHA256: MODEL_SHA256 });
  await me.page.locator("#invitation summary").click();
  assert.match(
    await me.page.locator("#invitation").innerText(),
    new RegExp(`Model's file\\s+${asked.baseFile}\\s+${MODEL_SHA256}`),
  );
  await taken(me);
  assert.match(await me.asked(), new RegExp(`Model's file\\s+${asked.baseFile}\\s+${MODEL_SHA256}`));
  await me.fix();
  await me.pick(await me.write("private.csv", PRIVATE_OF_MODEL));
  await me.preview();
  await me.run();
  const { certificate } = JSON.parse(await me.released());
  assert.deepEqual(
    [certificate.base.kind, certificate.base.file],
    ["file", { url: asked.baseFile, sha256: MODEL_SHA256 }],
  );
  assert.deepEqual(me.errors, []);
});

test("the largest ε of a link holds, the smallest and the suggested are wishes", { skip }, async (t) => {
  const me = await owner(t);
  await follow(me, {
    source: `${me.elsewhere.url}source.csv`,
    label: "price",
    epsilonMin: "0.5",
    epsilon: "1",
    epsilonMax: "2",
    delta: "1e-7",
    release: "weights",
  });
  await taken(me);
  assert.match(await me.asked(), /asks for at least 0\.5; less is your right.*suggests 1\..*at most 2/);
  assert.equal(
    await me.vault.getByRole("radio", { name: "moderate" }).isChecked(),
    true,
    "what is suggested is chosen, and can be changed",
  );
  assert.equal(await me.vault.locator("#delta").inputValue(), "1e-7");
  assert.equal(await me.vault.getByRole("radio", { name: /^Weights/ }).isChecked(), true);
  assert.deepEqual(
    await me.vault.locator("#release .choice:visible strong").allInnerTexts(),
    ["Weights"],
    "no other kind would be taken",
  );
  await me.vault.getByRole("radio", { name: "weak" }).waitFor({ state: "hidden" }); // nor a larger ε
  await me.ownEpsilon("3");
  await me.tryToPick();
  assert.match(await me.vault.locator("#epsilon-problem").innerText(), /must not be above 2/);
  await me.fix("very strong", /^Weights/);
  await me.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  await me.preview();
  assert.match(await me.vault.locator("#check .body > details").textContent(), /ε = 0\.1, δ = 1e-7/);
});

test("the δ of a link is a maximum: for 3,000 rows it is computed, and whoever checks the result has nothing to remark", {
  skip,
}, async (t) => {
  const me = await owner(t);
  await follow(me, { source: `${me.elsewhere.url}source.csv`, label: "price", delta: "1e-6", base: "linear" });
  await taken(me);
  await me.details();
  const delta = me.vault.locator("#delta");
  await me.vault.getByLabel("About how many rows").fill("3000");
  assert.equal(await delta.inputValue(), "1e-8");
  await me.ownDelta("0.001");
  await me.tryToPick();
  assert.match(await me.vault.locator("#delta-problem").innerText(), /must not be above 1e-6/);
  await delta.fill("");
  await delta.blur();
  assert.equal(await delta.inputValue(), "1e-8", "an empty field is computed");
  await me.fix();
  await me.pick(await me.write("private.csv", SAMPLE["target.csv"]));
  assert.doesNotMatch(await me.preview(), /δ|number/);
  await me.run();
  const { delta: spent, n } = JSON.parse(await me.released()).certificate;
  assert.ok(spent * n <= 1e-3, `the verifier remarks on ${spent} · ${n}`);
});

test("a link does not lift the owner's own limit", { skip }, async (t) => {
  const me = await owner(t);
  await me.ledger((ledger) => ledger.setCap({ epsilon: 0.5, delta: 1e-5 }));
  await me.page.reload();
  await follow(me, { source: `${me.elsewhere.url}source.csv`, label: "price", epsilonMin: "1", epsilonMax: "10" });
  await taken(me);
  await me.fix("moderate");
  await me.tryToPick();
  assert.match(await me.vault.locator("#epsilon-problem").innerText(), /budget has too little left/);
});

test("another file than the link announced is not used, and the terms end where the owner names another sample", {
  skip,
}, async (t) => {
  const other = "%E2%80%AEvsc.source.csv"; // turns the writing direction
  const me = await owner(t, { files: { [other]: SAMPLE["source.csv"] } });
  await follow(me, {
    source: `${me.elsewhere.url}source.csv`,
    label: "price",
    sha256: "0".repeat(64),
    epsilonMax: "0.5",
    reply: "https://example.org/",
    asker: "Somebody",
  });
  await me.page.click("#load-invited");
  await me.page.locator("#sample-error").filter({ hasText: "not the one with this SHA-256" }).waitFor();
  assert.equal(await me.page.locator("iframe").count(), 0);
  await me.load(me.elsewhere.url + other);
  await me.opened();
  const asked = await me.asked();
  assert.match(asked, /\bvsc\.source\.csv/);
  assert.doesNotMatch(asked, /Somebody|example\.org|\u202e/);
  await me.vault.getByRole("radio", { name: "weak" }).waitFor();
});
