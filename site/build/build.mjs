// Makes site/dist/: a folder for any static host, under any path. Needs jsbridge/npm/dist/{engine,lab}.wasm,
// the decoders and wasm_exec.js there, and the packages of .ci/package.json.
//
//   node build/build.mjs [FOLDER]
//
// Same inputs, same bytes.
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { workerScript } from "../../jsbridge/npm/build/worker-script.mjs";
import { DECODERS } from "../../jsbridge/npm/reading/formats.gen.js";
import { makeSample } from "../owner/sample-houses.js";
import { TAGS } from "../shared/preferred-language.js";
import { addImported, bundleEngine, bundleFluent, joined, modulesOf } from "./bundle.mjs";
import { documentation } from "./document.mjs";
import { headersFile } from "./headers.mjs";
import { KIT_FILES, makeShell, ofKit, ofSite } from "./kit.mjs";
import * as languages from "./languages.mjs";
import { OF_EDGE, serviceWorker } from "./offline.mjs";
import { usesOf } from "./uses.mjs";
import { fill, makeVault, sha256 } from "./vault.mjs";

const site = fileURLToPath(new URL("..", import.meta.url));
const npm = path.join(site, "../jsbridge/npm");
const dist = path.join(site, "dist");
const out = path.resolve(process.argv[2] ?? dist);

const text = (...parts) => readFile(path.join(...parts), "utf8");
const built = (name) =>
  readFile(path.join(npm, "dist", name)).catch(() => {
    throw new Error(`build: jsbridge/npm/dist/${name} is missing; run make build`);
  });

// The contents of the site's rooms: pages, and files that go to the site unchanged.

/**
 * The folders with the parts of the pages; "" is the front door. Folders within a room, such as vault/inside, belong to
 * it.
 */
const ROOMS = ["", "owner", "vault", "analyst", "operator", "paper", "embed", "plots", "shared"];
/**
 * Rooms with a page of their name. On the site their folders have another name, because some hosts look for the folder
 * paper/ before the page paper.html when they are asked for /paper.
 */
const PAGED = ["vault", "analyst", "operator", "paper", "embed"];
const PAGED_FOLDER = new RegExp(`(["'](?:\\.\\.?/)*(?:${PAGED.join("|")}))/`, "g");
const SHIPPED = /\.(js|css|svg|png|webmanifest)$/;

/**
 * Resolves with {files, pages}, each name → content. A file's name has the folder of its room on the site. A page,
 * which may be beside its script in a room, has its own name alone, so that its address does not depend on the room.
 */
async function readRooms() {
  const files = {};
  const pages = {};
  for (const room of ROOMS) {
    const entries = await readdir(path.join(site, room), { withFileTypes: true });
    for (const name of entries
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort()) {
      const content = async () => {
        const bytes = await readFile(path.join(site, room, name));
        return /\.(js|html)$/.test(name) ? String(bytes).replace(PAGED_FOLDER, "$1-files/") : bytes;
      };
      if (SHIPPED.test(name))
        files[path.posix.join(PAGED.includes(room) ? `${room}-files` : room, name)] = await content();
      if (!name.endsWith(".html")) continue;
      if (name in pages) throw new Error(`build: two pages are called ${name}`);
      pages[name] = await content();
    }
  }
  return { files, pages };
}

/** Returns all files of the site by name. */
async function makeSite() {
  const [engine, packed, lab] = await Promise.all(["engine.wasm", "engine.wasm.xz", "lab.wasm"].map(built));
  const decoders = await Promise.all(DECODERS.map(async (name) => [`${name}.js`, await built(`${name}.js`)]));
  const engineSHA256 = sha256(engine, "hex");
  const vault = await makeVault({ "engine.wasm": engine, ...Object.fromEntries(decoders) });
  const { files: shipped, pages } = await readRooms();
  const missingStyle = ["base", "controls", "style"].map((name) => `\n${shipped[`shared/${name}.css`]}`).join("");
  const values = {
    ...vault.values,
    engineSHA256,
    labSHA256: sha256(lab, "hex"),
    labBytes: lab.length,
    labSize: `${(lab.length / 1e6).toFixed(1)} MB`,
    missingStyle,
    missingStyleHash: sha256(missingStyle, "base64"),
    head: await text(site, "build/head.html"),
  };
  const files = {
    ...shipped,
    "engine.wasm": engine,
    "lab.wasm": lab,
    ...Object.fromEntries(decoders),
    // From a file of this site and not from a blob: the page's policy then allows workers of the site only.
    "lab-worker.js": await workerScript(),
    "release.schema.json": await text(npm, "release.schema.json"),
    // The npm package as the pages for analysts use it.
    "engine/index.js": await bundleEngine(),
    ...Object.fromEntries(decoders.map(([name, script]) => [`engine/dist/${name}`, script])),
    // For pages of other origins, which get it from here or from the package.
    "element.js": await text(npm, "element.js"),
    "fluent.js": await bundleFluent(),
    ...languages.textModules(),
  };
  const sample = makeSample();
  for (const [name, content] of Object.entries(sample)) files[`sample/${name}`] = content;
  const { files: results, valuesIn } = await usesOf(sample);
  Object.assign(files, results);
  delete files["sw.js"]; // its template; it has the digests of all others
  // Modules of the npm package that the pages use beside its engine: the ledger, threads, downloads.
  await addImported(files, (name) => readFile(path.join(npm, name)));
  // Owners wait for their page, so its script is one file. The modules stay on the site for the other pages and for
  // programs beside them.
  files["app.js"] = await joined("app.js", files, { apart: languages.ALL_TEXTS });
  files["element.js"] = await joined("element.js", files);
  // Each page asks at once for all modules of its script, {{modules}}.
  const modules = (html, language) => {
    const entry = /<script type="module" src="([^"]+)">/.exec(html)?.[1];
    return (
      entry &&
      modulesOf(entry, files, language)
        .map((name) => `<link rel="modulepreload" href="${name}">`)
        .join("\n")
    );
  };
  const choice = (await joined("shared/redirect.js", files, { shape: { format: "iife", minify: true } })).trim();
  Object.assign(values, { choice: `<script>${choice}</script>`, choiceHash: sha256(choice, "base64") });
  const words = Object.fromEntries(TAGS.map((tag) => [tag, languages.wordsOf(tag, valuesIn)]));
  const parts = ["nav", "footer", "officers"].map((name) => text(site, `build/${name}.html`));
  const [nav, footer, officersTerms] = await Promise.all(parts);
  /** A template with what several have: one navigation, which says where the reader is, one footer, one list for officers. */
  const whole = (name, template) =>
    template
      .replace("{{links}}", nav.replace(`href="${name}"`, '$& aria-current="page"'))
      .replace("{{footer}}", footer)
      .replace("{{officersTerms}}", officersTerms);
  /** Adds a page in a language, made of its template. */
  const add = (name, template, tag = "en", own = {}) => {
    const all = { ...words[tag], ...values, ...languages.linksOf(tag, name), modules: modules(template, tag), ...own };
    const html = fill(languages.linked(tag, whole(name, template)), all);
    files[languages.pageOf(tag, name)] = ofSite(html).replace('<html lang="en">', `<html lang="${tag}">`);
  };
  const { pages: manual, index } = await documentation((file) => readFile(path.join(site, "..", file)));
  files["search-index.js"] = index;
  const { "document.html": document, ...templates } = pages;
  for (const [name, own] of Object.entries(manual)) add(name, document, "en", own);
  for (const [name, template] of Object.entries(templates))
    for (const tag of languages.TRANSLATED.includes(name) ? TAGS : ["en"])
      add(name, template, tag, name === "embed.html" ? languages.wordsOfEmbed() : {});
  // What the page for analysts makes kits of, and the package too.
  const markup = languages.marked(ofKit(whole("", templates["index.html"])));
  const ofKits = { ...values, ...languages.wordsOfKit(), alternates: "", modules: "" };
  files["kit/shell.txt"] = await makeShell(
    { ...files, "app.js": shipped["app.js"] },
    fill(markup, ofKits),
    vault.values,
  );
  files["kit/engine.wasm.xz"] = packed;
  files["vault.html"] = vault.html;
  files["sw.js"] = serviceWorker(String(shipped["sw.js"]), files);
  files._headers = headersFile(files);
  return files;
}

/**
 * Resolves with `content` compressed by Brotli, for servers that use it. This is the slow part of a build, so `previous`, a file, is used again if it has
 * the same bytes.
 */
async function compressed(content, previous) {
  const before = await readFile(previous).catch(() => undefined);
  if (before) {
    const unpacked = await promisify(zlib.brotliDecompress)(before).catch(() => undefined);
    if (unpacked?.equals(content)) return before;
  }
  const { BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN, BROTLI_PARAM_NPOSTFIX, BROTLI_MAX_WINDOW_BITS } = zlib.constants;
  return promisify(zlib.brotliCompress)(content, {
    params: {
      [BROTLI_PARAM_SIZE_HINT]: content.length,
      [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS,
      // Distances are coded with their last two bits apart, which saves 2.3 kB of the engine's 1187.
      [BROTLI_PARAM_NPOSTFIX]: 2,
    },
  });
}

const files = await makeSite();
await mkdir(path.join(npm, "dist/kit"), { recursive: true });
for (const name of KIT_FILES) await writeFile(path.join(npm, "dist/kit", path.basename(name)), files[name]);
const [fresh, edge] = [`${out}.new`, path.join(site, "operator/dist")];
for (const place of [fresh, edge]) await rm(place, { recursive: true, force: true });
let raw = 0;
let packed = 0;
for (const [name, content] of Object.entries(files)) {
  const bytes = Buffer.from(content);
  const place = OF_EDGE.test(name) ? edge : fresh;
  const brotli = await compressed(bytes, path.join(dist, `${name}.br`));
  const file = path.join(place, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes);
  await writeFile(`${file}.br`, brotli);
  if (!name.startsWith("sample/")) {
    raw += bytes.length;
    packed += brotli.length;
  }
}
// A build that fails half-way leaves the last site in place.
await rm(out, { recursive: true, force: true });
await rename(fresh, out);
const count = (await readdir(out, { recursive: true })).filter(
  (name) => /\.\w+$/.test(name) && !name.endsWith(".br"),
).length;
console.log(
  `site: ${count} files in ${path.relative(process.cwd(), out) || "."}, ${(raw / 1e6).toFixed(2)} MB, ${(packed / 1e6).toFixed(2)} MB compressed (without the sample data)`,
);
