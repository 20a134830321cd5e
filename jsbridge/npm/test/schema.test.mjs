// The published schema of the release file and the engine agree: genuine documents are valid, and of forged ones the
// schema refuses those that the table names, and the engine all that are not true.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import test from "node:test";
import Ajv from "ajv/dist/2020.js";
import { engineFor } from "./support.mjs";

const core = new URL("../../../core/", import.meta.url);
const golden = new URL("adapt/testdata/golden/", core);

const names = readdirSync(golden)
  .filter((file) => file.endsWith(".json") && !["wasm.json", "owner-report.json"].includes(file))
  .map((file) => file.slice(0, -".json".length));

/** The lines of the table. bySchema: the published schema refuses all of its documents. */
const forgeries = readFileSync(new URL("release/verify/testdata/forged.txt", core), "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => {
    const [pattern, changes, verdict, schema] = line.split("\t");
    const matches = new RegExp(`^${pattern.replaceAll("*", ".*")}$`);
    const documents = names.filter((name) => matches.test(name));
    return { documents, changes, verdicts: verdict.split(" | "), bySchema: schema === "schema" };
  });

const document = (name) => readFileSync(new URL(`${name}.json`, golden), "utf8");

/** The beginning of a sentence, without its numbers. */
const said = (problem) =>
  [...problem.replace(/[0-9][0-9.]*(?:e[+-]?[0-9]+)?/g, "0").replace(/[\t\n]/g, " ")].slice(0, 40).join("");

/** A document's text with the changes of a line. */
function forge(text, changes) {
  const document = JSON.parse(text);
  for (const change of changes.split("; ")) {
    const [path, how, ...value] = change.split(" ");
    const keys = path.split(".");
    const last = keys.pop();
    const of = keys.reduce((at, key) => at[key], document);
    of[last] = changed(of[last], how, value.join(" "));
  }
  return JSON.stringify(document);
}

function changed(is, how, value) {
  if (how === "-") return undefined;
  if (how === "=") return JSON.parse(value);
  if (how === "twice") return [...is, is.at(-1)];
  if (how === "short") return is.slice(0, -1);
  if (Array.isArray(is)) return is.map((each) => changed(each, how, value));
  if (typeof is === "number") return how === "*" ? is * Number(value) : is + Number(value);
  if (how === "+") return String(BigInt(is) + BigInt(value));
  const scaled = (BigInt(is) * BigInt(Math.trunc(Number(value) * 2 ** 60))) >> 60n;
  return String(scaled - (scaled & 1n));
}

const schema = JSON.parse(await readFile(new URL("../release.schema.json", import.meta.url), "utf8"));
// strictTypes would have every subschema repeat "type"; the strict mode that is left finds misspelt keywords.
const isRelease = new Ajv({ strictTypes: false }).compile(schema);

test("every golden document is valid", () => {
  for (const name of new Set(forgeries.flatMap(({ documents }) => documents)))
    assert.ok(isRelease(JSON.parse(document(name))), `${name}: ${JSON.stringify(isRelease.errors)}`);
});

test("the schema refuses the forged documents that the table names, and no other line", () => {
  for (const { documents, changes, verdicts, bySchema } of forgeries) {
    const refused = documents.filter((name) => !isRelease(JSON.parse(forge(document(name), changes))));
    assert.equal(refused.length === documents.length, bySchema, `${documents} with ${changes}`);
    if (verdicts.includes("holds")) assert.deepEqual(refused, [], changes);
  }
});

/** Texts that JSON.parse turns into a good release: the schema never sees the difference. */
for (const [name, damage] of [
  ["a field that is there twice", (text) => text.replace('"epsilon":', '"epsilon":7,"epsilon":')],
  ["a whole number with decimals", (text) => text.replace('"n": 1000', '"n": 1000.0')],
  ["text after the document", (text) => `${text} {}`],
]) {
  test(`the engine refuses ${name}`, async (t) => {
    const engine = await engineFor(t, { ledger: false });
    const text = document("model-linear");
    assert.ok((await engine.verify(text)).ok);
    assert.notEqual(damage(text), text);
    await assert.rejects(engine.verify(damage(text)), { code: "bad-release" });
  });
}

test("each field of the document says what it is", () => {
  const bare = [];
  const look = ({ properties = {}, items }, place) => {
    for (const [name, field] of Object.entries(properties)) {
      if (typeof field === "boolean") continue;
      if (!field.description) bare.push(`${place}.${name}`);
      look(field, `${place}.${name}`);
    }
    if (items) look(items, `${place}[]`);
  };
  look(schema, "");
  // The others state which of these fields go together.
  const conditions = /^(solved|unsolved|mechanism\w+|addRemove|replaceOne)$/;
  for (const [name, own] of Object.entries(schema.$defs)) if (!conditions.test(name)) look(own, name);
  assert.deepEqual(bare, []);
});

test("the engine gives each forged document of the table the verdict that Go gives it", async (t) => {
  const engine = await engineFor(t, { ledger: false });
  assert.ok(forgeries.length > 200);
  for (const { documents, changes, verdicts } of forgeries) {
    assert.ok(documents.length, changes);
    for (const name of documents) {
      const verdict = await engine.verify(forge(document(name), changes)).then(
        ({ ok, problems }) => (ok ? "holds" : said(problems[0])),
        ({ code, message }) => `read: ${code === "bad-release" ? said(message.replace(/^release: /, "")) : message}`,
      );
      assert.ok(verdicts.includes(verdict), `${name} with ${changes}: ${verdict}, not ${verdicts}`);
    }
  }
});
