import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { PrivadaptError, load, verify } from "../index.js";
import {
  engineFor,
  folderFor,
  ready,
  relativeError,
  sourceCSV,
  sourceRows,
  targetCSV,
  targetRows,
} from "./support.mjs";

const byDefault = { epsilon: 1, delta: 1e-6 };
// What the other tests are about does not depend on the kind of model, and a linear one is fitted at once.
const privacy = { ...byDefault, base: "linear" };
const sourceBlob = () => new Blob([sourceCSV]);
const targetBlob = () => new Blob([targetCSV]);

for (const worker of [true, false]) {
  test(`the main job, ${worker ? "in a worker thread" : "in the calling thread"}`, async (t) => {
    const engine = await engineFor(t, { worker });
    const stages = new Set();
    const onProgress = ({ stage }) => stages.add(stage);
    const source = await engine.loadSource(sourceBlob(), { label: "y", onProgress });
    assert.equal(source.rows, sourceRows.length);
    assert.deepEqual(source.columns.map(({ name, kind }) => [name, kind]).slice(0, 3), [
      ["temp", "numeric"],
      ["wind", "numeric"],
      ["colour", "categorical"],
    ]);
    const target = await engine.loadTarget(targetBlob());
    let report;
    const release = await engine.adapt({ source, target, ...byDefault, onProgress, onReport: (r) => (report = r) });
    assert.equal(report.rows, targetRows.length);
    assert.equal(report.repairedCells, 0);
    assert.equal(release.kind, "model");
    assert.equal(release.certificate.n, targetRows.length);
    assert.equal(release.certificate.epsilon, 1);
    assert.deepEqual(release.toJSON(), JSON.parse(release.text));
    assert.match(release.verdict.join(" "), /^[A-Z].*\.$/);
    assert.deepEqual(JSON.parse(JSON.stringify(release)), JSON.parse(release.text));
    for (const stage of ["source", "target", "solve"]) assert.ok(stages.has(stage), `no progress of stage ${stage}`);

    const labels = targetRows.map((row) => Number(row.y));
    const fromBlob = await release.predict(targetBlob());
    assert.ok(fromBlob instanceof Float64Array);
    assert.ok(relativeError(fromBlob, labels) < 0.5, `relative error ${relativeError(fromBlob, labels)}`);
    const plainRows = targetRows.map(({ temp, wind, colour }) => ({ temp: Number(temp), wind: Number(wind), colour }));
    const fromRows = await release.predict(plainRows);
    fromRows.forEach((value, i) => assert.ok(Math.abs(value - fromBlob[i]) < 1e-9));

    const checked = await engine.verify(release.toJSON());
    assert.equal(checked.ok, true, checked.problems?.join("; "));
    assert.ok(checked.epsilon <= 1);
  });
}

/** Runs a script in a process of its own, with the module's address as `index`; returns what it prints. */
function runScript(script) {
  const text = `const index = ${JSON.stringify(new URL("../index.js", import.meta.url).href)};\n${script}`;
  const options = { encoding: "utf8", timeout: 20_000 };
  return execFileSync(process.execPath, ["--input-type=module", "-e", text], options).trim();
}

test("importing starts nothing", () => {
  const script = `await import(index);
    const started = process.getActiveResourcesInfo().filter((name) => /Worker|Port/.test(name));
    console.log(typeof globalThis.Go, typeof globalThis.privadapt, started.length);`;
  assert.equal(runScript(script), "undefined undefined 0");
});

test("an idle engine lets the program end, without dispose", () => {
  assert.equal(runScript(`const { load } = await import(index); await load(); console.log("loaded");`), "loaded");
});

test("a file that changes under the reading fails, and nothing is released", async (t) => {
  const path = join(await folderFor(t), "target.csv");
  for (const worker of [true, false]) {
    await writeFile(path, targetCSV);
    const engine = await engineFor(t, { worker });
    const source = await engine.loadSource(sourceBlob(), { label: "y" });
    const target = await engine.loadTarget(await openAsBlob(path));
    await engine.adapt({ source, target, ...privacy });
    await writeFile(path, `${targetCSV}1,2,red\n`);
    await assert.rejects(engine.adapt({ source, target, ...privacy }), { code: "unreadable" });
  }
});

test("unknown option keys are errors everywhere", async (t) => {
  const { engine, source, target } = await ready(t);
  const release = await engine.adapt({ source, target, ...privacy });
  const calls = {
    load: () => load({ workers: false }),
    loadSource: () => engine.loadSource(sourceBlob(), { label: "y", lable: "y" }),
    loadTarget: () => engine.loadTarget(targetBlob(), { label: "y" }),
    adapt: () => engine.adapt({ source, target, ...privacy, epsilonn: 1 }),
    "settings of the vault": () => engine.adapt({ source, target, ...privacy, settingsAfterPreview: false }),
    predict: () => release.predict(targetBlob(), { rows: 1 }),
    verify: () => verify(release.text, { fast: true }),
    sql: () => engine.sql({ source, dialect: "duckdb", table: "t", epsilon: 1 }),
  };
  for (const [name, call] of Object.entries(calls)) {
    await assert.rejects(call, (error) => error instanceof PrivadaptError && error.code === "unknown-option", name);
  }
});

for (const worker of [true, false]) {
  test(`a stream is a target once, ${worker ? "worker" : "calling thread"}`, async (t) => {
    const engine = await engineFor(t, { worker });
    const source = await engine.loadSource(sourceBlob(), { label: "y" });
    const target = await engine.loadTarget(targetBlob().stream());
    const release = await engine.adapt({ source, target, ...privacy });
    assert.equal(release.certificate.n, targetRows.length);
    await assert.rejects(engine.adapt({ source, target, ...privacy }), { code: "stream-used" });
  });
}

test("nothing leads from a target to its rows", async (t) => {
  const { target } = await ready(t);
  assert.deepEqual(Reflect.ownKeys(target), []);
  assert.deepEqual(Reflect.ownKeys(Object.getPrototypeOf(target)), ["constructor"]);
  assert.ok(Object.isFrozen(target));
});

test("what is no sample is refused", async (t) => {
  const { engine, source, target } = await ready(t);
  for (const data of [null, 7, [], {}, ""]) await assert.rejects(engine.loadTarget(data), { code: "bad-option" });
  for (const data of [null, 7, {}])
    await assert.rejects(engine.loadSource(data, { label: "y" }), { code: "bad-option" });
  await assert.rejects(engine.loadSource(sourceBlob()), { code: "bad-option" });
  await assert.rejects(engine.adapt({ target, ...privacy }), { code: "bad-option" });
  await assert.rejects(engine.adapt({ source, ...privacy }), { code: "bad-option" });
  await assert.rejects(engine.adapt({ source: target, target: source, ...privacy }), { code: "bad-option" });
  await assert.rejects(engine.verify("{}"), { code: "bad-release" });
  await assert.rejects(engine.verify(undefined), { code: "bad-release" });
  await assert.rejects(engine.predict("not json", targetBlob()), { code: "bad-release" });
});

test("an exception in a callback is what the call rejects with", async (t) => {
  const { engine, source, target } = await ready(t);
  const fail = () => {
    throw new RangeError("mine");
  };
  await assert.rejects(engine.adapt({ source, target, ...privacy, onProgress: fail }), RangeError);
  await assert.rejects(engine.adapt({ source, target, ...privacy, onReport: fail }), RangeError);
  await engine.adapt({ source, target, ...privacy });
});

test("handles belong to their engine", async (t) => {
  const [{ engine: one, ...first }, { engine: two, ...second }] = await Promise.all([ready(t), ready(t)]);
  await assert.rejects(two.adapt({ ...second, source: first.source, ...privacy }), { code: "stale-handle" });
  await assert.rejects(two.adapt({ ...second, target: first.target, ...privacy }), { code: "stale-handle" });
  // Side by side, and several calls of one engine at once.
  const releases = await Promise.all([
    one.adapt({ ...first, ...privacy }),
    two.adapt({ ...second, ...privacy }),
    one.adapt({ ...first, ...privacy }),
  ]);
  assert.equal(new Set(releases.map((release) => release.toJSON().releaseId)).size, 3);
  first.source.dispose();
  await assert.rejects(one.adapt({ ...first, ...privacy }), { code: "stale-handle" });
});

test("two engines in the calling thread do not mix", async (t) => {
  const both = [ready(t, { worker: false }), ready(t, { worker: false })];
  const [{ engine: one, ...first }, { engine: two, ...second }] = await Promise.all(both);
  assert.equal(globalThis.privadapt, undefined);
  const [a, b] = await Promise.all([
    one.adapt({ ...first, ...privacy }),
    two.adapt({ ...second, ...privacy, release: "weights" }),
  ]);
  assert.deepEqual([a.kind, b.kind], ["model", "weights"]);
});

test("a disposed engine says so", async () => {
  const engine = await load();
  const pending = engine.loadSource(sourceBlob(), { label: "y" });
  await Promise.all([assert.rejects(pending, { code: "disposed" }), engine.dispose()]);
  await assert.rejects(engine.loadTarget(targetBlob()), { code: "disposed" });
  await assert.rejects(engine.verify("{}"), { code: "disposed" });
  await engine.dispose();
});

test("a wrong wasmURL is a clear error", async () => {
  await assert.rejects(load({ wasmURL: "/nowhere/engine.wasm" }), { code: "engine-missing", message: /make build/ });
});

test("verify without an engine at hand", async (t) => {
  const { engine, source, target } = await ready(t);
  const release = await engine.adapt({ source, target, ...privacy });
  assert.equal((await verify(release.text)).ok, true);
  assert.equal((await verify(release, { receiver: { release: "weights" } })).objection.code, "wrong-kind");
  await assert.rejects(verify(release, { signal: AbortSignal.abort() }), { code: "cancelled" });
});
