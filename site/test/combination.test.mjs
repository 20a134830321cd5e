// The page for releases adds up second moments of several owners, as the engine does in Node, and names what that
// assumes.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { load } from "../../jsbridge/npm/index.js";
import { LABELLED, SAMPLE, analyst } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { MODEL, MODEL_SHA256, PRIVATE_OF_MODEL, SAMPLE_OF_MODEL } from "./support/model-file.mjs";
import { publicServer } from "./support/servers.mjs";

const OWNERS = 3;
const json = (name, text) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });
const table = (name, text) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

const engine = skip ? undefined : await load({ ledger: false });
test.after(() => engine?.dispose());
const source = await engine?.loadSource(new Blob([SAMPLE["source.csv"]]), { label: "price", categorical: ["rooms"] });
const parts = skip ? [] : await makeParts();

/** One release for each owner of a third of the private rows. */
async function makeParts() {
  const [header, ...rows] = SAMPLE["target.csv"].trimEnd().split("\n");
  const made = [];
  for (let i = 0; i < OWNERS; i++) {
    const own = rows.filter((_, row) => row % OWNERS === i);
    const target = await engine.loadTarget(new Blob([[header, ...own].join("\n")]));
    made.push(
      (await engine.adapt({ source, target, epsilon: i === 0 ? 0.8 : 1, delta: 1e-6, release: "moments" })).text,
    );
  }
  return made;
}

const named = (name, texts) => texts.map((text, i) => json(`${name}-${i + 1}.json`, text));
const files = named("owner", parts);

async function opened(t, releases) {
  const me = await analyst(t, { page: "releases.html" });
  await me.page.setInputFiles("#files", releases);
  await me.page
    .locator("#open-status")
    .filter({ hasText: /releases? (is|are) open/ })
    .waitFor();
  return me;
}

async function combined(
  me,
  { kind = "model", sample = SAMPLE["source.csv"], files = table("source.csv", sample) } = {},
) {
  await me.page.selectOption("#combine-kind", kind);
  await me.page.setInputFiles("#combine-source", files);
  await me.page.check("#disjoint");
  await me.page.click("#combine-form button[type=submit]");
}

const says = (me, id, text) => me.page.locator(`#${id}`).filter({ hasText: text }).waitFor();
const saved = async (me, name) => {
  const [file] = await Promise.all([
    me.page.waitForEvent("download"),
    me.page.locator("#combined").getByRole("button", { name }).click(),
  ]);
  return readFile(await file.path(), "utf8");
};

test("three owners become one model, which is compared, saved and applied", { skip }, async (t) => {
  const me = await opened(t, files);
  assert.deepEqual(
    await me.page.locator("#members label").allInnerTexts(),
    ["0.8", "1", "1"].map((epsilon, i) => `owner-${i + 1}.json: 1,000 rows, ε = ${epsilon}`),
  );
  const before = me.site.requests.length;
  await combined(me);
  await says(me, "combine-status", "3 releases are combined");
  const own = await engine.combine(parts, { source });
  const { certificate } = own.toJSON();
  const short = (value) => String(Number(value.toPrecision(3)));
  const shown = await me.text("combined");
  assert.match(shown, /3 releases combined, assuming that no person’s rows are held by two of the owners/);
  assert.match(shown, /ε = 1 at δ = 1e-6: the largest of the owners’ \(parallel composition\)/);
  assert.ok(
    shown.includes(
      `noise in an average: ${short(certificate.noise.standardDeviation)}; in the least noisy release alone ${short(Math.min(...parts.map((text) => JSON.parse(text).certificate.noise.standardDeviation)))}`,
    ),
    shown,
  );
  assert.ok(
    shown.includes(`${short(certificate.discrepancy.uniform)} before, ${short(certificate.discrepancy.weighted)} with`),
    shown,
  );

  const file = JSON.parse(await saved(me, "Download the combined release"));
  assert.deepEqual({ ...file, releaseId: "" }, { ...own.toJSON(), releaseId: "" }, "as in Node");
  assert.equal(file.certificate.combination.assumption, "disjoint-owners");

  const row = (await me.page.locator("#table tbody tr").last().innerText()).split("\t").map((cell) => cell.trim());
  assert.deepEqual(row.slice(0, 6), ["combined-model.json", "holds", "model", "1", "1e-6", "3,000 rows"]);
  await me.page.setInputFiles("#data", table("data.csv", LABELLED));
  await me.page.click("#apply-form button[type=submit]");
  assert.match(await me.page.locator("#predictions").filter({ hasText: "Typical error" }).innerText(), /3,000 rows/);
  assert.deepEqual(me.site.requests.slice(before), [], "nothing is asked for and nothing sent");
  await me.page.click("#close-all");
  await me.page.locator("#combine").waitFor({ state: "hidden" });
  assert.deepEqual(me.errors, []);
});

test("the sum itself, weights, some of the owners, and a model from a sum that came from elsewhere", {
  skip,
}, async (t) => {
  const me = await opened(t, files);
  await me.page.locator("#members input").nth(1).uncheck();
  await combined(me, { kind: "moments" });
  await says(me, "combine-status", "2 releases are combined");
  const sum = await saved(me, "Download the combined release");
  assert.equal(
    sum,
    (await engine.combine([parts[0], parts[2]], { release: "moments" })).text,
    "bit for bit as in Node",
  );
  assert.deepEqual(
    await me.page.locator("#members input").evaluateAll((boxes) => boxes.map((box) => box.checked)),
    [true, false, true, false],
    "a sum is not added to its parts",
  );
  await combined(me, { kind: "weights" });
  await me.page.getByRole("button", { name: "Download the weights" }).waitFor();
  assert.equal((await saved(me, "Download the weights")).trim().split("\n").length, 1501);

  const other = await opened(t, [json("from-the-edge.json", sum)]);
  await other.page.check("#members input");
  await combined(other);
  await says(other, "combine-status", "2 releases are combined");
  assert.match(await other.text("table"), /combined-model\.json\s+holds\s+model\s+1\s/);
  assert.deepEqual([me.errors, other.errors], [[], []]);
});

test("moments with labels become a model that the labels correct, and the page says how far it is off", {
  skip,
}, async (t) => {
  const [header, ...rows] = LABELLED.trimEnd().split("\n");
  const texts = [];
  for (let i = 0; i < 2; i++) {
    const target = await engine.loadTarget(new Blob([[header, ...rows.filter((_, row) => row % 2 === i)].join("\n")]));
    texts.push(
      (
        await engine.adapt({
          source,
          target,
          epsilon: 1,
          delta: 1e-6,
          release: "moments",
          useLabels: true,
          base: "linear",
        })
      ).text,
    );
  }
  const me = await opened(t, named("labelled", texts));
  assert.match(await me.page.locator("main").innerText(), /About [0-9,]+ private rows have a label that could be used/);
  await combined(me);
  await says(me, "combine-status", "2 releases are combined");
  assert.match(await me.text("combined"), /the released model’s by/);
  const file = JSON.parse(await saved(me, "Download the combined release"));
  assert.deepEqual(
    { ...file, releaseId: "" },
    { ...(await engine.combine(texts, { source })).toJSON(), releaseId: "" },
    "as in Node",
  );
  await combined(me, { kind: "weights" });
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
    const target = await engine.loadTarget(new Blob([["area,price", ...own].join("\n")]));
    texts.push(
      (
        await engine.adapt({
          source,
          target,
          epsilon: 1,
          delta: 1e-6,
          release: "moments",
          useLabels: true,
          base: "file",
        })
      ).text,
    );
  }
  const me = await opened(t, named("labelled", texts));
  const field = me.page.locator("#combine-file-field");
  assert.match(await field.innerText(), new RegExp(`published at http.*model\\.json[\\s\\S]*${MODEL_SHA256}`));
  await me.page.locator("#members input").nth(1).uncheck();
  assert.match(await field.innerText(), new RegExp(`gives no address[\\s\\S]*${MODEL_SHA256}`));
  await me.page.locator("#members input").nth(1).check();
  await me.page.selectOption("#combine-kind", "moments");
  await field.waitFor({ state: "hidden" }); // the sum needs no file

  await combined(me, { sample: SAMPLE_OF_MODEL });
  await says(me, "combine-error", "Choose the model’s file first");
  for (const [file, problem] of [
    [MODEL.replace("60.5", "61.5"), MODEL_SHA256],
    ["{}", "XGBoost"],
    [" ".repeat((8 << 20) + 1), "more than 8 MB"],
  ]) {
    await me.page.setInputFiles("#combine-file", json("other.json", file));
    await combined(me, { sample: SAMPLE_OF_MODEL });
    await says(me, "combine-error", problem);
  }
  await me.page.setInputFiles("#combine-file", json("model.json", MODEL));
  await combined(me, { sample: SAMPLE_OF_MODEL });
  await says(me, "combine-status", "2 releases are combined");
  const own = (await engine.combine(texts, { source: unpublished })).toJSON();
  const file = JSON.parse(await saved(me, "Download the combined release"));
  assert.deepEqual({ ...file, releaseId: "" }, { ...own, releaseId: "" }, "as in Node");
  assert.equal(file.certificate.base.file.sha256, MODEL_SHA256);
  assert.deepEqual(me.errors, []);
});

test("what is missing or does not belong together gets a sentence", { skip }, async (t) => {
  const me = await opened(t, files);
  const submit = () => me.page.click("#combine-form button[type=submit]");
  await submit();
  await says(me, "combine-error", "Choose the public sample first");
  await me.page.setInputFiles("#combine-source", table("source.csv", SAMPLE["source.csv"]));
  await submit();
  await says(me, "combine-error", "First confirm that the owners are disjoint");
  await combined(me, { sample: `${SAMPLE["source.csv"]}\n` });
  await says(me, "combine-error", "SHA-256");
  for (const box of await me.page.locator("#members input").all()) await box.uncheck();
  await submit();
  await says(me, "combine-error", "Choose at least one release");
  assert.equal(await me.page.locator("#table tbody tr").count(), OWNERS);

  const forged = JSON.parse(parts[1]);
  forged.certificate.epsilon /= 2;
  const twice = await opened(t, [files[0], json("again.json", parts[0]), json("forged.json", JSON.stringify(forged))]);
  assert.equal(await twice.page.locator("#members label").count(), 2, "a claim that does not hold is not offered");
  await combined(twice);
  await says(twice, "combine-error", "again.json is the same as owner-1.json");
  assert.deepEqual([me.errors, twice.errors], [[], []]);
});

test("samples where one lacks a column: releases made with all columns are combined as they were made, the files given in any order", {
  skip,
}, async (t) => {
  const [header, ...rows] = SAMPLE["source.csv"]
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  const left = header.findIndex((name) => !["price", "rooms"].includes(name));
  const text = (lines) => lines.map((line) => line.join(",")).join("\n");
  const whole = text([header, ...rows.filter((_, i) => i % 2 === 0)]);
  const narrow = text([header, ...rows.filter((_, i) => i % 2 === 1)].map((line) => line.toSpliced(left, 1)));
  const united = await engine.loadSource([new Blob([whole]), new Blob([narrow])], {
    label: "price",
    categorical: ["rooms"],
    allColumns: true,
  });
  assert.ok(united.columns.some(({ name }) => name === header[left]));
  const made = [];
  for (let i = 0; i < 2; i++) {
    const target = await engine.loadTarget(
      new Blob([
        SAMPLE["target.csv"]
          .trimEnd()
          .split("\n")
          .filter((_, row) => row === 0 || row % 2 === i)
          .join("\n"),
      ]),
    );
    made.push((await engine.adapt({ source: united, target, epsilon: 1, delta: 1e-6, release: "moments" })).text);
  }
  const me = await opened(t, named("owner", made));
  await combined(me, { files: [table("narrow.csv", narrow), table("whole.csv", whole)] });
  await says(me, "combine-status", "2 releases are combined");
  const own = (await engine.combine(made, { source: united })).toJSON();
  assert.deepEqual(JSON.parse(await saved(me, "Download the combined release")).values, own.values, "as in Node");
  united.dispose();
  assert.deepEqual(me.errors, []);
});
