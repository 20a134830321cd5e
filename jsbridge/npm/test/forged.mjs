// The table of forged documents, core/release/verify/testdata/forged.txt: golden documents, changes of their fields and
// the verdict. What a change says is told in core/release/verify/forged_test.go, which does the same.
import { readdirSync, readFileSync } from "node:fs";

const core = new URL("../../../core/", import.meta.url);
const golden = new URL("adapt/testdata/golden/", core);

const names = readdirSync(golden)
  .filter((file) => file.endsWith(".json") && !["wasm.json", "owner-report.json"].includes(file))
  .map((file) => file.slice(0, -".json".length));

/** The lines of the table. bySchema: the published schema refuses all of its documents. */
export const forgeries = readFileSync(new URL("release/verify/testdata/forged.txt", core), "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => {
    const [pattern, changes, verdict, schema] = line.split("\t");
    const matches = new RegExp(`^${pattern.replaceAll("*", ".*")}$`);
    const documents = names.filter((name) => matches.test(name));
    return { documents, changes, verdicts: verdict.split(" | "), bySchema: schema === "schema" };
  });

export const document = (name) => readFileSync(new URL(`${name}.json`, golden), "utf8");

/** The beginning of a sentence, without its numbers. */
export const said = (problem) =>
  [...problem.replace(/[0-9][0-9.]*(?:e[+-]?[0-9]+)?/g, "0").replace(/[\t\n]/g, " ")].slice(0, 40).join("");

/** A document's text with the changes of a line. */
export function forge(text, changes) {
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
