// Servers on loopback that record what they are asked.
import { access, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { folderFor, serverOf } from "../../../jsbridge/npm/test/tools.mjs";
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
  const { at, close } = await serverOf((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.setHeader("Access-Control-Allow-Origin", "*");
    const file = files[new URL(request.url, "http://localhost").pathname.slice(1)];
    if (file === undefined) response.writeHead(404).end("no such file");
    else if (typeof file === "function") file(response);
    else response.writeHead(200, { "Content-Type": "text/csv", "Content-Length": Buffer.byteLength(file) }).end(file);
  });
  return { url: `${at}/`, requests, close };
}

/**
 * The site, a public server of `files` and a folder, in which write(name, content) makes a file and resolves with its
 * path. All end with the test.
 */
export async function siteFor(t, files = {}) {
  const [folder, site, elsewhere] = await Promise.all([folderFor(t), siteServer(), publicServer(files)]);
  t.after(() => Promise.all([site.close(), elsewhere.close()]));
  const write = async (name, content) => {
    const file = path.join(folder, name);
    await writeFile(file, content);
    return file;
  };
  return { site, elsewhere, folder, write };
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
  const { at, close } = await serverOf(async (request, response) => {
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
  return { url: `${at}/`, close };
}

/**
 * An analyst's address, on another origin: takes what is posted to it. `posts` grows with {path, headers, body}; `answer(path)` gives the status, 201 if it is left
 * out, or [status, object], which is sent as JSON. `said()` gives the same for who asks about an invitation, undefined
 * for a server that cannot be asked; `asked` grows with the headers of who does. Preflights are answered as any such
 * server must.
 */
export async function receiver(answer = () => 201, said = () => undefined) {
  const posts = [];
  const asked = [];
  const { at, close } = await serverOf(async (request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "content-type, authorization");
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    if (request.method === "GET") {
      asked.push({ path: request.url, headers: request.headers });
      const [status, text] = said() ?? [404, undefined];
      return response.writeHead(status, { "Content-Type": "application/json" }).end(text && JSON.stringify(text));
    }
    let body = "";
    for await (const part of request) body += part;
    const [status, text] = [await answer(request.url)].flat();
    posts.push({ path: request.url, headers: request.headers, body });
    if (status === 302) response.setHeader("Location", "/elsewhere");
    response.writeHead(status).end(text && JSON.stringify(text));
  });
  return { url: `${at}/`, posts, asked, close };
}
