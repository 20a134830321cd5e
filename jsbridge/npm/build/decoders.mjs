// Makes dist/parquet.js and dist/xlsx.js, one script each for every place that reads such files, and the modules
// dist/gzip.js and dist/xz.js, by which kits are packed and engines unpacked: node build/decoders.mjs
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { DECODERS } from "../reading/formats.gen.js";

const npm = fileURLToPath(new URL("..", import.meta.url));
const { build } = await import("esbuild").catch(() => {
  throw new Error("decoders: esbuild is missing; run make build");
});

// Very few writers compress by Brotli, and its dictionary would be most of the download.
const withoutBrotli = {
  name: "without-brotli",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]brotli\.js$/ }, () => ({ contents: "export const decompressBrotli = undefined;" })),
};

// The XML parser has a form as a stream of Node's, which is not used.
const withoutStreams = {
  name: "without-streams",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(stream|string_decoder)$/ }, ({ path }) => ({ path, namespace: "none" }));
    onLoad({ filter: /.*/, namespace: "none" }, () => ({ contents: "exports.Stream = function () {};" }));
  },
};

await mkdir(path.join(npm, "dist"), { recursive: true });
for (const name of DECODERS) {
  const result = await build({
    absWorkingDir: npm,
    entryPoints: [`${name}/decode.js`],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "ascii",
    legalComments: "none",
    plugins: [withoutBrotli, withoutStreams],
    metafile: true,
    write: false,
  });
  const licences = await licencesOf(Object.keys(result.metafile.inputs));
  await writeFile(
    path.join(npm, `dist/${name}.js`),
    `/*!\n${licences.join("\n\n")}\n*/\n${result.outputFiles[0].text}`,
  );
}

/**
 * The unpacker's package has the wrapper of a universal module, which imports a module of Node by `require` and by
 * `define`. Some bundlers follow both and find nothing. Without the wrapper it is a module that uses the global
 * streams.
 */
const withoutWrapper = {
  name: "without-wrapper",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]xz-decompress\.js$/ }, async ({ path }) => {
      const parts =
        /^(\/\*![\s\S]*?\*\/\n)\(function webpackUniversalModuleDefinition\([\s\S]*?\n\}\)\(this, ([\s\S]*)\);\s*$/.exec(
          await readFile(path, "utf8"),
        );
      if (!parts) throw new Error("xz-decompress has another wrapper than the one that this build removes");
      const [, licence, factory] = parts;
      return { contents: `${licence}export const { XzReadableStream } = (${factory})(globalThis);` };
    }),
};

// One program of JavaScript for both, because the compressors of Node and of each browser give other bytes.
const MODULES = {
  gzip: {
    contents: 'export { gzipSync } from "fflate/browser";',
    banner: `/*!\n${(await licencesOf(["/node_modules/fflate/"])).join("\n\n")}\n*/`,
  },
  xz: {
    contents: 'export { XzReadableStream } from "xz-decompress";',
    banner: "/*! xz-decompress, (c) Tim Perry and others, MIT licence; see below for what it contains. */",
  },
};
for (const [name, { contents, banner }] of Object.entries(MODULES)) {
  await build({
    stdin: { contents, resolveDir: npm },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    legalComments: "inline",
    banner: { js: banner },
    plugins: [withoutWrapper],
    outfile: path.join(npm, `dist/${name}.js`),
  });
}

/** The licences must accompany the code. */
async function licencesOf(inputs) {
  const names = new Set(inputs.map((input) => /\/node_modules\/([^/]+)\//.exec(input)?.[1]).filter(Boolean));
  return Promise.all(
    [...names].sort().map(async (name) => {
      const folder = path.join(npm, "../../node_modules", name);
      const { version } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
      const [file] = (await readdir(folder)).filter((name) => /^licen[cs]e/i.test(name));
      const licence = await readFile(path.join(folder, file), "utf8");
      return `${name} ${version}\n${licence.trim().replaceAll("*/", "* /")}`;
    }),
  );
}
