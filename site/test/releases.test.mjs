// The page that opens releases: real ones are checked, compared and saved; whatever else is opened gets a sentence.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { load } from "../../jsbridge/npm/index.js";
import { recordsPage } from "../../jsbridge/npm/portable/records.js";
import { SAMPLE, analyst, giveBlanks, json, makeReleases, opened, says } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";

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
  // Made by the same engine as this site's.
  assert.doesNotMatch(await me.text("remarks"), /engine/);
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
  const sound = releases.noisy;
  const broken = {
    "empty.json": "",
    "truncated.json": sound.slice(0, -20),
    "table.csv": SAMPLE["source.csv"],
    "other.json": JSON.stringify({ format: "other", version: 1 }),
    "trailing.json": `${sound}{}`,
    "binary.json": "\0\u0001\u0002",
    "markup.json": "<img src=x onerror=alert(1)>",
  };
  for (const [name, text] of Object.entries(broken)) {
    const sentence = await refused(me, json(name, text));
    assert.match(sentence, new RegExp(`^${name}: .{15,300}$`), sentence);
    await me.page.locator("#compare").waitFor({ state: "hidden" });
  }
  const [first, second] = ["binary", "markup"].map((name) => json(`${name}.json`, broken[`${name}.json`]));
  assert.match(await refused(me, [first, second]), /^binary\.json: .*\nmarkup\.json: /, "a line each");
  await giveBlanks(me, "#files", 34e6);
  await says(me, "open-error", /large\.json: .*too large for a release/);
  await opened(me, all.slice(0, 1), 1);
  const fifty = Array.from({ length: 50 }, (_, i) => json(`${i}.json`, releases.noisy));
  await opened(me, fifty, 50);
  assert.match(await me.text("open-error"), /^49\.json: This page opens at most 50 releases/);
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
