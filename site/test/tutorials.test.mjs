// tier: 2
// The tutorials and how-tos: all that they tell a reader to type is run, from a folder with the two files that they name.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { makeSample } from "../owner/sample-houses.js";
import { folderFor } from "../../jsbridge/npm/test/tools.mjs";

const run = promisify(execFile);
const npm = fileURLToPath(new URL("../../jsbridge/npm", import.meta.url));

test("every command and the program of the tutorials and how-tos run, and say what the text says", async (t) => {
  const folder = await folderFor(t);
  const document = (name) => readFile(new URL(`../docs/${name}.md`, import.meta.url), "utf8");
  const text = (await document("tutorials")) + (await document("how-to"));
  const fenced = (kind) =>
    [...text.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(([, code]) => code);
  const sample = makeSample();
  for (const name of ["source.csv", "priced.csv"]) await writeFile(path.join(folder, name), sample[name]);
  await mkdir(path.join(folder, "node_modules"));
  await symlink(npm, path.join(folder, "node_modules/privadapt"));
  const typed = `privadapt() { "${process.execPath}" "${npm}/cli.mjs" "$@"; }\n${fenced("sh").join("\n")}`;
  const env = { ...process.env, XDG_STATE_HOME: path.join(folder, "state") };
  const { stdout } = await run("bash", ["-euc", typed], { cwd: folder, env });
  const [, off] = /root of the mean squared error ([\d.]+)/.exec(stdout);
  assert.ok(Math.abs(Number(off) - 28) < 8, `the report: ${off}`);
  const { labels } = JSON.parse(await readFile(path.join(folder, "better.json"), "utf8")).certificate;
  assert.match(labels.errors[0].verdict, /better$/);
  for (const [, name] of typed.matchAll(/--out ([\w.$-]+)/g))
    await readFile(path.join(folder, name.replace("$owner", "3")));
  await writeFile(path.join(folder, "check.mjs"), fenced("js").join("\n"));
  const program = await run(process.execPath, ["check.mjs"], { cwd: folder, env });
  assert.match(program.stdout, /value: \d+\.\d+/);
});
