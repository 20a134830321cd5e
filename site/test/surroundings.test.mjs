// tier: 2
// What keeps the package from running in a page of somebody else is named for what it is, in three engines.
import assert from "node:assert/strict";
import { symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { folderFor } from "../../jsbridge/npm/test/tools.mjs";
import { skip } from "./support/browser.mjs";
import { installedEngines, startEngine } from "./support/engines.mjs";
import { folderServer } from "./support/servers.mjs";

const npm = fileURLToPath(new URL("../../jsbridge/npm/", import.meta.url));
const engines = skip ? [] : await installedEngines();
const policy = (script, worker, more = "") =>
  `default-src 'none'; connect-src 'self'; script-src 'self' ${script}; worker-src ${worker}; ${more}`;
const TYPED = "require-trusted-types-for 'script'";

const CASES = [
  ["a policy that is enough", policy("'wasm-unsafe-eval'", "blob:"), {}, undefined],
  ["Trusted Types", policy("'wasm-unsafe-eval'", "blob:", TYPED), {}, undefined],
  ["no WebAssembly", policy("", "blob:"), {}, /^blocked: .*'wasm-unsafe-eval' as script-src/],
  [
    "no WebAssembly to unpack it",
    policy("", "blob:"),
    { wasmURL: "privadapt/dist/engine.wasm.xz" },
    /^blocked: .*'wasm-unsafe-eval'/,
  ],
  ["no worker", policy("'wasm-unsafe-eval'", "'none'"), {}, /^blocked: .*blob: as worker-src/],
  ["a wrong address", "", { wasmURL: "none/engine.wasm.xz" }, /^engine-missing: .*none\/engine\.wasm\.xz \(HTTP 404\)/],
  ["a page in its place", "", { wasmURL: "index.html" }, /^engine-missing: .*a web page is/],
];

for (const name of engines) {
  test(`an engine that may not start says what the page has to allow, in ${name}`, async (t) => {
    const folder = await folderFor(t);
    await writeFile(path.join(folder, "index.html"), "<!doctype html><title>A page</title>");
    await symlink(npm, path.join(folder, "privadapt"));
    const engine = await startEngine(name);
    t.after(() => engine.close());
    for (const [what, rule, options, expected] of CASES) {
      const server = await folderServer(folder, rule && { "Content-Security-Policy": rule });
      t.after(() => server.close());
      const page = await engine.open(server.url);
      const said = await page.evaluate(async (options) => {
        try {
          const { load } = await import("/privadapt/index.js");
          const engine = await load({ ledger: false, ...options });
          await engine.dispose();
          return "loaded";
        } catch (error) {
          return `${error.code}: ${error.message}`;
        }
      }, options);
      if (expected) assert.match(said, expected, what);
      else assert.equal(said, "loaded", what);
    }
  });
}
