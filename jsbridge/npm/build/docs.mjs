// Makes dist/docs, the reference, from the types: node build/docs.mjs
import { execFile } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const at = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** Nothing is done where it is newer than all it is made from. */
export async function writeDocs() {
  const types = (await readdir(at("types"))).map((name) => `types/${name}`);
  const inputs = [
    ...types,
    "index.d.ts",
    "element.d.ts",
    "release.schema.json",
    "build/release-types.mjs",
    "build/typedoc.json",
    "build/docs.mjs",
    "../../.ci/package-lock.json",
  ];
  const times = await Promise.all(inputs.map(async (name) => (await stat(at(name))).mtimeMs));
  const made = await stat(at("dist/docs/privadapt.md")).catch(() => undefined);
  if (made && made.mtimeMs > Math.max(...times)) return;
  const typedoc = at("../../node_modules/typedoc/bin/typedoc");
  await promisify(execFile)(process.execPath, [typedoc, "--options", at("build/typedoc.json")]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeDocs();
