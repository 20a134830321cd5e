// Checks the JavaScript of the package, the pages and the edge by the types that they state and infer: node types.mjs.
// What is built, in dist, is not checked, nor is the service worker: its globals are not a page's.
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, "../..");
const roots = ["jsbridge/npm", "site", "wasm/edge"].flatMap((folder) =>
  ts.sys.readDirectory(
    path.join(root, folder),
    [".js", ".mjs"],
    ["**/node_modules", "**/dist", "**/test", "**/examples", "**/build", "**/builds", "**/state", "**/go", "**/sw.js"],
  ),
);
const options = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ["lib.es2024.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  allowJs: true,
  checkJs: true,
  noEmit: true,
  // What it found in modules that have not changed since, which takes most of the time.
  incremental: true,
  tsBuildInfoFile: path.join(root, "jsbridge/npm/dist/types.tsbuildinfo"),
  // The build puts modules of the package beside the pages' modules.
  rootDirs: [path.join(root, "site"), path.join(root, "jsbridge/npm")],
  skipLibCheck: true,
  types: ["node"],
  typeRoots: [path.join(root, ".ci/node_modules/@types")],
};
const MISSING_MODULE = 2307;
const built = (text) => /[/"]dist\/|engine\/index|fluent\.js|texts\/((\w+-)?own|pages)|miniflare/.test(text);
/** Packages need not be installed to be linted. */
const isOurs = (specifier) => /^["']\.\.?\//.test(specifier) && !built(specifier);
const program = ts.createIncrementalProgram({ rootNames: roots, options });
const found = [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()]
  .filter(({ file }) => file && !built(file.fileName) && !file.fileName.includes("/node_modules/"))
  .filter(({ code, file, start }) => code !== MISSING_MODULE || isOurs(file.text.slice(start, start + 80)));
program.emit(); // the file of what was found
for (const { file, start, messageText } of found) {
  const { line } = file.getLineAndCharacterOfPosition(start);
  console.error(
    `${path.relative(root, file.fileName)}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
  );
}
console.log(`Types: ${roots.length} modules, ${found.length} faults`);
process.exitCode = found.length > 0 ? 1 : 0;
