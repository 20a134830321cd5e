// tier: 2
// The page that opens releases: real ones are checked, compared, saved, applied to a table and combined, as the engine
// does in Node; whatever else is opened gets a sentence.
import assert from "node:assert/strict";
import { load } from "../../jsbridge/npm/index.js";
import { recordsPage } from "../../jsbridge/npm/portable/records.js";
import { workbookOfCSV } from "../../jsbridge/npm/test/xlsx-files.mjs";
import {
  SAMPLE,
  analyst,
  giveBlanks,
  json,
  makeReleases,
  opened,
  says,
  LABELLED,
  table,
  combine,
  savedAs,
} from "./support/analyst.mjs";
import { skip, test } from "./support/browser.mjs";
import { MODEL, MODEL_SHA256, PRIVATE_OF_MODEL, SAMPLE_OF_MODEL, parquetOf } from "./support/files.mjs";
import { readFile } from "node:fs/promises";

const releases = skip ? {} : await makeReleases();
const all = Object.entries(releases).map(([name, text]) => json(`${name}.json`, text));

async function refused(me, files) {
  await me.page.setInputFiles("#files", files);
  await me.page
    .locator("#open-error")
    .filter({ hasText: files[0]?.name ?? files.name })
    .waitFor();
  return me.text("open-error");
}

/** Of each card the file's name, what is said of the certificate, the kind and who is protected. */
const cards = (me) =>
  me.page
    .locator(".file")
    .evaluateAll((all) =>
      all.map((card) => [...card.querySelectorAll("h3, h3 + p, dd:nth-of-type(-n + 2)")].map((one) => one.innerText)),
    );
const holds = (epsilon) => `The certificate holds: ε = ${epsilon} at δ = 1e-6.`;

test("releases opened together are verified, and each has a card that a phone shows whole", async (t) => {
  const me = await analyst(t, { page: "releases.html", viewport: { width: 390, height: 844 } });
  const before = me.site.requests.length;
  await opened(me, all, 4);
  assert.deepEqual(await cards(me), [
    ["model.json", holds(1), "model", "3,000 rows"],
    ["noisy.json", holds(0.1), "model", "3,000 rows"],
    ["weights.json", holds(1), "weights", "3,000 rows"],
    ["moments.json", holds(1), "moments", "3,000 rows"],
  ]);
  const wide = await me.page.locator("#compare *").evaluateAll((all) => {
    const { right } = document.getElementById("compare").getBoundingClientRect();
    return all.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > right)
      .length;
  });
  assert.equal(wide, 0, "nothing has to be scrolled to the side");
  const remarks = await me.page.locator(".file li").allInnerTexts();
  for (const remark of remarks) {
    assert.doesNotMatch(remark, /^\S+\.json:/, "no file's name before it");
    assert.doesNotMatch(remark, /engine/, "made by the same engine as this site's");
  }
  const asked = me.site.requests.slice(before).map((request) => request.replace("GET /some/path/", ""));
  // A browser asks for the icon whenever it likes.
  assert.deepEqual(
    asked.filter((file) => file !== "shared/icon.svg"),
    ["engine.wasm"],
  );
  await me.page.click("#close-all");
  await me.page.locator("#compare").waitFor({ state: "hidden" });
  assert.deepEqual(me.errors, []);
});

// What is said of a claim that does not hold is in snapshots/releases.txt.
test("remarks say what is odd, and a file's name is text", async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  const odd = JSON.parse(releases.model);
  const [wasmSHA256, sourceSHA256] = ["0".repeat(64), "1".repeat(64)];
  Object.assign(odd.provenance, { wasmSHA256, sourceSHA256, settingsAfterPreview: true });
  await opened(me, [json("odd.json", JSON.stringify(odd)), json("\u202E<b>markup.json", releases.noisy)], 2);
  const said = await me.page.getByRole("article", { name: "odd.json" }).innerText();
  for (const remark of [/It was made by another build of the engine/, /Settings were changed/])
    assert.match(said, remark);
  assert.match(await me.text("cards"), /^These releases were made with different public samples/);
  assert.equal(await me.page.locator("#cards b").count(), 0);
  assert.deepEqual(me.errors, []);
});

test("what is no release gets a sentence, and the page lives on", async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  const broken = [json("binary.json", "\0\u0001\u0002"), json("markup.json", "<img src=x onerror=alert(1)>")];
  const sentence = await refused(me, broken);
  assert.match(sentence, /^binary\.json: .{15,300}\nmarkup\.json: .{15,300}$/, "a line each");
  assert.doesNotMatch(sentence, /invalid character|unexpected end|cannot unmarshal/, "in plain words");
  await me.page.locator("#compare").waitFor({ state: "hidden" });
  await giveBlanks(me, "#files", 34e6);
  await says(me, "open-error", /large\.json: .*too large for a release/);
  await opened(me, all.slice(0, 1), 1);
  const fifty = Array.from({ length: 50 }, (_, i) => json(`${i}.json`, releases.noisy));
  await opened(me, fifty, 50);
  assert.match(await me.text("open-error"), /^49\.json: This page opens at most 50 releases/);
  assert.deepEqual(me.errors, []);
});

test("files that are dropped on the page are opened", async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  await me.page.evaluate((text) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], "dropped.json"));
    for (const type of ["dragover", "drop"])
      document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: carried }));
  }, releases.model);
  await me.page.locator("#open-status").filter({ hasText: "1 release is open" }).waitFor();
});

test("another engine than the page's is not started, and both pages say what to do", async (t) => {
  const wasm = await readFile(new URL("../dist/engine.wasm", import.meta.url));
  wasm[wasm.length - 1] ^= 1; // as for a while after an update of the site
  for (const page of ["releases.html", "analyst.html"]) {
    const me = await analyst(t, { page });
    await me.page.route("**/engine.wasm", (route) => route.fulfill({ contentType: "application/wasm", body: wasm }));
    const says = /have different versions.*Reload the page/;
    if (page === "releases.html") {
      assert.match(await refused(me, all[0]), says);
    } else {
      await me.page.fill("#source", `${me.elsewhere.url}source.csv`);
      await me.page.fill("#label", "price");
      await me.page.click("#load");
      await me.page.getByText(says).waitFor();
    }
  }
});

test("a model is saved as ONNX and SQL, and a page for the records, as the package writes them", async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  await opened(me, all, 4);
  const savedBy = async (control) => {
    const [file] = await Promise.all([me.page.waitForEvent("download"), me.page.click(control)]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  await me.page.selectOption("#model", { label: "model.json (predicts price)" });
  assert.deepEqual(await savedBy("#save-model"), {
    name: "model.onnx",
    bytes: Buffer.from(await engine.toONNX(releases.model)),
  });
  assert.match(await me.text("apply-status"), /^Saved model\.onnx/);
  for (const dialect of ["duckdb", "postgres"]) {
    await me.page.selectOption("#format", dialect);
    const query = await engine.toSQL(releases.model, { dialect, table: "your_table" });
    assert.deepEqual(await savedBy("#save-model"), { name: "model.sql", bytes: Buffer.from(query) });
  }
  for (const kind of Object.keys(releases)) {
    const { html } = await recordsPage(engine, releases[kind]);
    assert.deepEqual(await savedBy(`[aria-label="Save a page for the records of ${kind}.json"]`), {
      name: `${kind}.html`,
      bytes: Buffer.from(html),
    });
    const printed = await me.page.context().newPage();
    await printed.setContent(html);
    const sheets = (await printed.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
    assert.ok(sheets.length <= 2, `${kind}: ${sheets.length} sheets`);
    await printed.close();
  }
  assert.match(await me.text("records-status"), /two sheets/);
});

/** Applies the chosen model to a file, and resolves with what the page says then. */
async function predicted(me, file) {
  await me.page.setInputFiles("#data", file);
  await me.page.click("#apply-form button[type=submit]");
  await me.page.locator("#predictions .facts").waitFor();
  return me.text("predictions");
}
const notApplied = (me, says) => me.page.locator("#apply-error").filter({ hasText: says }).waitFor();

test("a model is applied as by the engine in Node, compared with the truth, and saved", async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  await opened(me, all, 4);
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const wanted = await engine.predict(releases.model, new Blob([LABELLED]));
  const truth = SAMPLE["target-labels.csv"].trimEnd().split("\n").slice(1).map(Number);
  const rmse = Math.sqrt(truth.reduce((sum, y, i) => sum + (y - wanted[i]) ** 2, 0) / truth.length);
  await me.page.click("#apply-form button[type=submit]");
  await notApplied(me, "Choose a CSV or TSV file first");
  const shown = await predicted(me, table("data.csv", LABELLED));
  assert.equal(await me.text("apply-status"), "3,000 predictions.");
  const [, rows, error] = /true price for ([\d,]+) rows\. Typical error [^:]*: ([\d.]+);/.exec(shown);
  assert.equal(rows, "3,000");
  assert.ok(Math.abs(Number(error) - rmse) < 0.005 * rmse, `${error} for ${rmse}`); // four digits are shown
  assert.doesNotMatch(await me.page.locator("#predictions").innerHTML(), /NaN|Infinity/);
  const [file] = await Promise.all([
    me.page.waitForEvent("download"),
    me.page.getByRole("button", { name: "Download the predictions" }).click(),
  ]);
  const [head, ...lines] = (await readFile(await file.path(), "utf8")).trimEnd().split("\n");
  assert.deepEqual([head, lines.map(Number)], ["prediction", [...wanted]]);
  for (const [name, buffer] of [
    ["data.parquet", parquetOf(LABELLED)],
    ["data.xlsx", workbookOfCSV(LABELLED)],
  ])
    assert.equal(await predicted(me, { name, mimeType: "application/octet-stream", buffer }), shown, name);
  assert.deepEqual(me.errors, []);
});

test("the visitor gives the file that a release names, and another one is refused", async (t) => {
  const me = await analyst(t, { page: "releases.html", files: { "model.json": MODEL } });
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const made = async (baseFile) => {
    const source = await engine.loadSource(new Blob([SAMPLE_OF_MODEL]), { label: "price", baseFile });
    const target = await engine.loadTarget(new Blob([PRIVATE_OF_MODEL]));
    return (await engine.adapt({ source, target, epsilon: 1, delta: 1e-6, base: "file" })).text;
  };
  const published = await made(`${me.elsewhere.url}model.json`);
  await opened(me, [json("published.json", published), json("unpublished.json", await made(new Blob([MODEL])))], 2);
  const requests = me.elsewhere.requests.length;
  const field = me.page.locator("#model-file-field");
  await me.page.selectOption("#model", "1");
  assert.match(await field.innerText(), new RegExp(`gives no address[\\s\\S]*${MODEL_SHA256}`));
  await me.page.selectOption("#model", "0");
  assert.deepEqual(await field.locator("a").evaluate(({ href, target, rel }) => [href, target, rel]), [
    `${me.elsewhere.url}model.json`,
    "_blank",
    "noopener noreferrer",
  ]);
  await me.page.setInputFiles("#data", table("data.csv", PRIVATE_OF_MODEL));
  const apply = () => me.page.click("#apply-form button[type=submit]");
  await apply();
  await notApplied(me, "Choose the model’s file first");
  await me.page.setInputFiles("#model-file", json("other.json", MODEL.replace("60.5", "61.5")));
  await apply();
  await notApplied(me, new RegExp(`not the one that the release names.*${MODEL_SHA256}`));
  await me.page.setInputFiles("#model-file", json("model.json", MODEL));
  await apply();
  await me.page.locator("#predictions").filter({ hasText: "Predicted price: from" }).waitFor();
  assert.equal(me.elsewhere.requests.length, requests, "the page fetches nothing by itself");
  assert.deepEqual(me.errors, []);
});

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

test("three owners become one model, which is compared, saved and applied", async (t) => {
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
  assert.deepEqual((await cards(me)).at(-1), ["combined-model.json", holds(1), "model", "3,000 rows"]);
  await me.page.setInputFiles("#data", table("data.csv", LABELLED));
  await me.page.click("#apply-form button[type=submit]");
  assert.match(await me.page.locator("#predictions").filter({ hasText: "Typical error" }).innerText(), /3,000 rows/);
  assert.deepEqual(me.site.requests.slice(before), [], "nothing is asked for and nothing sent");
  assert.deepEqual(me.errors, []);
});

test("an export of a campaign opens as its releases, and some of them are added up", async (t) => {
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

test("estimates add up to one, without a choice and without the sample", async (t) => {
  const settings = { release: "estimate", base: "linear" };
  const made = await Promise.all(
    [0, 1].map((i) => moments(source, [header, ...rows.filter((_, k) => k % 2 === i)], settings)),
  );
  const me = await page(t, [files[0], ...made.map((text, k) => json(`estimate-${k + 1}.json`, text))]);
  await me.page.locator("#members input").first().uncheck(); // of moments
  for (const box of await me.page
    .locator("#members input")
    .all()
    .then((boxes) => boxes.slice(1)))
    await box.check();
  await me.page.locator("#combine-choice").waitFor({ state: "hidden" });
  await me.page.check("#disjoint");
  await me.page.click("#combine-form button[type=submit]");
  await says(me, "combine-status", "2 releases are combined");
  assert.match(await me.text("combined"), /noise in a count/);
  const sum = await savedAs(me, "Download the combined release");
  assert.equal(sum, (await engine.combine(made, { release: "estimate" })).text, "bit for bit as in Node");
  assert.deepEqual(me.errors, []);
});

test("what is missing or does not belong together gets a sentence", async (t) => {
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
