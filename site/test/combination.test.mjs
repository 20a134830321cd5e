// The page for releases adds up second moments of several owners, as the engine does in Node, and names what that
// assumes.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../../jsbridge/npm/index.js";
import { LABELLED, SAMPLE, analyst, combine, json, opened, savedAs, says, table } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";

const OWNERS = 3;
/** A part of the public sample, for which a model is fitted sooner. */
const PUBLIC = SAMPLE["source.csv"].split("\n").slice(0, 501).join("\n");
const sampleFile = table("source.csv", PUBLIC);

const engine = skip ? undefined : await load({ ledger: false });
test.after(() => engine?.dispose());
const source = await engine?.loadSource(new Blob([PUBLIC]), { label: "price", categorical: ["rooms"] });
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

/** The page with these releases open. */
async function page(t, releases) {
  const me = await analyst(t, { page: "releases.html" });
  await opened(me, releases, releases.length);
  return me;
}

test("three owners become one model, which is compared, saved and applied", { skip }, async (t) => {
  const me = await page(t, files);
  assert.deepEqual(
    await me.page.locator("#members label").allInnerTexts(),
    ["0.8", "1", "1"].map((epsilon, i) => `owner-${i + 1}.json: 1,000 rows, ε = ${epsilon}`),
  );
  const before = me.site.requests.length;
  await combine(me, sampleFile);
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

  const file = JSON.parse(await savedAs(me, "Download the combined release"));
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

test("an export of a campaign opens as its releases, and some of them are added up", { skip }, async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  const exported = JSON.stringify({ releases: parts.map((text) => JSON.parse(text)), next: null });
  await opened(me, [json("releases.json", exported)], OWNERS);
  await me.page.locator("#members input").nth(1).uncheck();
  await combine(me, sampleFile, "moments");
  await says(me, "combine-status", "2 releases are combined");
  assert.equal(
    await savedAs(me, "Download the combined release"),
    (await engine.combine([parts[0], parts[2]], { release: "moments" })).text,
    "bit for bit as in Node",
  );
  assert.deepEqual(
    await me.page.locator("#members input").evaluateAll((boxes) => boxes.map((box) => box.checked)),
    [true, false, true, false],
    "a sum is not added to its parts",
  );
  assert.deepEqual(me.errors, []);
});

test("what is missing or does not belong together gets a sentence", { skip }, async (t) => {
  const me = await page(t, files);
  const submit = () => me.page.click("#combine-form button[type=submit]");
  await submit();
  await says(me, "combine-error", "Choose the public sample first");
  await me.page.setInputFiles("#combine-source", sampleFile);
  await submit();
  await says(me, "combine-error", "First confirm that the owners are disjoint");
  await combine(me, table("source.csv", `${PUBLIC}\n`));
  await says(me, "combine-error", "SHA-256");
  for (const box of await me.page.locator("#members input").all()) await box.uncheck();
  await submit();
  await says(me, "combine-error", "Choose at least one release");
  assert.equal(await me.page.locator("#table tbody tr").count(), OWNERS);

  const forged = JSON.parse(parts[1]);
  forged.certificate.epsilon /= 2;
  const twice = await page(t, [files[0], json("again.json", parts[0]), json("forged.json", JSON.stringify(forged))]);
  assert.equal(await twice.page.locator("#members label").count(), 2, "a claim that does not hold is not offered");
  await combine(twice, sampleFile);
  await says(twice, "combine-error", "again.json is the same as owner-1.json");
  assert.deepEqual([me.errors, twice.errors], [[], []]);
});
