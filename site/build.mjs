// Makes site/dist/: a folder for any static host, under any path. Needs jsbridge/npm/dist/{engine,lab}.wasm,
// parquet.js and wasm_exec.js there, and the packages of site/package.json (npm ci).
//
//   node build.mjs [FOLDER]
//
// Same inputs, same bytes.
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundleD3, bundleEngine } from "./bundle.mjs";
import { compressed } from "./compress.mjs";
import { renderDocument } from "./document.mjs";
import { headersFile } from "./headers.mjs";
import { modulesOf } from "./modules.mjs";
import { serviceWorker } from "./offline.mjs";
import { makeSample } from "./sample-houses.js";
import { fill, makeVault, sha256, workerScript } from "./vault-parts.mjs";

const site = path.dirname(fileURLToPath(import.meta.url));
const npm = path.join(site, "../jsbridge/npm");
const dist = path.join(site, "dist");
const out = path.resolve(process.argv[2] ?? dist);

/** Files of this folder that go to the site as they are. */
const COPIED = [
  // All pages.
  "base.css", "style.css", "icon.svg", "icon-192.png", "icon-512.png", "manifest.webmanifest", "dom.js", "meter.js", "texts.js", "offline.js",
  // The owner's.
  "app.js", "alone.js", "evaluation.js", "help.js", "invitation-card.js", "seen.js", "send.js", "table.js", "dot-plot.js", "result-words.js", "result-plots.js", "texts-result.js", "texts-help.js", "owner.css", "invitation.js", "texts-invitation.js", "budget.js", "budget-forms.js", "budget-view.js", "fetch-sample.js", "result.js", "sample-data.js", "sample-houses.js", "vault-host.js", "vault-messages.js",
  // The analyst's.
  "analyst.js", "releases.js", "combination.js", "texts-analyst.js", "release-table.js", "column-reader.js", "prediction.js", "prediction-chart.js", "analyst.css",
  // The embeddable one.
  "embed.js", "embed.css", "embedder.js", "in-sight.js", "texts-embed.js",
  // The paper's, and the one for reviewers.
  "paper.js", "texts-paper.js", "paper-settings.js", "paper-result.js", "paper-table.js", "lab.js", "figure.js", "chart.js", "curves.js", "legend.js", "export.js", "paper.css", "privacy.css",
];

/** The pages, with their scripts. */
const PAGES = {
  "index.html": "app.js",
  "analyst.html": "analyst.js",
  "releases.html": "releases.js",
  "embed.html": "embed.js",
  "paper.html": "paper.js",
  "privacy.html": undefined,
  "404.html": undefined,
};

const LEDGER = ["budget.js", "error.js", "journal.js", "ledger.js", "rules.js", "store-browser.js"];

const text = (...parts) => readFile(path.join(...parts), "utf8");
const built = (name) =>
  readFile(path.join(npm, "dist", name)).catch(() => {
    throw new Error(`build: jsbridge/npm/dist/${name} is missing; run make build`);
  });

/** Returns all files of the site by name. */
async function makeSite() {
  const [engine, lab, parquet] = await Promise.all(["engine.wasm", "lab.wasm", "parquet.js"].map(built));
  const engineSHA256 = sha256(engine, "hex");
  const vault = await makeVault({ "engine.wasm": engine, "parquet.js": parquet });
  const missingStyle = `\n${await text(site, "base.css")}\n${await text(site, "style.css")}`;
  const values = {
    ...vault.values,
    engineSHA256,
    labSHA256: sha256(lab, "hex"),
    labBytes: lab.length,
    labSize: `${(lab.length / 1e6).toFixed(1)} MB`,
    privacyText: renderDocument(await text(site, "../core/PRIVACY.md")),
    missingStyle,
    missingStyleHash: sha256(missingStyle, "base64"),
    footer: fill(await text(site, "footer.html"), { engineSHA256 }),
  };
  const files = {
    "engine.wasm": engine,
    "lab.wasm": lab,
    "parquet.js": parquet,
    // From a file of this site and not from a blob: the page's policy then allows workers of the site only.
    "lab-worker.js": await workerScript(),
    "d3.js": await bundleD3(),
    "release.schema.json": await text(npm, "release.schema.json"),
    // The npm package as the pages for analysts use it.
    "engine/index.js": await bundleEngine(),
    "engine/dist/parquet.js": parquet,
    // For pages of other origins, which get it from here or from the package.
    "element.js": await text(npm, "element.js"),
  };
  for (const name of COPIED) files[name] = await readFile(path.join(site, name));
  files["evaluation-data.js"] = `export const evaluation = ${await text(site, "evaluation.json")};\n`;
  // The ledger as the package has it; its modules find errors.js one folder up.
  files["errors.js"] = await readFile(path.join(npm, "errors.js"));
  for (const name of LEDGER) files[`ledger/${name}`] = await readFile(path.join(npm, "ledger", name));
  for (const [name, content] of Object.entries(makeSample())) files[`sample/${name}`] = content;
  // Each page asks at once for all modules of its script, {{modules}}.
  const modules = (entry) => modulesOf(entry, files).map((name) => `<link rel="modulepreload" href="${name}">`).join("\n");
  for (const [name, script] of Object.entries(PAGES)) {
    files[name] = fill(await text(site, name), { ...values, modules: script && modules(script) });
  }
  files["vault.html"] = vault.html;
  files["sw.js"] = serviceWorker(await text(site, "sw.js"), files);
  files._headers = headersFile(files);
  return files;
}

const files = await makeSite();
const fresh = `${out}.new`;
await rm(fresh, { recursive: true, force: true });
let raw = 0;
let packed = 0;
for (const [name, content] of Object.entries(files)) {
  const bytes = Buffer.from(content);
  const brotli = await compressed(bytes, path.join(dist, `${name}.br`));
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
