// tier: 2
// Several public samples for an owner: by a link, by the form, and in a page of another site; and their releases at the
// analyst's.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../../jsbridge/npm/index.js";
import { formatInvitation } from "../../jsbridge/npm/invitation.js";
import { PRIVATE, SEVERAL } from "../../jsbridge/npm/test/several.mjs";
import { digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { analyst, combine, json, opened, table } from "./support/analyst.mjs";
import { skip } from "./support/browser.mjs";
import { embedding } from "./support/embedder.mjs";
import { owner } from "./support/owner.mjs";
import { press } from "./support/press.mjs";

/** Follows a link to these files. */
async function follow(me, files, { label = "y", sha256 = files.map((file) => digestOf(SEVERAL[file])), ...more } = {}) {
  const { fragment } = formatInvitation({
    source: files.map((file) => me.elsewhere.url + file),
    sha256,
    label,
    ...more,
  });
  await me.page.evaluate((hash) => (location.hash = hash), fragment);
}

test("a link names several samples: they are shown by name, united, and each has its share in the release", {
  skip,
}, async (t) => {
  const me = await owner(t, { files: SEVERAL });
  const files = ["first.csv", "third.csv", "second.csv"];
  const name = ["Hospital A", "Register", "Hospital B"];
  await follow(me, files, { name, base: "linear", release: "model" });
  await me.page.locator("#invitation summary").click();
  const card = await me.page.locator("#invitation").innerText();
  for (const [k, file] of files.entries()) {
    assert.match(
      card,
      new RegExp(
        `Public sample ${k + 1} of 3\\s+${name[k]}\\s+${me.elsewhere.url}${file}\\s+${digestOf(SEVERAL[file])}`,
      ),
    );
  }
  assert.equal(me.elsewhere.requests.length, 0, "a link alone loads nothing");
  await me.page.evaluate(() => {
    window.loaded = [];
    const words = document.querySelector("#loading p");
    new MutationObserver(() => window.loaded.push(words.textContent)).observe(words, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  await me.page.click("#load-invited");
  await me.opened();
  const loaded = (await me.page.evaluate(() => window.loaded)).join("\n");
  for (const k of [1, 2, 3]) assert.match(loaded, new RegExp(`Loading sample ${k} of 3: .* of `));
  const asked = await me.asked();
  assert.match(
    asked,
    new RegExp(
      `Public sample 1 of 3\\s+Hospital A\\s+${me.elsewhere.url}first\\.csv\\s+150 rows; SHA-256 ${digestOf(SEVERAL["first.csv"])}`,
    ),
  );
  assert.match(
    asked,
    new RegExp(
      `Public sample 2 of 3\\s+Register\\s+${me.elsewhere.url}third\\.csv\\s+50 rows; SHA-256 ${digestOf(SEVERAL["third.csv"])}`,
    ),
  );
  assert.match(asked, /Rows\s+350/);

  await me.fix();
  await me.pick(await me.write("private.csv", PRIVATE));
  await me.preview();
  await me.run();
  const { provenance } = JSON.parse(await me.released());
  assert.deepEqual(
    provenance.sources.map(({ name, sha256 }) => [name, sha256]),
    files.map((file, k) => [name[k], digestOf(SEVERAL[file])]),
  );
  const { verification } = (await me.heard()).findLast(({ type }) => type === "release");
  assert.deepEqual([verification.ok, verification.problems], [true, []]);
  const names = files.map((file) => digestOf(SEVERAL[file]));
  const { history } = (await me.ledger()).accounts[0];
  assert.equal(history.at(-1).about.source, digestOf(`${names.join("\n")}\n`), "the history names all that was loaded");
  assert.deepEqual(me.errors, []);
});

test("several samples are refused in words that name the one that is wrong", { skip }, async (t) => {
  const me = await owner(t, { files: SEVERAL });
  const wrong = [digestOf(SEVERAL["first.csv"]), "0".repeat(64)];
  for (const [what, files, more, says] of [
    [
      "another file than announced",
      ["first.csv", "second.csv"],
      { sha256: wrong, name: ["A", "B"] },
      /^B: The file is not the one with this SHA-256/,
    ],
    [
      "a file that is not there",
      ["first.csv", "none.csv"],
      { sha256: [] },
      /^http:.*none\.csv: The server answered 404/,
    ],
    [
      "other columns",
      ["first.csv", "narrow.csv"],
      { name: ["Wide", "Narrow"] },
      /Narrow: the file lacks "b", unlike Wide/,
    ],
    ["no label in one", ["first.csv", "unlabelled.csv"], {}, /unlabelled\.csv: .*no label column "y"/],
    ["the same file twice", ["first.csv", "first.csv?again"], { sha256: [] }, /is the same file as first\.csv/],
  ]) {
    await t.test(what, async () => {
      await me.page.evaluate(() => (location.hash = ""));
      await follow(me, files, more);
      await me.page.click("#load-invited");
      const problem = me.page.locator("#sample-error:not(:empty)");
      await problem.waitFor();
      assert.match(await problem.innerText(), says);
      assert.equal(await me.page.locator("iframe").count(), 0);
    });
  }
  assert.deepEqual(me.errors, []);
});

test("the form takes several addresses", { skip }, async (t) => {
  const me = await owner(t, { files: SEVERAL });
  const both = `${me.elsewhere.url}first.csv ${me.elsewhere.url}third.csv`;
  await me.load(both, "y", digestOf(SEVERAL["first.csv"]));
  await me.page.locator("#integrity-problem").filter({ hasText: "one SHA-256 for each address" }).waitFor();
  await me.load(both, "y");
  await me.opened();
  assert.match(await me.asked(), /Public sample 2 of 2\s+third\.csv/);
  await me.load(Array.from({ length: 9 }, (_, k) => `${me.elsewhere.url}first.csv?${k}`).join(" "), "y");
  await me.page.locator("#source-problem").filter({ hasText: "At most 8 public samples" }).waitFor();
  assert.deepEqual(me.errors, []);
});

test("<private-adapt> asks for several samples", { skip }, async (t) => {
  const me = await embedding(t, { files: SEVERAL });
  const files = ["first.csv", "second.csv"];
  const sources = files.map((file) => me.elsewhere.url + file).join(" ");
  const inside = await me.open(
    `<private-adapt source="${sources}" sha256="${files.map((file) => digestOf(SEVERAL[file])).join(" ")}" label="y"></private-adapt>`,
  );
  await inside.host
    .locator("#asked-for")
    .filter({ hasText: /first\.csv[\s\S]*second\.csv/ })
    .waitFor();
  const alone = new URL(await inside.host.locator("#own-window").evaluate((link) => link.href));
  assert.deepEqual(new URLSearchParams(alone.hash.slice(1)).getAll("source"), sources.split(" "));
  await press(inside.host.locator("#start"));
  await inside.fix();
  await inside.pick(await me.write("private.csv", PRIVATE));
  await inside.run();
  await inside.handOver();
  const [{ type, detail }] = await me.events();
  assert.equal(type, "release");
  assert.deepEqual(
    detail.release.provenance.sources.map(({ name }) => name),
    files,
  );

  await me.open(
    `<private-adapt source="${sources}" sha256="${"0".repeat(64)} ${"1".repeat(64)}" label="y"></private-adapt>`,
  );
  await press(inside.host.locator("#start"));
  await inside.host.locator("#problem").filter({ hasText: "first.csv: The file is not the one" }).waitFor();
  assert.deepEqual(await me.events(), [{ type: "error", detail: { code: "integrity" } }]);
});

test("a release of several samples is verified, and says what each has contributed", { skip }, async (t) => {
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const file = (name) => new File([SEVERAL[name]], name);
  const source = await engine.loadSource([file("first.csv"), file("third.csv"), file("second.csv")], { label: "y" });
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
  const parts = JSON.parse(texts[0]).provenance.sources;
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
    `${s.name} \\(${s.rows} rows with ${Number((100 * s.weight).toPrecision(3))}% of the weight, worth ${Math.round(s.effectiveRows)} rows\\)`;
  const [first, third, second] = parts.map(share);
  assert.match(remarks, new RegExp(`r0\\.json: Public samples united: ${first}, ${third} and ${second}\\.`));
  assert.match(
    remarks,
    /r1\.json: Public samples united: first\.csv \(150 rows\), third\.csv \(50 rows\) and second\.csv \(150 rows\)\./,
  );
  assert.match(remarks, /lie\.json: .*shares of weight/);

  // The moments are combined, and a model computed from all samples at once, in any order of their files.
  const other = `${SEVERAL["third.csv"]}1,1,1\n`;
  const given = (...names) =>
    combine(
      me,
      names.map((name) => table(name, SEVERAL[name] ?? other)),
      "model",
    );
  await given("first.csv");
  await me.page.locator("#combine-error").filter({ hasText: "Choose all 3 public samples first" }).waitFor();
  await given("first.csv", "second.csv", "other.csv");
  await me.page
    .locator("#combine-error")
    .filter({ hasText: /SHA-256/ })
    .waitFor();
  await given("third.csv", "second.csv", "first.csv");
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
