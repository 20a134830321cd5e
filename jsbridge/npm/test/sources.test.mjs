import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { gzipSync } from "node:zlib";
import Ajv from "ajv/dist/2020.js";
import { load } from "../index.js";
import { namesOf } from "../reading/given.js";
import { PRIVATE, SEVERAL } from "./several.mjs";
import { digestOf } from "./tools.mjs";

const [first, second, third, narrow] = ["first", "second", "third", "narrow"].map((name) => SEVERAL[`${name}.csv`]);
const file = (text, name) => new File([text], name);
const privacy = { epsilon: 2, delta: 1e-6 };
const isRelease = new Ajv({ strictTypes: false }).compile(
  JSON.parse(await readFile(new URL("../release.schema.json", import.meta.url), "utf8")),
);

test("several samples in one engine: united, stated, verified, combined", async (t) => {
  const engine = await load({ ledger: false });
  t.after(() => engine.dispose());
  const source = await engine.loadSource(
    [file(first, "first.csv"), file(third, "third.csv"), new Blob([gzipSync(second)])],
    { label: "y" },
  );
  assert.equal(source.rows, 350);
  assert.deepEqual(
    source.sources.map(({ name, rows }) => [name, rows]),
    [
      ["first.csv", 150],
      ["third.csv", 50],
      ["sample 3", 150],
    ],
  );
  assert.equal(source.sources[2].sha256, digestOf(gzipSync(second)), "the digest is the published file's");
  assert.equal(source.digest, digestOf(source.sources.map(({ sha256 }) => `${sha256}\n`).join("")));
  assert.match((await engine.forecast({ source, rows: 2000, ...privacy })).text, /2000 private rows/);

  const owner = await engine.loadTarget(new Blob([PRIVATE]));
  const release = (await engine.adapt({ source, target: owner, base: "linear", ...privacy })).toJSON();
  assert.ok(isRelease(release), JSON.stringify(isRelease.errors));
  const shares = release.provenance.sources.map(({ weight }) => weight);
  assert.ok(Math.abs(shares.reduce((sum, share) => sum + share) - 1) < 1e-9);
  assert.ok(shares[2] > 0.5, `the sample like the private rows has the share ${shares[2]}`);
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
    [file(first, "a.csv"), file(narrow, "b.csv")],
    {},
    { code: "columns-differ", message: /^b\.csv: the file lacks "b", unlike a\.csv; / },
  );
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

test("the name of a sample has nothing of its address that may be a key", () => {
  const names = namesOf([
    new URL("https://me:secret@example.org/a.csv?token=secret#secret"),
    "https://secret@example.org/?secret",
    "https://example.org/b.csv#secret",
    "folder@home/c.csv",
  ]);
  assert.deepEqual(names, ["a.csv", "example.org", "b.csv", "c.csv"]);
});
