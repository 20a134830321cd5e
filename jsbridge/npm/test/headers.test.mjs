// Private headers that are named for columns of the sample: the same run, and a release that does not state them.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { load } from "../index.js";
import { privacy, reportOn, setUp, sourceCSV, targetCSV } from "./support.mjs";

const [header, ...rows] = targetCSV.trimEnd().split("\n");
const columns = header.split(",");
const foreign = Object.fromEntries(columns.map((name, k) => [name, `Spalte = ${k}`]));
const german = [Object.values(foreign).join(","), ...rows].join("\n");

test("a table by the owner's headers is read as that with the sample's names", async (t) => {
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const source = await engine.loadSource(new Blob([sourceCSV]), { label: "y" });
  const want = await reportOn(engine, source, new Blob([targetCSV]));
  const asObjects = rows.map((row) => Object.fromEntries(row.split(",").map((cell, k) => [foreign[columns[k]], cell])));
  for (const [what, data] of Object.entries({ file: new Blob([german]), rows: asObjects })) {
    const { mappedColumns, surplusColumns, ...report } = await reportOn(engine, source, data, { headers: foreign });
    const { mappedColumns: _, surplusColumns: __, ...same } = want;
    assert.deepEqual(report, same, what);
    assert.ok(mappedColumns.length > 0 && surplusColumns.every((name) => columns.includes(name)), what);
  }
});

test("the command line takes headers, one option each, and states none", async (t) => {
  const { cwd, privadapt } = await setUp(t);
  await writeFile(join(cwd, "german.csv"), german);
  const named = Object.entries(foreign).flatMap(([name, own]) => ["--headers", `${name}=${own}`]);
  const run = (...more) =>
    privadapt("adapt", "--source", "source.csv", "--target", "german.csv", "--json", "--force", ...privacy, ...more);
  const { status, stdout, stderr } = await run(...named);
  assert.equal(status, 0, stderr);
  assert.equal(JSON.parse(stdout).certificate.n, rows.length);
  assert.doesNotMatch(stdout, /Spalte/);
  assert.match(stderr, /read under another name: "Spalte = 0" is/);
  assert.equal(JSON.parse((await run()).stdout).error.code, "no-common-columns");
  const wrong = await run("--headers", "nothing");
  assert.equal(wrong.status, 2);
  assert.match(wrong.stdout + wrong.stderr, /needs a column and a text for it/);
});
