// The static site and the package's files, from the platform's assets: with the site's own headers, and the build's
// Brotli files.
const TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  webmanifest: "application/manifest+json",
  svg: "image/svg+xml",
  png: "image/png",
  wasm: "application/wasm",
  csv: "text/csv; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  md: "text/plain; charset=utf-8",
  ts: "text/plain; charset=utf-8",
};

// For files whose address has their version and digest.
const PACKAGE = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** `rules` are [path, headers] in their order, as the build read them from the site's _headers. */
export async function serveFile(request, url, assets, rules) {
  if (request.method !== "GET" && request.method !== "HEAD")
    return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
  const path = url.pathname.endsWith("/") ? `${url.pathname}index.html` : url.pathname;
  const headers = headersOf(path, rules);
  if (path.endsWith(".br")) return new Response(null, { status: 404, headers }); // not a document of its own
  const known = request.headers.get("If-None-Match");
  const condition = known === null ? {} : { "If-None-Match": known };
  const packed = acceptsBrotli(request) && (await found(assets, url, `${path}.br`, condition));
  const file = packed || (await found(assets, url, path, condition));
  if (!file)
    return new Response(request.method === "HEAD" ? null : "There is no such file.\n", {
      status: 404,
      headers: withType(headers, ".txt"),
    });
  headers.set("ETag", file.headers.get("ETag"));
  headers.set("Vary", "Accept-Encoding");
  if (file.status === 304) return new Response(null, { status: 304, headers });
  withType(headers, path);
  if (packed) headers.set("Content-Encoding", "br");
  const body = request.method === "HEAD" ? await file.body?.cancel() : file.body;
  // encodeBody is known to Workers alone.
  return new Response(body ?? null, /** @type {any} */ ({ headers, encodeBody: packed ? "manual" : "automatic" }));
}

function headersOf(path, rules) {
  const headers = new Headers({
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Strict-Transport-Security": "max-age=31536000", // browsers obey it only over https
  });
  for (const [pattern, more] of rules) {
    if (pattern !== "/*" && pattern !== path) continue;
    for (const [name, value] of Object.entries(more)) headers.set(name, value);
  }
  if (path.startsWith("/package/")) for (const [name, value] of Object.entries(PACKAGE)) headers.set(name, value);
  return headers;
}

async function found(assets, url, path, headers) {
  const answer = await assets.fetch(new Request(new URL(path, url), { headers }));
  if (answer.status === 200 || answer.status === 304) return answer;
  await answer.body?.cancel();
}

// Without the header there is no Brotli: programs that do not ask for it often cannot unpack it. On Cloudflare the
// platform may have replaced the header by its own; what the client sent is then in request.cf.
function acceptsBrotli(request) {
  const accepted = request.cf?.clientAcceptEncoding ?? request.headers.get("Accept-Encoding") ?? "";
  return accepted.split(",").some((coding) => /^\s*br\s*(;\s*q=(?!0(\.0*)?\s*$)|$)/i.test(coding));
}

function withType(headers, path) {
  headers.set("Content-Type", TYPES[path.split(".").pop()] ?? "application/octet-stream");
  return headers;
}
