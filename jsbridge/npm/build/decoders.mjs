// Makes dist/parquet.js and dist/xlsx.js, one script each for every place that reads such files: node build/decoders.mjs
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const npm = fileURLToPath(new URL("..", import.meta.url));
const { build } = await import("esbuild").catch(() => {
  throw new Error("decoders: esbuild is missing; run npm ci in jsbridge/npm");
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
for (const name of ["parquet", "xlsx"]) {
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

/** The licences must accompany the code. */
async function licencesOf(inputs) {
  const names = new Set(inputs.map((input) => /^node_modules\/([^/]+)\//.exec(input)?.[1]).filter(Boolean));
  return Promise.all(
    [...names].sort().map(async (name) => {
      const folder = path.join(npm, "node_modules", name);
      const { version } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
      const [file] = (await readdir(folder)).filter((name) => /^licen[cs]e/i.test(name));
      const licence = await readFile(path.join(folder, file), "utf8");
      return `${name} ${version}\n${licence.trim().replaceAll("*/", "* /")}`;
    }),
  );
}
