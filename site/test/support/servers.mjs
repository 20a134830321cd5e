// Servers on loopback that record what they are asked.
import { access, readFile } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { serve } from "../../build/serve.mjs";

/**
 * The site, or the one in the folder `root`, under a path of its own as on a shared host. `requests` grows with every
 * request.
 */
export async function siteServer(root) {
  await access(new URL("../../dist/index.html", import.meta.url)).catch(() => {
    throw new Error("site/dist is missing; run make build first");
  });
  const requests = [];
  const server = await serve({
    root,
    base: "/some/path/",
    onRequest: (request) => requests.push(`${request.method} ${request.url}`),
  });
  return { ...server, requests };
}

/**
 * Another origin that publishes files: `files` maps a name to its text, or to a function that answers by itself.
 * Everything else is 404. CORS is open, as for any public sample.
 */
export async function publicServer(files) {
  const requests = [];
  const server = http.createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.setHeader("Access-Control-Allow-Origin", "*");
    const file = files[new URL(request.url, "http://localhost").pathname.slice(1)];
    if (file === undefined) response.writeHead(404).end("no such file");
    else if (typeof file === "function") file(response);
    else response.writeHead(200, { "Content-Type": "text/csv", "Content-Length": Buffer.byteLength(file) }).end(file);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    requests,
    close: () => new Promise((resolve) => server.close(resolve) && server.closeAllConnections()),
  };
}

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".css": "text/css",
  ".csv": "text/csv",
};

/** A plain static server, such as web developers have: a folder, the usual types, `headers` for its pages. */
export async function folderServer(root, headers = {}) {
  const server = http.createServer(async (request, response) => {
    const file = path.join(root, decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const content = await readFile(file.endsWith(path.sep) ? `${file}index.html` : file).catch(() => null);
    if (content === null) response.writeHead(404).end();
    else
      response
        .writeHead(200, {
          ...headers,
          "Content-Type": TYPES[path.extname(file) || ".html"] ?? "application/octet-stream",
        })
        .end(content);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((resolve) => server.close(resolve) && server.closeAllConnections()),
  };
}
