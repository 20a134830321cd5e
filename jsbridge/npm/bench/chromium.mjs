// The same in a page of a real Chromium, from a file that the browser reads itself.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const require = createRequire(import.meta.url);
const npm = fileURLToPath(new URL("..", import.meta.url));
const types = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

/**
 * Starts Chromium and a server on loopback, which serves `page`, by its path what `found` resolves with, and otherwise
 * the package's files. Resolves with {browser, at, close}; `at` is the page's address.
 */
export async function chromiumAt(page, found = async (_path) => undefined) {
  const { chromium } = createRequire(new URL("../../../site/package.json", import.meta.url))("playwright-core");
  const server = createServer(async (request, response) => {
    const path = new URL(/** @type {string} */ (request.url), "http://localhost").pathname;
    try {
      const body = path === "/" ? page : ((await found(path)) ?? (await readFile(join(npm, path))));
      response.writeHead(200, { "Content-Type": types[extname(path)] ?? "text/html" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const executablePath =
    process.env.CHROMIUM ??
    (
      await promisify(execFile)("sh", ["-c", "command -v chromium chromium-browser google-chrome | head -1"])
    ).stdout.trim();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { browser, at: `http://127.0.0.1:${port}/`, close };
}

/** Resolves with {read(engine, path), close}. */
export async function startChromium() {
  const script = await bundled();
  const { browser, at, close } = await chromiumAt("<!doctype html><input type=file multiple>", async (path) => {
    if (path === "/bench.js") return script;
    const duckdb = /^\/(duckdb-eh\.wasm|duckdb-browser-eh\.worker\.js)$/.exec(path)?.[1];
    return duckdb && readFile(join(dirname(require.resolve("@duckdb/duckdb-wasm")), duckdb));
  });
  return {
    /** In a page of its own; memory is the peak of the renderer's resident memory above what the loaded page had. */
    async read(engine, path) {
      const page = await browser.newPage();
      try {
        await page.goto(at);
        await page.addScriptTag({ type: "module", url: "/bench.js" });
        await page.setInputFiles("input", [path, `${path}.source`]);
        await page.waitForFunction(() => globalThis.bench);
        await page.evaluate((engine) => globalThis.bench.prepare(engine), engine);
        const memory = await watchMemory(browser);
        const seen = await page.evaluate(() => globalThis.bench.read());
        return { ...seen, memory: await memory.stop() };
      } finally {
        await page.close();
      }
    },
    close,
  };
}

async function bundled() {
  const { default: esbuild } = await import("esbuild");
  const entry = fileURLToPath(new URL("ingest-browser.js", import.meta.url));
  const { outputFiles } = await esbuild.build({
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    external: ["/index.js"],
    write: false,
  });
  return outputFiles[0].text;
}

/** Peak resident memory of all renderers above what they have now, in MB; by the processes' own figures in /proc. */
export async function watchMemory(browser) {
  const session = await browser.newBrowserCDPSession();
  const resident = async () => {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const sizes = await Promise.all(
      processInfo
        .filter(({ type }) => type === "renderer")
        .map(async ({ id }) => {
          const status = await readFile(`/proc/${id}/status`, "utf8").catch(() => "");
          return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1.024e-3;
        }),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const before = await resident();
  let peak = before;
  let running = true;
  const watching = (async () => {
    while (running) {
      peak = Math.max(peak, await resident());
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return {
    async stop() {
      running = false;
      await watching;
      await session.detach();
      return peak - before;
    },
  };
}
