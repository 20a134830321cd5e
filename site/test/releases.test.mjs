// The page that opens releases: real ones are checked, compared and applied; whatever else is opened gets a sentence.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { workbookOfCSV } from "../../jsbridge/npm/test/xlsx-files.mjs";
import { load } from "../../jsbridge/npm/index.js";
import { recordsPage } from "../../jsbridge/npm/portable/records.js";
import { LABELLED, SAMPLE, analyst, makeReleases } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { parquetOf } from "./support/parquet.mjs";
import { PRIVATE, SEVERAL } from "./support/several.mjs";

const releases = skip ? {} : await makeReleases();
const json = (name, text) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });
const all = Object.entries(releases).map(([name, text]) => json(`${name}.json`, text));

async function opened(me, files, n) {
  await me.page.setInputFiles("#files", files);
  await me.page
    .locator("#open-status")
    .filter({ hasText: n === 1 ? "1 release is open" : `${n} releases are open` })
    .waitFor();
}

async function refused(me, files) {
  await me.page.setInputFiles("#files", files);
  await me.page
    .locator("#open-error")
    .filter({ hasText: files[0]?.name ?? files.name })
    .waitFor();
  return me.text("open-error");
}

async function predicted(me, data, model) {
  if (model) await me.page.selectOption("#model", { label: model });
  await me.page.setInputFiles("#data", { name: "data.csv", mimeType: "text/csv", buffer: Buffer.from(data) });
  await me.page.click("#apply-form button[type=submit]");
  await me.page.locator("#predictions svg").first().waitFor();
  return me.text("predictions");
}

test("releases opened together are verified and stand beside each other", { skip }, async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  const before = me.site.requests.length;
  await opened(me, all, 4);
  const rows = await me.page.locator("#table tbody tr").allInnerTexts();
  const cells = rows.map((row) => row.split("\t").map((cell) => cell.trim()));
  assert.deepEqual(
    cells.map(([name, holds, kind, epsilon, delta, n]) => [name, holds, kind, epsilon, delta, n]),
    [
      ["model.json", "holds", "model", "1", "1e-6", "3,000 rows"],
      ["noisy.json", "holds", "model", "0.1", "1e-6", "3,000 rows"],
      ["weights.json", "holds", "weights", "1", "1e-6", "3,000 rows"],
      ["moments.json", "holds", "moments", "1", "1e-6", "3,000 rows"],
    ],
  );
  const { discrepancy, effectiveSampleSize } = JSON.parse(releases.model).certificate;
  const number = (text) => Number(text.replaceAll(",", ""));
  const [before3, after3, noise3] = cells[0][7].split(/ → | ± /).map(number);
  const close = (a, b) => assert.ok(Math.abs(a - b) <= 0.006 * b, `${a} for ${b}`); // three digits are shown
  close(before3, discrepancy.uniform);
  close(after3, discrepancy.weighted);
  close(noise3, discrepancy.noise);
  assert.equal(cells[0][8], `${Math.round(effectiveSampleSize)} of 1,500`);
  assert.equal(cells[3][8], "–", "moments have no weights");
  // Made by the same engine as this site's.
  assert.doesNotMatch(await me.text("remarks"), /engine/);
  const asked = me.site.requests.slice(before).map((request) => request.replace("GET /some/path/", ""));
  // A browser asks for the icon whenever it likes.
  assert.deepEqual(
    asked.filter((file) => file !== "shared/icon.svg"),
    ["engine.wasm"],
  );
  await me.page.click("#close-all");
  assert.equal(await me.page.locator("#compare").isVisible(), false);
  assert.deepEqual(me.errors, []);
});

test("a release of several samples is verified, and says what each has contributed", { skip }, async (t) => {
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const file = (name) => new File([SEVERAL[name]], name);
  const source = await engine.loadSource([file("first.csv"), file("useless.csv"), file("second.csv")], { label: "y" });
  const made = async (release) =>
    (
      await engine.adapt({
        source,
        target: await engine.loadTarget(new Blob([PRIVATE])),
        epsilon: 2,
        delta: 1e-6,
        base: release === "model" ? "linear" : undefined,
        release,
      })
    ).text;
  const texts = [await made("model"), await made("moments"), await made("moments")];
  const [first, second] = JSON.parse(texts[0]).provenance.sources;
  const lie = JSON.parse(texts[0]);
  lie.releaseId = "0f0e0d0c-0b0a-4908-8706-050403020100";
  lie.provenance.sources[0].weight += 0.1;
  lie.provenance.sources[1].weight -= 0.1;

  const me = await analyst(t, { page: "releases.html" });
  await opened(me, [...texts.map((text, i) => json(`r${i}.json`, text)), json("lie.json", JSON.stringify(lie))], 4);
  assert.deepEqual(await me.page.locator("#table td:nth-child(2)").allInnerTexts(), [
    "holds",
    "holds",
    "holds",
    "does not hold",
  ]);
  const remarks = (await me.page.locator("#remarks li").allInnerTexts()).join("\n");
  const share = (s) =>
    `${s.name} \\(150 rows with ${Number((100 * s.weight).toPrecision(3))}% of the weight, worth ${Math.round(s.effectiveRows)} rows\\)`;
  assert.match(
    remarks,
    new RegExp(
      `r0\\.json: Public samples united: ${share(first)} and ${share(second)}\\. Left out, because no model predicts their labels: useless\\.csv \\(400 rows\\)\\.`,
    ),
  );
  assert.match(remarks, /r1\.json: Public samples united: first\.csv \(150 rows\) and second\.csv \(150 rows\)\./);
  assert.match(remarks, /lie\.json: .*shares of weight/);

  // The moments are combined, and a model computed from all samples at once, in any order of their files.
  const combine = async (...names) => {
    await me.page.setInputFiles(
      "#combine-source",
      names.map((name) => ({ name, mimeType: "text/csv", buffer: Buffer.from(SEVERAL[name]) })),
    );
    await me.page.check("#disjoint");
    await me.page.click("#combine-form button[type=submit]");
  };
  await combine("first.csv");
  await me.page.locator("#combine-error").filter({ hasText: "Choose all 3 public samples first" }).waitFor();
  await combine("first.csv", "second.csv", "narrow.csv");
  await me.page
    .locator("#combine-error")
    .filter({ hasText: /SHA-256/ })
    .waitFor();
  await combine("useless.csv", "second.csv", "first.csv");
  await me.page.locator("#combine-status").filter({ hasText: "2 releases are combined" }).waitFor();
  assert.deepEqual(await me.page.locator("#table td:nth-child(2)").allInnerTexts(), [
    "holds",
    "holds",
    "holds",
    "does not hold",
    "holds",
  ]);
  assert.deepEqual(me.errors, []);
});

test("a certificate that claims too much does not hold, and remarks say what else is odd", { skip }, async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  const changed = (change) => {
    const release = JSON.parse(releases.model);
    change(release);
    return JSON.stringify(release);
  };
  await opened(
    me,
    [
      json("true.json", releases.model),
      json(
        "boast.json",
        changed(({ certificate }) => (certificate.epsilon = 0.01)),
      ),
      json(
        "other.json",
        changed(({ provenance }) =>
          Object.assign(provenance, {
            wasmSHA256: "0".repeat(64),
            sourceSHA256: "1".repeat(64),
            settingsAfterPreview: true,
          }),
        ),
      ),
      json("\u202E<b>markup.json", releases.noisy),
    ],
    4,
  );
  assert.deepEqual(await me.page.locator("#table td:nth-child(2)").allInnerTexts(), [
    "holds",
    "does not hold",
    "holds",
    "holds",
  ]);
  assert.equal(
    await me.page.locator("#table tr:nth-child(2) td:nth-child(4)").innerText(),
    "1",
    "what its parameters give, not what it claims",
  );
  const remarks = await me.page.locator("#remarks li").allInnerTexts();
  assert.match(remarks[0], /different public samples/);
  for (const says of [
    /^boast\.json: The certificate claims ε = 0\.01/,
    /^true\.json: The model(: | is a blend(: | of public fits alone))/,
    /^boast\.json: the same release as true\.json/,
    /^other\.json: it was made by another build of the engine/,
    /^other\.json: settings were changed/,
  ]) {
    assert.ok(
      remarks.some((remark) => says.test(remark)),
      `${says}: ${remarks.join("\n")}`,
    );
  }
  assert.equal(await me.page.locator("#table b").count(), 0);
  assert.deepEqual(me.errors, []);
});

test("what is no release gets a sentence, and the page lives on", { skip }, async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  const model = JSON.parse(releases.model);
  const broken = {
    "empty.json": "",
    "truncated.json": releases.model.slice(0, -20),
    "table.csv": SAMPLE["source.csv"],
    "null.json": "null",
    "deep.json": "[".repeat(1e5),
    "list.json": "[]",
    "other.json": JSON.stringify({ format: "other", version: 1 }),
    "future.json": JSON.stringify({ ...model, version: 9 }),
    "more.json": JSON.stringify({ ...model, extra: 1 }),
    "proto.json": releases.model.replace('"kind"', '"__proto__": {}, "kind"'),
    "twice.json": releases.model.replace('"kind"', '"Kind": "weights", "kind"'),
    "huge-number.json": releases.model.replace(/"epsilon": [\d.]+/, '"epsilon": 1e999'),
    "text-number.json": releases.model.replace(/"epsilon": [\d.]+/, '"epsilon": "1"'),
    "trailing.json": `${releases.model}{}`,
    "no-values.json": JSON.stringify({ ...model, values: {} }),
    "utf16.json": Buffer.from(releases.model, "utf16le").toString("latin1"),
    "binary.json": "\0\u0001\u0002",
    "markup.json": "<img src=x onerror=alert(1)>",
  };
  for (const [name, text] of Object.entries(broken)) {
    const sentence = await refused(me, json(name, text));
    assert.match(sentence, new RegExp(`^${name}: .{15,300}$`), sentence);
    assert.equal(await me.page.locator("#compare").isVisible(), false, name);
  }
  // Too large to be sent as a buffer by the driver, so from a file.
  assert.match(await refused(me, [{ ...json("large.json", " ".repeat(34e6)) }]), /too large for a release/);
  await opened(me, all.slice(0, 1), 1);
  const fifty = Array.from({ length: 50 }, (_, i) => json(`${i}.json`, releases.noisy));
  await opened(me, fifty, 50);
  assert.match(await me.text("open-error"), /^49\.json: 50 releases are open already/);
  assert.deepEqual(me.errors, []);
});

test("files that are dropped on the page are opened", { skip }, async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  await me.page.evaluate((text) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], "dropped.json"));
    for (const type of ["dragover", "drop"])
      document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: carried }));
  }, releases.model);
  await me.page.locator("#open-status").filter({ hasText: "1 release is open" }).waitFor();
});

test("a model is applied as by the engine in Node, compared with the truth, and saved", { skip }, async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  await opened(me, all, 4);
  assert.deepEqual(await me.page.locator("#model option").allInnerTexts(), [
    "model.json (predicts price)",
    "noisy.json (predicts price)",
  ]);
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const wanted = await engine.predict(releases.model, new Blob([LABELLED]));
  const truth = SAMPLE["target-labels.csv"].trimEnd().split("\n").slice(1).map(Number);
  const rmse = Math.sqrt(truth.reduce((sum, y, i) => sum + (y - wanted[i]) ** 2, 0) / truth.length);

  const shown = await predicted(me, LABELLED);
  assert.equal(await me.text("apply-status"), "3,000 predictions.");
  const [, rows, error] = /true price for ([\d,]+) rows\. Typical error [^:]*: ([\d.]+);/.exec(shown);
  assert.equal(rows, "3,000");
  assert.ok(Math.abs(Number(error) - rmse) < 0.005 * rmse, `${error} for ${rmse}`); // four digits are shown
  assert.equal(await me.page.locator("#predictions svg").count(), 2);
  const dots = await me.page.locator("#predictions .dots").getAttribute("d");
  assert.equal(dots.match(/M/g).length, 3000);
  assert.doesNotMatch(await me.page.locator("#predictions").innerHTML(), /NaN|Infinity/);
  const [file] = await Promise.all([
    me.page.waitForEvent("download"),
    me.page.getByRole("button", { name: "Download the predictions" }).click(),
  ]);
  assert.equal(file.suggestedFilename(), "predictions-model-json.csv");
  const [head, ...lines] = (await readFile(await file.path(), "utf8")).trimEnd().split("\n");
  assert.equal(head, "prediction");
  assert.deepEqual(lines.map(Number), [...wanted]);
});

test("a model is applied to tables in all the formats that private files have", { skip }, async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  await opened(me, all.slice(0, 1), 1);
  const wanted = await predicted(me, LABELLED);
  const accepted = (await me.page.getAttribute("#data", "accept")).split(",");
  for (const [name, buffer] of [
    ["data.csv.gz", gzipSync(LABELLED)],
    ["data.tsv", Buffer.from(LABELLED.replaceAll(",", "\t"))],
    ["data.parquet", parquetOf(LABELLED)],
    ["data.xlsx", workbookOfCSV(LABELLED)],
  ]) {
    assert.ok(accepted.includes(/\.[a-z]+$/.exec(name)[0]), name);
    await me.page.setInputFiles("#data", { name, mimeType: "application/octet-stream", buffer });
    await me.page.click("#apply-form button[type=submit]");
    await me.page.locator("#predictions svg").first().waitFor();
    assert.equal(await me.text("predictions"), wanted, name);
  }
  assert.deepEqual(me.errors, []);
});

test("a model of classes is scored where the classes are known", { skip }, async (t) => {
  const rows = Array.from({ length: 300 }, (_, i) => ({
    area: 20 + ((i * 37) % 80),
    garden: ["yes", "no", "shared"][i % 3],
  }));
  const sold = ({ area, garden }, i) => (area + (garden === "yes" ? 30 : 0) + ((i * 13) % 40) > 85 ? "=sold()" : "-1");
  const labelled = [
    "area,garden,state",
    ...rows.map((row, i) => `${row.area},${row.garden},${i % 50 === 0 ? "" : sold(row, i)}`),
  ].join("\n");
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const source = await engine.loadSource(new Blob([labelled.replaceAll(/,$/gm, ",-1")]), {
    label: "state",
    task: "classification",
  });
  const release = await engine.adapt({
    source,
    target: await engine.loadTarget(new Blob([labelled])),
    epsilon: 1,
    delta: 1e-6,
    base: "linear",
  });
  const scores = await engine.score(release, new Blob([labelled]));
  assert.equal(scores.rows, 294);

  const me = await analyst(t, { page: "releases.html" });
  await opened(me, [json("classes.json", release.text)], 1);
  await me.page.setInputFiles("#data", { name: "data.csv", mimeType: "text/csv", buffer: Buffer.from(labelled) });
  await me.page.click("#apply-form button[type=submit]");
  await me.page.locator("#predictions li").filter({ hasText: "The file has the true state for 294 rows" }).waitFor();
  const said = await me.text("predictions");
  const figures = /([\d]+)% of them are predicted right\. Log-loss: ([\d.]+); Brier score: ([\d.]+); AUC: ([\d.]+)\./
    .exec(said)
    .slice(1)
    .map(Number);
  [100 * scores.accuracy, scores.logLoss, scores.brier, scores.auc].forEach((value, i) =>
    assert.ok(Math.abs(figures[i] - value) <= (i === 0 ? 0.5 : 0.001), `${figures[i]} for ${value}`),
  );
  // A spreadsheet that opens the file must not take the name of a class for a formula; a number stays one.
  const [file] = await Promise.all([
    me.page.waitForEvent("download"),
    me.page.getByRole("button", { name: "Download the predictions" }).click(),
  ]);
  const [head, ...lines] = (await readFile(await file.path(), "utf8")).trimEnd().split("\n");
  assert.deepEqual(
    [head.split(",").toSorted(), [...new Set(lines.map((line) => line.split(",")[0]))].toSorted()],
    [
      ["p(-1)", "p(=sold())", "prediction"],
      ["'=sold()", "-1"],
    ],
  );
  assert.deepEqual(me.errors, []);
});

test("data without the label, with broken cells, of one row or none, and of another kind", { skip }, async (t) => {
  const me = await analyst(t, { page: "releases.html" });
  await opened(me, all.slice(0, 1), 1);
  await me.page.click("#apply-form button[type=submit]");
  assert.match(await me.text("apply-error"), /Choose a CSV or TSV file first/);
  const without = await predicted(me, SAMPLE["target.csv"]);
  assert.match(without, /no usable column “price”/);
  assert.equal(await me.page.locator("#predictions svg").count(), 1);
  // Two labels of four can be read; a zero and a one are values as any other.
  const broken = "price,area,age\n0,100,?\n,100,10\nn/a,100,10\n1,100,10\n";
  const some = await predicted(me, broken);
  assert.match(some, /true price for 2 rows/);
  assert.match(some, /1 cells could not be read/);
  assert.match(await predicted(me, "area\n100\n"), /Predicted price: from/);
  for (const [data, says] of [
    ["", /./],
    ["nothing,of,this\n1,2,3\n", /./],
    ["\0\0\0", /./],
    ["{}", /./],
  ]) {
    await me.page.setInputFiles("#data", { name: "data.csv", mimeType: "text/csv", buffer: Buffer.from(data) });
    await me.page.click("#apply-form button[type=submit]");
    await me.page.locator("#apply-error").filter({ hasText: /\w{3}/ }).waitFor();
    assert.match(await me.text("apply-error"), says);
    assert.doesNotMatch(await me.text("apply-error"), /undefined|null|\[object/);
  }
  await predicted(me, LABELLED);
  assert.deepEqual(me.errors, []);
});

test("another engine than the page's is not started, and both pages say what to do", { skip }, async (t) => {
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

test("a model is saved as ONNX and SQL, and a page for the records, as the package writes them", {
  skip,
}, async (t) => {
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
    assert.deepEqual(await savedBy(`[aria-label="Save a page of ${kind}.json"]`), {
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
