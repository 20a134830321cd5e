// The last lines of make test and make test-all: node closing.mjs FOLDER adds up the files that counted.mjs and
// go-test.mjs wrote there.
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";

const folder = process.argv[2];
const sum = { pass: 0, fail: 0, skipped: 0 };
for (const name of await readdir(folder)) {
  const text = await readFile(path.join(folder, name), "utf8");
  for (const [key, value] of Object.entries(text ? JSON.parse(text) : {})) sum[key] += value;
}
console.log(
  `# tests ${sum.pass + sum.fail + sum.skipped}\n# pass ${sum.pass}\n# fail ${sum.fail}\n# skipped ${sum.skipped}`,
);
