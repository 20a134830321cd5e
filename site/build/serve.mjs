// A static server on loopback, for a look at the site and for tests. To publish the site, use any static host.
//
//   node build/serve.mjs [--port N] [--log]
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { readHeaders } from "./headers.mjs";

const DIST = fileURLToPath(new URL("../dist", import.meta.url));

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
  ".json": "application/json",
  ".csv": "text/csv; charset=utf-8",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
  ".xz": "application/x-xz",
};

/**
 * Serves a folder made by build.mjs on 127.0.0.1, with the headers of its file _headers. `base` is the path of the
 * site, `onRequest` is called with every request. Resolves with {url, close}.
 */
export async function serve({ root = DIST, port = 0, base = "/", onRequest = () => {} } = {}) {
  const headersOf = readHeaders(await readFile(path.join(root, "_headers"), "utf8"));
  const server = http.createServer(async (request, response) => {
    onRequest(request);
    try {
      await answer({ root, base, headersOf }, request, response);
    } catch {
      const page = await readFile(path.join(root, "404.html"));
      response.writeHead(404, { ...headersOf("/404.html"), "Content-Type": TYPES[".html"] }).end(page);
    }
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${base}`,
    close: () => new Promise((resolve) => server.close(resolve) && server.closeAllConnections()),
  };
}

async function answer({ root, base, headersOf }, request, response) {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { Allow: "GET, HEAD" }).end();
    return;
  }
  const asked = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
  if (!asked.startsWith(base)) throw new Error("outside");
  const name = asked.slice(base.length) || "index.html";
  const file = path.join(root, name);
  const type = TYPES[path.extname(file)];
  if (!file.startsWith(root + path.sep) || !type) throw new Error("outside");

  const headers = { ...headersOf(`/${name}`), "Content-Type": type, Vary: "Accept-Encoding" };
  let sent = file;
  if (/\bbr\b/.test(request.headers["accept-encoding"] ?? "") && (await stat(`${file}.br`).catch(() => false))) {
    sent = `${file}.br`;
    headers["Content-Encoding"] = "br";
  }
  headers["Content-Length"] = (await stat(sent)).size;
  response.writeHead(200, headers);
  if (request.method === "HEAD") response.end();
  else createReadStream(sent).pipe(response);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { values } = parseArgs({
    options: { port: { type: "string", default: "0" }, log: { type: "boolean", default: false } },
  });
  const onRequest = (request) => values.log && console.log(request.method, request.url);
  const { url } = await serve({ port: Number(values.port), onRequest }).catch((error) => {
    if (error.code !== "EADDRINUSE") throw error;
    console.log(`port ${values.port} is taken; using another`);
    return serve({ onRequest });
  });
  console.log(`privadapt is at ${url} (stop with Ctrl-C)`);
}
