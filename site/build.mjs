// Makes site/dist/: a folder for any static host, under any path. Needs jsbridge/npm/dist/{engine,lab}.wasm and
// wasm_exec.js there, and the packages of site/package.json (npm ci).
//
//   node build.mjs [FOLDER]
//
// Same inputs, same bytes.
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { bundleD3 } from "./bundle.mjs";
import { renderDocument } from "./document.mjs";
import { headersFile } from "./headers.mjs";
import { makeSample } from "./sample.mjs";
import { fill, makeVault, sha256, workerScript } from "./vault-parts.mjs";

const site = path.dirname(fileURLToPath(import.meta.url));
const npm = path.join(site, "../jsbridge/npm");
const dist = path.join(site, "dist");
const out = path.resolve(process.argv[2] ?? dist);

const COPIED = [
  "app.js", "budget.js", "budget-forms.js", "budget-view.js", "dom.js", "fetch-sample.js", "result.js", "sample-data.js", "texts.js", "vault-host.js", "base.css", "style.css", "icon.svg",
  "paper.js", "paper-settings.js", "paper-result.js", "paper-table.js", "lab.js", "figure.js", "chart.js", "curves.js", "legend.js", "export.js", "paper.css", "privacy.css",
];

const LEDGER = ["budget.js", "error.js", "journal.js", "ledger.js", "rules.js", "store-browser.js"];

const text = (...parts) => readFile(path.join(...parts), "utf8");
const built = (name) =>
  readFile(path.join(npm, "dist", name)).catch(() => {
    throw new Error(`build: jsbridge/npm/dist/${name} is missing; run make build`);
  });
/** Returns all files of the site by name. */
async function makeSite() {
  const [engine, lab] = await Promise.all(["engine.wasm", "lab.wasm"].map(built));
  const vault = await makeVault({ "engine.wasm": engine });
  const values = {
    ...vault.values,
    engineSHA256: sha256(engine, "hex"),
    labSHA256: sha256(lab, "hex"),
    labBytes: lab.length,
    labSize: `${(lab.length / 1e6).toFixed(1)} MB`,
  };
  const files = {
    "index.html": fill(await text(site, "index.html"), values),
    "vault.html": vault.html,
    "paper.html": fill(await text(site, "paper.html"), values),
    "privacy.html": fill(await text(site, "privacy.html"), { privacyText: renderDocument(await text(site, "../core/PRIVACY.md")) }),
    "engine.wasm": engine,
    "lab.wasm": lab,
    // From a file of this site and not from a blob: the page's policy then allows workers of the site only.
    "lab-worker.js": await workerScript(),
    "d3.js": await bundleD3(),
    "release.schema.json": await text(npm, "release.schema.json"),
  };
  for (const name of COPIED) files[name] = await readFile(path.join(site, name));
  // The ledger as the package has it; its modules find errors.js one folder up.
  files["errors.js"] = await readFile(path.join(npm, "errors.js"));
  for (const name of LEDGER) files[`ledger/${name}`] = await readFile(path.join(npm, "ledger", name));
  for (const [name, content] of Object.entries(makeSample())) files[`sample/${name}`] = content;
  files._headers = headersFile(files);
  return files;
}

/** Brotli beside the file, for servers that use it. The slow part: kept from the last build if it is of the same bytes. */
async function compressed(content, name) {
  const before = await readFile(path.join(dist, `${name}.br`)).catch(() => undefined);
  if (before) {
    const unpacked = await promisify(zlib.brotliDecompress)(before).catch(() => undefined);
    if (unpacked?.equals(content)) return before;
  }
  return promisify(zlib.brotliCompress)(content, { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length } });
}

const files = await makeSite();
const fresh = `${out}.new`;
await rm(fresh, { recursive: true, force: true });
let raw = 0;
let packed = 0;
for (const [name, content] of Object.entries(files)) {
  const bytes = Buffer.from(content);
  const brotli = await compressed(bytes, name);
  const file = path.join(fresh, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes);
  await writeFile(`${file}.br`, brotli);
  if (!name.startsWith("sample/")) {
    raw += bytes.length;
    packed += brotli.length;
  }
}
// Whole or not at all: a build that fails half-way leaves the last site in place.
await rm(out, { recursive: true, force: true });
await rename(fresh, out);
const count = (await readdir(out, { recursive: true })).filter((name) => /\.\w+$/.test(name) && !name.endsWith(".br")).length;
console.log(`site: ${count} files in ${path.relative(process.cwd(), out) || "."}, ${(raw / 1e6).toFixed(2)} MB, ${(packed / 1e6).toFixed(2)} MB compressed (without the sample data)`);
