// tier: 2
// Calls as programs mistake them: each is refused for what it is, before a charge, and repeats nothing private.
import assert from "node:assert/strict";
import test from "node:test";
import { load, openLedger } from "../index.js";
import { ready, sourceCSV, targetCSV } from "./support.mjs";

/** An engine with both samples, and what it was asked to charge. */
async function watched(t) {
  const charges = [];
  const { engine, source, target } = await ready(t, { ledger: false, onCharge: (cost) => void charges.push(cost) });
  return { engine, charges, run: { source, target, epsilon: 1, delta: 1e-6, base: "linear" } };
}

test("the text of a private file in place of a path stands in no message", async (t) => {
  const { engine } = await watched(t);
  const row = targetCSV.split("\n")[1];
  const given = [targetCSV, [targetCSV, targetCSV], targetCSV.split("\n"), row, JSON.stringify([{ temp: row }])];
  for (const text of given)
    await assert.rejects(engine.loadTarget(text), ({ code, message, cause }) => {
      assert.ok(["bad-option", "unreadable"].includes(code));
      assert.ok(!`${message} ${cause}`.includes(row));
      return true;
    });
  await assert.rejects(engine.loadTarget([new Blob([row]), row]), { message: /^private file 2 cannot be opened/ });
  await assert.rejects(engine.loadTarget(targetCSV), { message: /make a Blob of it, new Blob\(\[text\]\)/ });
  await assert.rejects(engine.loadSource(sourceCSV, { label: "y" }), { code: "bad-option", message: /make a Blob/ });
});

test("what is no signal or no function is refused before the call begins, and the engine ends as ever", async (t) => {
  const { engine, charges, run } = await watched(t);
  const target = new Blob([targetCSV]);
  const release = await engine.adapt(run);
  charges.length = 0;
  for (const wrong of [{ signal: new AbortController() }, { signal: 5 }, { onProgress: "log" }]) {
    const calls = {
      loadSource: () => engine.loadSource(new Blob([sourceCSV]), { label: "y", ...wrong }),
      loadTarget: () => engine.loadTarget(target, wrong),
      adapt: () => engine.adapt({ ...run, ...wrong }),
      predict: () => release.predict(target, wrong),
      verify: () => engine.verify(release, wrong),
    };
    for (const [name, call] of Object.entries(calls))
      await assert.rejects(call, { name: "PrivadaptError", code: "bad-option" }, `${name} ${Object.keys(wrong)}`);
  }
  await assert.rejects(engine.adapt({ ...run, signal: new AbortController() }), { message: /as \.signal/ });
  await assert.rejects(engine.adapt({ ...run, onReport: 1 }), { code: "bad-option", message: /"onReport" of adapt/ });
  await assert.rejects(release.predict(target, { onNote: 1 }), { code: "bad-option" });
  for (const wrong of [{ onCharge: true }, { fetch: "none" }, { worker: "yes" }, { worker: 1 }, { worker: null }])
    await assert.rejects(load(wrong), { code: "bad-option" });
  assert.deepEqual(charges, []);
  await engine.dispose();
});

test("the name of a run that no ledger would take is refused before the caller is asked", async (t) => {
  const { engine, charges, run } = await watched(t);
  const onReport = () => assert.fail("the private file was read");
  for (const name of [5, "", null, "a".repeat(201), "two\nlines"])
    await assert.rejects(engine.adapt({ ...run, run: name, onReport }), {
      code: "bad-option",
      message: /200 characters/,
    });
  assert.deepEqual(charges, []);
});

test("a bigint in place of a number is the caller's fault and not the engine's", async (t) => {
  const { engine, charges, run } = await watched(t);
  const refused = { code: "bad-option", message: /"(epsilon|radius|rows)" of \w+ is a bigint/ };
  for (const wrong of [{ epsilon: 1n }, { radius: 5n }])
    await assert.rejects(engine.adapt({ ...run, ...wrong }), refused);
  await assert.rejects(engine.forecast({ source: run.source, rows: 300n, epsilon: 1, delta: 1e-6 }), refused);
  assert.deepEqual(charges, []);
});

test("what takes rows says so to who gives something else", async (t) => {
  const { engine, run } = await watched(t);
  const release = await engine.adapt(run);
  for (const wrong of [undefined, { temp: [1] }, "private.csv"])
    await assert.rejects(release.predict(wrong), {
      code: "bad-option",
      message: /predict needs .* an array of rows, a Blob/,
    });
  await assert.rejects(engine.score(release, 5), { code: "bad-option", message: /score needs .* an array of rows, / });
  const { source } = run;
  await assert.rejects(engine.adapt({ source, epsilon: 1, delta: 1e-6, targetSums: 5 }), {
    message: /as a text, a Blob/,
  });
});

test("the terms of a receiver are an object: of another value nothing would be compared", async (t) => {
  const { engine, charges, run } = await watched(t);
  const terms = { campaign: "c", label: "y", release: "weights" };
  await assert.rejects(engine.adapt({ ...run, receiver: terms }), { code: "refused-by-receiver" });
  for (const receiver of [JSON.stringify(terms), Promise.resolve(terms), Response.json(terms), null, [terms]])
    await assert.rejects(engine.adapt({ ...run, receiver }), { code: "bad-option", message: /receiver is an object/ });
  assert.deepEqual(charges, []);
  const release = await engine.adapt(run);
  assert.equal((await engine.verify(release, { receiver: terms })).objection.code, "wrong-kind");
  await assert.rejects(engine.verify(release, { receiver: JSON.stringify(terms) }), { code: "bad-option" });
});

test("an empty name of the column of people protects no rows in their place", async (t) => {
  const { engine, charges, run } = await watched(t);
  const refused = { code: "bad-option", message: /unit is the name of a column/ };
  await assert.rejects(engine.adapt({ ...run, unit: "" }), refused);
  await assert.rejects(engine.forecast({ source: run.source, rows: 300, epsilon: 1, delta: 1e-6, unit: "" }), refused);
  assert.deepEqual(charges, []);
});

test("a misspelt key changes no other account of the ledger", async () => {
  const ledger = await openLedger();
  const before = await ledger.export();
  const unknown = { code: "unknown-option", message: /"acount"/ };
  await assert.rejects(ledger.reset({ acount: "made-up", reason: "made-up data" }), unknown);
  await assert.rejects(ledger.setCap({ acount: "made-up", epsilon: 9, delta: 1e-5 }), unknown);
  await assert.rejects(ledger.charge({ acount: "made-up", epsilon: 1, delta: 1e-6, rho: 0.01 }), unknown);
  await assert.rejects(ledger.rename({ acount: "made-up", name: "mine" }), unknown);
  assert.equal(await ledger.export(), before);
});

test("what is no list of column names is no list to keep", async (t) => {
  const { engine, run } = await watched(t);
  const release = await engine.adapt(run);
  for (const keep of ["id", [5], null])
    await assert.rejects(release.toSQL({ dialect: "duckdb", table: "t", keep }), {
      code: "bad-option",
      message: /keep/,
    });
});

test("a file, bytes, a promise and what has no JSON are said to be no text of a release", async (t) => {
  const { engine, run } = await watched(t);
  const { text } = await engine.adapt(run);
  const circular = {};
  circular.itself = circular;
  const given = [
    new Blob([text]),
    new TextEncoder().encode(text),
    Promise.resolve(text),
    [text],
    7,
    7n,
    null,
    undefined,
  ];
  for (const release of given)
    await assert.rejects(engine.verify(release), { code: "bad-release", message: /await file\.text\(\)/ });
  for (const release of [circular, { epsilon: 1n }])
    await assert.rejects(engine.verify(release), { code: "bad-release", message: /no JSON text/ });
});

test("in Node the engine is at a path, and not sought at an address as if that were one", async () => {
  const wasmURL = "https://example.org/engine.wasm.xz";
  await assert.rejects(load({ wasmURL }), { code: "bad-option", message: /path or a file: URL/ });
  await assert.rejects(load({ wasmURL: new URL(wasmURL) }), { code: "bad-option" });
});

test("no δ is suggested for what is no number of rows", async (t) => {
  const { engine } = await watched(t);
  for (const rows of ["5", 5n, Infinity, NaN, 0, null])
    await assert.rejects(engine.suggestDelta(rows), { code: "bad-option" }, String(rows));
  for (const most of ["5", Infinity, -1])
    await assert.rejects(engine.suggestDelta(5, { most }), { code: "bad-option" });
  assert.equal(await engine.suggestDelta(5, { most: 0.1 }), 1e-6);
});
