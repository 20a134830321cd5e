// Makes single modules of many: the npm package, which the pages for analysts use, and the script of the page that owners
// wait for.
import path from "node:path";
import { fileURLToPath } from "node:url";

const site = fileURLToPath(new URL("..", import.meta.url));

const esbuild = () =>
  import("esbuild").catch(() => {
    throw new Error("build: esbuild is missing; run make build");
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
