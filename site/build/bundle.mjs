// Makes single modules of many: the npm package, which the pages for analysts use, and the script of the page that owners
// wait for. And finds the modules that a script imports, directly or not: the site must have them all, and a page
// requests its script's modules at once instead of one level after the other.
import path from "node:path";
import { fileURLToPath } from "node:url";

const site = fileURLToPath(new URL("..", import.meta.url));

const esbuild = () =>
  import("esbuild").catch(() => {
    throw new Error("build: esbuild is missing; run make build");
  });

/** Resolves with the text of one module, of what `options` of esbuild say. */
async function bundled(options) {
  const { build } = await esbuild();
  const shape = { absWorkingDir: site, bundle: true, format: "esm", target: "es2022", platform: "browser" };
  const { outputFiles } = await build({ ...shape, ...options, write: false });
  return outputFiles[0].text;
}

/** The npm package as one module for browsers, not minified, so that it can be read. The site's engine is not packed. */
export const bundleEngine = () =>
  bundled({ absWorkingDir: path.join(site, "../jsbridge/npm"), entryPoints: ["index.js"], external: ["./dist/xz.js"] });

/** What puts values into sentences, as a module. */
export const bundleFluent = () =>
  bundled({ stdin: { contents: 'export { FluentBundle } from "@fluent/bundle";', resolveDir: site } });

/**
 * Resolves with the text of a script that holds all modules it imports, not minified, so that it can be read. `entry`
 * names it among `files`; what is in `apart` stays a module of its own. Each module keeps its address: import.meta.url
 * is what it was. `replaced` names modules and those that come in their place, and `shape` is esbuild's.
 */
export async function joined(
  entry,
  files,
  /** @type {Record<string, any>} */ { apart = [], replaced = {}, shape = { format: "esm" } } = {},
) {
  const addressOf = (name) => path.posix.relative(path.posix.dirname(entry), name);
  const fromFiles = {
    name: "files",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path: wanted, importer }) => {
        const name = path.posix.join(path.posix.dirname(importer), wanted);
        if (Object.hasOwn(replaced, name)) return { path: replaced[name], namespace: "files" };
        return apart.includes(name)
          ? { path: `./${addressOf(name)}`, external: true }
          : { path: name, namespace: "files" };
      });
      onLoad({ filter: /.*/, namespace: "files" }, ({ path: name }) => {
        if (!(name in files)) throw new Error(`build: ${entry} needs ${name}, which is not on the site`);
        return {
          contents: String(files[name]).replaceAll(
            "import.meta.url",
            `new URL(${JSON.stringify(addressOf(name))}, import.meta.url)`,
          ),
        };
      });
    },
  };
  return bundled({ entryPoints: [entry], plugins: [fromFiles], charset: "utf8", ...shape });
}

const IMPORT = /^\s*(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)"|^import "(\.[^"]+)"/gm;

const TEXTS = /\bimport\("(\.[^"]*\btexts\/(?:\w+-)?([a-z]+)\.js)"\)/g;
const at = (name, address) => new URL(address, `file:///${name}`).pathname.slice(1);

/** The names of the modules that `name`, with this text, imports. */
const importsOf = (name, text) => [...String(text).matchAll(IMPORT)].map((match) => at(name, match[1] ?? match[2]));

/** The names of the texts that it loads on a page in this language. */
const textsOf = (name, text, language) =>
  [...String(text).matchAll(TEXTS)].filter((match) => match[2] === language).map((match) => at(name, match[1]));

/** The names of `entry` and of all that it imports at its start on a page in this language, among `files` by name. */
export function modulesOf(entry, files, language = "en") {
  const found = new Set();
  const visit = (name) => {
    if (found.has(name)) return;
    if (!(name in files)) throw new Error(`build: ${entry} needs ${name}, which is not on the site`);
    found.add(name);
    importsOf(name, files[name]).forEach(visit);
    textsOf(name, files[name], language).forEach(visit);
  };
  visit(entry);
  return [...found];
}

/**
 * Adds to `files` the modules that these import and that are not among them; `read(name)` resolves with such a module.
 */
export async function addImported(files, read) {
  const names = Object.keys(files).filter((name) => name.endsWith(".js"));
  for (const name of names) {
    for (const wanted of importsOf(name, files[name])) {
      if (wanted in files) continue;
      files[wanted] = await read(wanted).catch(() => {
        throw new Error(`build: ${name} needs ${wanted}, which is not there`);
      });
      names.push(wanted);
    }
  }
}
