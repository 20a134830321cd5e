// Makes single modules of many: the parts of D3 that the charts use, with the licence that must accompany them, and the
// npm package, which the pages for analysts use.
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
  const options = { absWorkingDir: site, entryPoints: ["shared/d3.js"], bundle: true, minify: true, format: "esm", target: "es2020", write: false };
  const { metafile } = await build({ ...options, metafile: true });
  const licences = await licencesOf(Object.keys(metafile.inputs));
  const { outputFiles } = await build({ ...options, banner: { js: `/*!\n${licences}\n*/` } });
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
