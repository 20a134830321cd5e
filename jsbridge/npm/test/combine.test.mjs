// Moments of several owners become one model: by the engine, in any order, and by the command line.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { load } from "../index.js";
import { randomFrom, setUp } from "./support.mjs";

const random = randomFrom(11);
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const table = (rows, mean, label) =>
  `a,b${label ? ",y" : ""}\n` +
  Array.from({ length: rows }, () => {
    const [a, b] = [mean + normal(), 2 * normal()];
    return [a, b, ...(label ? [a + a * a + b] : [])].map((v) => v.toFixed(3)).join(",");
  }).join("\n");
const sampleText = table(300, 0, true);
const tables = Array.from({ length: 5 }, () => table(800, 1, false));

const engine = await load({ ledger: false });
test.after(() => engine.dispose());
const source = await engine.loadSource(new Blob([sampleText]), { label: "y" });

const releases = [];
for (const text of tables) {
  const target = await engine.loadTarget(new Blob([text]));
  releases.push(await engine.adapt({ source, target, epsilon: 1, delta: 1e-6, release: "moments" }));
}

test("the command reads the edge's export in pages and a file of lines as it reads the releases", async (t) => {
  const { cwd, read, privadapt } = await setUp(t);
  const save = (name, text) => writeFile(join(cwd, name), text);
  const files = releases.map((_, i) => `r${i}.json`);
  for (const [i, { text }] of releases.entries()) await save(files[i], text);
  const page = (list) => JSON.stringify({ releases: list.map((r) => r.toJSON()), next: null }, null, 1);
  await save("page1.json", page(releases.slice(0, 2)));
  await save("page2.json", page(releases.slice(2, 3)));
  const lines = releases.slice(3).map((r) => JSON.stringify(r));
  await save("lines.jsonl", lines.join("\n"));
  const combine = async (out, ...given) => {
    const { status, stderr } = await privadapt("combine", "--release", "moments", "--out", out, ...given);
    assert.equal(status, 0, stderr);
    return read(out);
  };
  const sum = await combine("sum.json", ...files);
  assert.equal(await combine("exported.json", "page1.json", "page2.json", "lines.jsonl"), sum);
});
