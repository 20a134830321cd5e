// Completes dist/, which has app.wasm and the glue of syumai/workers (see the Makefile). wrangler deploys that folder,
// and miniflare runs it, with the .mjs files beside it. Needs site/dist, site/operator/dist and the packed package in jsbridge/npm/dist.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { rulesIn } from "../../site/build/headers.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, "../..");
const npm = path.join(root, "jsbridge/npm");
const folder = path.join(here, "dist");
const assets = path.join(folder, "assets");

for (const part of ["dist", "operator/dist"]) await cp(path.join(root, "site", part), assets, { recursive: true });

const rules = rulesIn(await readFile(path.join(assets, "_headers"), "utf8"));
await writeFile(path.join(folder, "headers.mjs"), `export default ${JSON.stringify(rules, null, 1)};\n`);
for (const name of ["_headers", "_headers.br"]) await rm(path.join(assets, name));

// The package as npm would publish it, under an address that changes whenever one of its files changes.
const { version } = JSON.parse(await readFile(path.join(npm, "package.json"), "utf8"));
const unpacked = await mkdtemp(path.join(tmpdir(), "privadapt-package-"));
await promisify(execFile)("tar", ["-xzf", path.join(npm, `dist/privadapt-${version}.tgz`), "-C", unpacked]);
const files = await contents(path.join(unpacked, "package"));
await rm(unpacked, { recursive: true });
const digest = createHash("sha256");
for (const [name, content] of files) digest.update(`${name}\0${content.length}\0`).update(content);
const address = `package/${version}-${digest.digest("hex").slice(0, 12)}`;
for (const [name, content] of files) {
  const file = path.join(assets, address, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
  if (!name.endsWith(".xz")) await writeFile(`${file}.br`, zlib.brotliCompressSync(content));
}
await writeFile(path.join(folder, "package-path.txt"), `/${address}/\n`);
console.log(`edge: site and /${address}/ in ${path.relative(process.cwd(), assets) || "."}`);

/**
 * All files of a folder, by name: [[name, content]].
 * @returns {Promise<[string, Buffer][]>}
 */
async function contents(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path
        .relative(folder, path.join(entry.parentPath ?? /** @type {any} */ (entry).path, entry.name))
        .split(path.sep)
        .join("/"),
    );
  return Promise.all(names.sort().map(async (name) => [name, await readFile(path.join(folder, name))]));
}
