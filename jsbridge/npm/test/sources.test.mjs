import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { gzipSync } from "node:zlib";
import Ajv from "ajv/dist/2020.js";
import { load } from "../index.js";
import { namesOf } from "../reading/given.js";
import { PRIVATE, SEVERAL } from "./several.mjs";
import { digestOf } from "./tools.mjs";

const [first, second, useless, inches, narrow] = ["first", "second", "useless", "inches", "narrow"].map(
  (name) => SEVERAL[`${name}.csv`],
);
const file = (text, name) => new File([text], name);
const privacy = { epsilon: 2, delta: 1e-6 };
const isRelease = new Ajv({ strictTypes: false }).compile(
  JSON.parse(await readFile(new URL("../release.schema.json", import.meta.url), "utf8")),
);

test("several samples in one engine: united, stated, verified, combined", async (t) => {
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const source = await engine.loadSource(
    [file(first, "first.csv"), file(useless, "useless.csv"), new Blob([gzipSync(second)])],
    { label: "y" },
  );
  assert.equal(source.rows, 300);
  assert.deepEqual(
    source.sources.map(({ name, rows, leftOut }) => [name, rows, leftOut]),
    [
      ["first.csv", 150, undefined],
      ["sample 3", 150, undefined],
      ["useless.csv", 400, true],
    ],
  );
  assert.equal(source.sources[1].sha256, digestOf(gzipSync(second)), "the digest is the published file's");
  assert.equal(source.digest, digestOf(`${source.sources[0].sha256}\n${source.sources[1].sha256}\n`));
  assert.match(source.notes.join(" "), /useless\.csv is left out/);
  assert.match((await engine.forecast({ source, rows: 2000, ...privacy })).text, /2000 private rows/);

  const owner = await engine.loadTarget(new Blob([PRIVATE]));
  const release = (await engine.adapt({ source, target: owner, base: "linear", ...privacy })).toJSON();
  assert.ok(isRelease(release), JSON.stringify(isRelease.errors));
  const [one, other, left] = release.provenance.sources;
  assert.ok(Math.abs(one.weight + other.weight - 1) < 1e-9);
  assert.ok(other.weight > 0.5, `the sample like the private rows has the share ${other.weight}`);
  assert.equal(left.weight, undefined);
  assert.deepEqual((await engine.verify(release, { source })).problems, []);

  const alone = await engine.loadSource(file(first, "first.csv"), { label: "y" });
  assert.deepEqual(alone.sources, []);
  assert.match((await engine.verify(release, { source: alone })).problems.join(), /made with another public sample/);

  const moments = [];
  for (let k = 0; k < 2; k++)
    moments.push(await engine.adapt({ source, target: owner, ...privacy, release: "moments" }));
  const sum = (await engine.combine(moments, { release: "moments" })).toJSON();
  assert.ok(isRelease(sum), JSON.stringify(isRelease.errors));
  assert.deepEqual(
    sum.provenance.sources.map(({ sha256 }) => sha256),
    release.provenance.sources.map(({ sha256 }) => sha256),
  );
  assert.equal(sum.provenance.sources[0].name, undefined, "owners may name the same file differently");
  const model = (await engine.combine(moments, { source, base: "linear" })).toJSON();
  assert.deepEqual((await engine.verify(model, { source })).problems, []);
  await assert.rejects(engine.combine(moments, { source: alone }), { code: "integrity" });
});

test("several samples are refused in clear words", async (t) => {
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const refuses = (data, options, expected) =>
    assert.rejects(engine.loadSource(data, { label: "y", ...options }), expected);
  await refuses(
    [file(first, "a.csv"), file(inches, "b.csv")],
    {},
    { code: "units-differ", message: /b\.csv: .*column "b" in b\.csv are about 100 times those in a\.csv.*sameUnits/ },
  );
  const agreed = await engine.loadSource([file(first, "a.csv"), file(inches, "b.csv")], {
    label: "y",
    sameUnits: ["b"],
  });
  assert.equal(agreed.rows, 300);
  await refuses([file(first, "a.csv"), file("a,b\n1,2\n", "b.csv")], {}, { code: "no-label", message: /^b\.csv: / });
  await refuses(
    [file(first, "a.csv"), file(first, "b.csv")],
    {},
    { code: "bad-option", message: /b\.csv: it is the same file as a\.csv/ },
  );
  await refuses(
    Array.from({ length: 9 }, (_, k) => file(`a,b,y\n1,${k},2\n`, `${k}.csv`)),
    {},
    { code: "bad-option", message: /at most 8/ },
  );
  await refuses(
    [file(first, "a.csv"), file(second, "b.csv")],
    { integrity: digestOf(first) },
    { code: "bad-option", message: /a list of 2 hashes/ },
  );
  await refuses(
    [file(first, "a.csv"), file(second, "b.csv")],
    { integrity: [digestOf(first), digestOf(first)] },
    { code: "integrity" },
  );
  const checked = await engine.loadSource([file(first, "a.csv"), file(second, "b.csv")], {
    label: "y",
    integrity: [digestOf(first), digestOf(second)],
  });
  assert.equal(checked.rows, 300);
});

test("a column that one sample lacks", async (t) => {
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const samples = () => [file(first, "a.csv"), file(narrow, "b.csv")];
  const common = await engine.loadSource(samples(), { label: "y" });
  assert.deepEqual(
    common.columns.map(({ name }) => name),
    ["a"],
  );
  const all = await engine.loadSource(samples(), { label: "y", allColumns: true });
  assert.deepEqual(
    all.columns.map(({ name }) => name),
    ["a", "b"],
  );
  assert.match(all.notes.join(" "), /Column "b" is not in b\.csv, whose rows take the mean of the others\./);
});

test("the name of a sample has nothing of its address that may be a key", () => {
  const names = namesOf([
    new URL("https://me:secret@example.org/a.csv?token=secret#secret"),
    "https://secret@example.org/?secret",
    "https://example.org/b.csv#secret",
    "folder@home/c.csv",
  ]);
  assert.deepEqual(names, ["a.csv", "example.org", "b.csv", "c.csv"]);
});
