// Makes build/: what wrangler deploys and miniflare runs beside the .mjs files here. Needs build/app.wasm and the glue of
// syumai/workers in build/ (see the Makefile), site/dist and jsbridge/npm/dist.
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import zlib from "node:zlib";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, "../..");
const npm = path.join(root, "jsbridge/npm");
const assets = path.join(here, "build/assets");

await rm(assets, { recursive: true, force: true });
await cp(path.join(root, "site/dist"), assets, { recursive: true });

/** The rules of the site's _headers as [path, headers]. */
const text = await readFile(path.join(assets, "_headers"), "utf8").catch(() => "");
const rules = text
  .split(/\n\n+/)
  .filter((block) => block.trim() !== "")
  .map((block) => {
    const [pattern, ...lines] = block.trim().split("\n");
    return [pattern.trim(), Object.fromEntries(lines.map((line) => line.trim().split(/:\s*(.*)/s).slice(0, 2)))];
  });
await writeFile(path.join(here, "build/headers.mjs"), `export default ${JSON.stringify(rules, null, 1)};\n`);
await rm(path.join(assets, "_headers"), { force: true });
await rm(path.join(assets, "_headers.br"), { force: true });

// The package's files, under an address that changes whenever one of them does.
const { version, files } = JSON.parse(await readFile(path.join(npm, "package.json"), "utf8"));
const wanted = files.filter((name) => !name.startsWith("cli") && !name.endsWith("lab.wasm"));
const { glob } = await packageFiles(wanted);
const digest = createHash("sha256");
for (const [name, content] of glob) digest.update(`${name}\0${content.length}\0`).update(content);
const folder = `package/${version}-${digest.digest("hex").slice(0, 12)}`;
for (const [name, content] of glob) {
  const file = path.join(assets, folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
  await writeFile(`${file}.br`, await brotli(name, content));
}
await writeFile(path.join(here, "build/package-path.txt"), `/${folder}/\n`);
console.log(`edge: site and /${folder}/ in ${path.relative(process.cwd(), assets) || "."}`);

/** The site has packed the engine already. */
async function brotli(name, content) {
  if (name === "dist/engine.wasm") return readFile(path.join(assets, "engine.wasm.br"));
  return zlib.brotliCompressSync(content);
}

/** The files that the patterns of package.json name, by name. */
async function packageFiles(patterns) {
  const { readdir } = await import("node:fs/promises");
  const all = (await readdir(npm, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(npm, path.join(entry.parentPath ?? entry.path, entry.name)).split(path.sep).join("/"))
    .filter((name) => !name.startsWith("node_modules/") && !name.startsWith("test/"));
  const matches = (name) =>
    patterns.some((p) => (p.endsWith("/") ? name.startsWith(p) : p.startsWith("*") ? !name.includes("/") && name.endsWith(p.slice(1)) : name === p));
  const names = all.filter(matches).sort();
  return { glob: await Promise.all(names.map(async (name) => [name, await readFile(path.join(npm, name))])) };
}
