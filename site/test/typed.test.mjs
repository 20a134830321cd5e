// Numbers as people type them: the pages read them as the vault's form does, which runs the same file.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { typed } from "../shared/typed.js";

const vectors = new URL("../../jsbridge/vaultui/wording/testdata/typed.json", import.meta.url);
const cases = JSON.parse(await readFile(vectors, "utf8"));

test("a number is read with a point or a comma, and never with marks between thousands", () => {
  for (const [text, number] of cases) assert.equal(typed(text), number ?? NaN, JSON.stringify(text));
});
