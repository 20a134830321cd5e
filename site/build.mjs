// Makes site/dist/: a folder for any static host, under any path. Needs jsbridge/npm/dist/{engine,lab}.wasm and
// wasm_exec.js there, and the packages of site/package.json (npm ci).
//
//   node build.mjs [FOLDER]
//
// The vault's document gets one script and one style, both pinned by their SHA-256 in its own policy and in the page's,
// and the script pins the SHA-256 of engine.wasm. Same inputs, same bytes.
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { bundleD3 } from "./bundle.mjs";
import { renderDocument } from "./document.mjs";
import { makeSample } from "./sample.mjs";

const site = path.dirname(fileURLToPath(import.meta.url));
const npm = path.join(site, "../jsbridge/npm");
const dist = path.join(site, "dist");
const out = path.resolve(process.argv[2] ?? dist);

const COPIED = [
  "app.js", "invitation.js", "texts-invitation.js", "budget.js", "budget-forms.js", "budget-view.js", "dom.js", "fetch-sample.js", "result.js", "sample-data.js", "texts.js", "vault-host.js", "base.css", "style.css", "icon.svg",
  "embed.js", "embed.css", "embedder.js", "in-sight.js", "texts-embed.js",
  "paper.js", "paper-settings.js", "paper-result.js", "paper-table.js", "lab.js", "figure.js", "chart.js", "curves.js", "legend.js", "export.js", "paper.css", "privacy.css",
];

const LEDGER = ["budget.js", "error.js", "journal.js", "ledger.js", "rules.js", "store-browser.js"];

const text = (...parts) => readFile(path.join(...parts), "utf8");
const built = (name) =>
  readFile(path.join(npm, "dist", name)).catch(() => {
    throw new Error(`build: jsbridge/npm/dist/${name} is missing; run make build`);
  });
const sha256 = (data, encoding) => createHash("sha256").update(data).digest(encoding);

/** Fills {{name}} in a template; a name without a value is a mistake in the template. */
const fill = (template, values) =>
  template.replace(/\{\{(\w+)\}\}/g, (_, name) => {
    if (!(name in values)) throw new Error(`build: the template asks for ${name}`);
    return values[name];
  });

/** A string constant that is safe inside a script element. */
const literal = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** The worker that runs a Go program, as one classic script. */
const workerScript = async () => `${await text(npm, "dist/wasm_exec.js")}\n${await text(npm, "worker.js")}`;

/** The content of the vault's only script. */
async function vaultScript(engineSHA256) {
  const wasmExec = await text(npm, "dist/wasm_exec.js");
  const worker = await workerScript();
  const script = `\n${await text(site, "vault.js")}\n${wasmExec}\nstartVault(${literal(worker)}, ${literal(engineSHA256)});\n`;
  // What the parser would change or stop at would not have the pinned hash.
  if (/<\/script|<!--|\r|\0/i.test(script)) throw new Error("build: the vault's script cannot stand inside a script element");
  return script;
}

/** Returns all files of the site by name. */
async function makeSite() {
  const [engine, lab] = await Promise.all(["engine.wasm", "lab.wasm"].map(built));
  const engineSHA256 = sha256(engine, "hex");
  const script = await vaultScript(engineSHA256);
  const style = `\n${await text(site, "base.css")}\n${await text(site, "vault.css")}`;
  const values = {
    vaultScript: script,
    vaultScriptHash: sha256(script, "base64"),
    vaultStyle: style,
    vaultStyleHash: sha256(style, "base64"),
    engineSHA256,
    labSHA256: sha256(lab, "hex"),
    labBytes: lab.length,
    labSize: `${(lab.length / 1e6).toFixed(1)} MB`,
  };
  const files = {
    "index.html": fill(await text(site, "index.html"), values),
    "vault.html": fill(await text(site, "vault.html"), values),
    "paper.html": fill(await text(site, "paper.html"), values),
    "embed.html": fill(await text(site, "embed.html"), values),
    // For pages of other origins, which get it from here or from the package.
    "element.js": await text(npm, "element.js"),
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
