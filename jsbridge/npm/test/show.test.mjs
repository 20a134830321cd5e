// The page for the records: what it says, and that it is a page without script which names nothing of others unescaped.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import test from "node:test";
import { setUp, sourceCSV, targetCSV, words } from "./support.mjs";
import { digestOf } from "./tools.mjs";

const budget = words("--source source.csv --target target.csv --label y --epsilon 1 --delta 1e-6");

test("the page says what was asked, what is promised and what left, and runs no script", async (t) => {
  const odd = (text) => text.replace("temp", "<script>alert(1)</script>");
  const { privadapt, read } = await setUp(t, { source: odd(sourceCSV), target: odd(targetCSV) });
  for (const settings of [
    ["--base", "linear"],
    ["--base", "auto"],
    ["--release", "weights", "--out", "release.json"],
    ["--release", "moments", "--out", "release.json"],
  ]) {
    const adapted = await privadapt("adapt", ...budget, ...settings, "--force");
    assert.equal(adapted.status, 0, adapted.stderr);
    const shown = await privadapt("show", "release.json", "--out", "release.html");
    assert.equal(shown.status, 0, shown.stderr);
    const [page, text] = [await read("release.html"), await read("release.json")];
    const { releaseId, provenance } = JSON.parse(text);
    const digest = digestOf(text);
    for (const said of [
      releaseId,
      digest,
      provenance.wasmSHA256,
      "ε = 1",
      "a row",
      "a factor of at most 2.72",
      "and holds",
    ])
      assert.ok(page.includes(said), `${settings}: ${said}`);
    assert.doesNotMatch(page, /<script|javascript:|src=|href=/);
    assert.match(page, /&#60;script&#62;/);
    assert.ok(settings[0] !== "--base" || page.includes("<svg"), "a model has a plot");
    assert.doesNotMatch(page, /NaN|undefined|Infinity/);
  }
});

test("a certificate that does not hold is said to, and the command fails", async (t) => {
  const { cwd, privadapt, read } = await setUp(t);
  assert.equal((await privadapt("adapt", ...budget, "--base", "linear")).status, 0);
  const lying = (await read("release.json")).replace('"epsilon": 1,', '"epsilon": 0.5,');
  await writeFile(`${cwd}/lying.json`, lying);
  const shown = await privadapt("show", "lying.json", "--out", "lying.html");
  assert.equal(shown.status, 1);
  assert.match(await read("lying.html"), /does NOT hold/);
});
