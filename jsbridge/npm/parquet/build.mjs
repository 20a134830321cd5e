// Makes dist/parquet.js, one script for every place that reads Parquet: node parquet/build.mjs
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const npm = fileURLToPath(new URL("..", import.meta.url));
const { build } = await import("esbuild").catch(() => {
  throw new Error("parquet: esbuild is missing; run npm ci in jsbridge/npm");
});

// Very few writers compress by Brotli, and its dictionary would be most of the download.
const withoutBrotli = {
  name: "without-brotli",
  setup: ({ onLoad }) => onLoad({ filter: /[\\/]brotli\.js$/ }, () => ({ contents: "export const decompressBrotli = undefined;" })),
};

const result = await build({
  absWorkingDir: npm,
  entryPoints: ["parquet/decode.js"],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "ascii",
  legalComments: "none",
  plugins: [withoutBrotli],
  metafile: true,
  write: false,
});

// The licences must accompany the code.
const names = new Set(Object.keys(result.metafile.inputs).map((input) => /^node_modules\/([^/]+)\//.exec(input)?.[1]));
const licences = [];
for (const name of [...names].filter(Boolean).sort()) {
  const folder = path.join(npm, "node_modules", name);
  const { version } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  licences.push(`${name} ${version}\n${(await readFile(path.join(folder, "LICENSE"), "utf8")).trim().replaceAll("*/", "* /")}`);
}
await mkdir(path.join(npm, "dist"), { recursive: true });
await writeFile(path.join(npm, "dist/parquet.js"), `/*!\n${licences.join("\n\n")}\n*/\n${result.outputFiles[0].text}`);
