// The engine's bench program (wasm/bench) in a worker of a page in a real Chromium.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const npm = new URL("../", import.meta.url);
const TYPES = { js: "text/javascript", wasm: "application/wasm" };

/** Resolves with {measure(request), close}. */
export async function engineInChromium() {
  const { chromium } = createRequire(new URL("../../../site/package.json", import.meta.url))("playwright-core");
  const found = process.env.CHROMIUM ?? (await promisify(execFile)("sh", ["-c", "command -v chromium chromium-browser google-chrome | head -1"])).stdout.trim();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    try {
      const body = pathname === "/" ? "<!doctype html><title>bench</title>" : await readFile(fileURLToPath(new URL(`.${pathname}`, npm)));
      response.writeHead(200, { "Content-Type": TYPES[pathname.split(".").pop()] ?? "text/html" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({ executablePath: found, args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.evaluate(async () => {
    const [{ Connection }, { host }] = await Promise.all([import("/connection.js"), import("/host-browser.js")]);
    globalThis.connection = await Connection.open(host({ worker: true, wasmURL: "/dist/bench.wasm" }), { onClose() {} });
  });
  return {
    /** Also tells how often progress was heard of, and how long the page itself was ever kept from its turn. */
    measure: (request) =>
      page.evaluate(async (options) => {
        let [progress, longest, last] = [0, 0, performance.now()];
        const ticking = setInterval(() => {
          longest = Math.max(longest, performance.now() - last - 10);
          last = performance.now();
        }, 10);
        const onProgress = () => progress++;
        const result = await globalThis.connection.call("measure", { options }, { onProgress });
        clearInterval(ticking);
        return { ...result, progress, blocked: longest / 1e3 };
      }, request),
    async close() {
      await browser.close();
      server.close();
    },
  };
}
