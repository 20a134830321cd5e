// The page for releases adds up second moments of several owners, as the engine does in Node, and names what that
// assumes. What can be combined is tested in jsbridge/npm and core.
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
const engine = skip ? undefined : await load({ ledger: false });
test.after(() => engine?.dispose());
const source = await engine?.loadSource(new Blob([PUBLIC]), { label: "price", categorical: ["rooms"] });
const [header, ...rows] = SAMPLE["target.csv"].trimEnd().split("\n");

async function moments(source, lines, settings = {}) {
  const target = await engine.loadTarget(new Blob([lines.join("\n")]));
  return (await engine.adapt({ source, target, epsilon: 1, delta: 1e-6, release: "moments", ...settings })).text;
}
/** One release for each owner of a third of the private rows. */
const parts = skip
  ? []
  : await Promise.all(
      [0.8, 1, 1].map((epsilon, i) => moments(source, [header, ...rows.filter((_, k) => k % 3 === i)], { epsilon })),
    );
const files = parts.map((text, i) => json(`owner-${i + 1}.json`, text));

/** The page with these releases open. */
async function page(t, releases) {
  const me = await analyst(t, { page: "releases.html" });
  await opened(me, releases, releases.length);
  return me;
}
const anonymous = (release) => ({ ...release, releaseId: "" });

test("three owners become one model, which is compared, saved and applied", { skip }, async (t) => {
  const me = await page(t, files);
  const before = me.site.requests.length;
  await combine(me, sampleFile);
  await says(me, "combine-status", "3 releases are combined");
  assert.match(
    await me.text("combined"),
    /assuming that no person’s rows are held by two of the owners[\s\S]*ε = 1 at δ/,
  );
  const own = (await engine.combine(parts, { source })).toJSON();
  const file = JSON.parse(await savedAs(me, "Download the combined release"));
  assert.deepEqual(anonymous(file), anonymous(own), "as in Node");
  const row = (await me.page.locator("#table tbody tr").last().innerText()).split("\t").map((cell) => cell.trim());
  assert.deepEqual(row.slice(0, 6), ["combined-model.json", "holds", "model", "1", "1e-6", "3,000 rows"]);
  await me.page.setInputFiles("#data", table("data.csv", LABELLED));
  await me.page.click("#apply-form button[type=submit]");
  assert.match(await me.page.locator("#predictions").filter({ hasText: "Typical error" }).innerText(), /3,000 rows/);
  assert.deepEqual(me.site.requests.slice(before), [], "nothing is asked for and nothing sent");
  assert.deepEqual(me.errors, []);
});

test("an export of a campaign opens as its releases, and some of them are added up", { skip }, async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  const exported = JSON.stringify({ releases: parts.map((text) => JSON.parse(text)), next: null });
  await opened(me, [json("releases.json", exported)], parts.length);
  await me.page.locator("#members input").nth(1).uncheck();
  await combine(me, sampleFile, "moments");
  await says(me, "combine-status", "2 releases are combined");
  const sum = await savedAs(me, "Download the combined release");
  assert.equal(
    sum,
    (await engine.combine([parts[0], parts[2]], { release: "moments" })).text,
    "bit for bit as in Node",
  );
  const checked = await me.page.locator("#members input").evaluateAll((boxes) => boxes.map((box) => box.checked));
  assert.deepEqual(checked, [true, false, true, false], "a sum is not added to its parts");
  await combine(me, sampleFile, "weights");
  await me.page.getByRole("button", { name: "Download the weights" }).waitFor();
  assert.equal((await savedAs(me, "Download the weights")).trim().split("\n").length, 501);
  assert.deepEqual(me.errors, []);
});

test("what is missing or does not belong together gets a sentence", { skip }, async (t) => {
  const forged = JSON.parse(parts[1]);
  forged.certificate.epsilon /= 2;
  const me = await page(t, [files[0], json("again.json", parts[0]), json("forged.json", JSON.stringify(forged))]);
  assert.equal(await me.page.locator("#members label").count(), 2, "a claim that does not hold is not offered");
  const submit = () => me.page.click("#combine-form button[type=submit]");
  await submit();
  await says(me, "combine-error", "Choose the public sample first");
  await me.page.setInputFiles("#combine-source", sampleFile);
  await submit();
  await says(me, "combine-error", "First confirm that the owners are disjoint");
  await combine(me, table("source.csv", `${PUBLIC}\n`));
  await says(me, "combine-error", "SHA-256");
  await combine(me, sampleFile);
  await says(me, "combine-error", "again.json is the same as owner-1.json");
  for (const box of await me.page.locator("#members input").all()) await box.uncheck();
  await submit();
  await says(me, "combine-error", "Choose at least one release");
  assert.deepEqual(me.errors, []);
});

test("labels that owners compared with a model in a file: the visitor chooses that file, and another one is refused", {
  skip,
}, async (t) => {
  const of = async (baseFile) => engine.loadSource(new Blob([SAMPLE_OF_MODEL]), { label: "price", baseFile });
  const server = await publicServer({ "model.json": MODEL });
  t.after(() => server.close());
  const unpublished = await of(new Blob([MODEL]));
  const homes = PRIVATE_OF_MODEL.trimEnd().split("\n").slice(1);
  const texts = [];
  for (const [i, source] of [unpublished, await of(`${server.url}model.json`)].entries()) {
    const own = homes.filter((_, row) => row % 2 === i).map((area) => `${area},${area > 60 ? 12 : 3}`);
    texts.push(await moments(source, ["area,price", ...own], { useLabels: true, base: "file" }));
  }
  const me = await page(
    t,
    texts.map((text, i) => json(`labelled-${i + 1}.json`, text)),
  );
  const field = me.page.locator("#combine-file-field");
  assert.match(await field.innerText(), new RegExp(`published at http.*model\\.json[\\s\\S]*${MODEL_SHA256}`));
  const homesFile = table("source.csv", SAMPLE_OF_MODEL);
  await combine(me, homesFile);
  await says(me, "combine-error", "Choose the model’s file first");
  await me.page.setInputFiles("#combine-file", json("other.json", MODEL.replace("60.5", "61.5")));
  await combine(me, homesFile);
  await says(me, "combine-error", MODEL_SHA256);
  await me.page.setInputFiles("#combine-file", json("model.json", MODEL));
  await combine(me, homesFile);
  await says(me, "combine-status", "2 releases are combined");
  const own = (await engine.combine(texts, { source: unpublished })).toJSON();
  const file = JSON.parse(await savedAs(me, "Download the combined release"));
  assert.deepEqual(anonymous(file), anonymous(own), "as in Node");
  assert.deepEqual(me.errors, []);
});
