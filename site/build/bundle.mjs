// Makes single modules of many: the parts of D3 that the charts use, with the licence that must accompany them; the npm
// package, which the pages for analysts use; and the script of the page that owners wait for.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const site = fileURLToPath(new URL("..", import.meta.url));

const esbuild = () =>
  import("esbuild").catch(() => {
    throw new Error("build: esbuild is missing; run npm ci in site/");
  });

/** Resolves with the text of the npm package as one module for browsers, not minified, so that it can be read. */
export async function bundleEngine() {
  const { build } = await esbuild();
  const npm = path.join(site, "../jsbridge/npm");
  const shape = { bundle: true, format: "esm", target: "es2022", platform: "browser", write: false };
  // The site's engine is not packed by xz.
  const options = { absWorkingDir: npm, entryPoints: ["index.js"], external: ["./dist/xz.js"], ...shape };
  const { outputFiles } = await build(options);
  return outputFiles[0].text;
}

/** Resolves with the text of d3.js. */
export async function bundleD3() {
  const { build } = await esbuild();
  const options = {
    absWorkingDir: site,
    entryPoints: ["shared/d3.js"],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2020",
    write: false,
  };
  const { metafile } = await build({ ...options, metafile: true });
  const licences = await licencesOf(Object.keys(metafile.inputs));
  const { outputFiles } = await build({ ...options, banner: { js: `/*!\n${licences}\n*/` } });
  return outputFiles[0].text;
}

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
  const { build } = await esbuild();
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
  const { outputFiles } = await build({
    absWorkingDir: site,
    entryPoints: [entry],
    plugins: [fromFiles],
    bundle: true,
    charset: "utf8",
    ...shape,
    target: "es2022",
    platform: "browser",
    write: false,
  });
  return outputFiles[0].text;
}

/** The licences of the packages among the input files; packages of one author and text share one. */
async function licencesOf(inputs) {
  const packages = new Set(inputs.map((input) => /^node_modules\/([^/]+)\//.exec(input)?.[1]).filter(Boolean));
  const byText = new Map();
  for (const name of [...packages].sort()) {
    const folder = path.join(site, "node_modules", name);
    const { version } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
    const text = (await readFile(path.join(folder, "LICENSE"), "utf8")).trim().replaceAll("*/", "* /");
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`]);
  }
  return [...byText].map(([text, names]) => `${names.join(", ")}\n${text}`).join("\n\n");
}
