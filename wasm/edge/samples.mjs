// Public samples and models from R2. A browser must never open an analyst's upload as a page: it is sent as a download,
// under a policy that forbids everything. Its address has its SHA-256, so it never changes.
const KEY = /^\/([0-9a-f]{64})\/([A-Za-z0-9][A-Za-z0-9._-]{0,63}\.(csv|tsv|json))$/;

const TYPES = {
  csv: "text/csv; charset=utf-8",
  tsv: "text/tab-separated-values; charset=utf-8",
  json: "application/json",
};

const EVERY = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Referrer-Policy": "no-referrer",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Repr-Digest",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

export async function serveSample(request, url, bucket) {
  if (request.method === "OPTIONS") {
    const allowed = {
      "Access-Control-Allow-Methods": "GET, HEAD",
      "Access-Control-Allow-Headers": "If-None-Match",
      "Access-Control-Max-Age": "86400",
    };
    return new Response(null, { status: 204, headers: { ...EVERY, ...allowed } });
  }
  if (request.method !== "GET" && request.method !== "HEAD") return nothing(405, { Allow: "GET, HEAD, OPTIONS" });
  const [path, sha256, name, ending] = KEY.exec(url.pathname) ?? [];
  if (!path) return nothing(404);
  const object = await bucket.get(path.slice(1), { onlyIf: request.headers });
  if (!object) return nothing(404);
  const headers = new Headers({
    ...EVERY,
    ETag: object.httpEtag,
    "Repr-Digest": `sha-256=:${btoa(String.fromCharCode(...bytesOf(sha256)))}:`,
    "Content-Type": TYPES[ending],
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "public, max-age=31536000, immutable",
  });
  // Without a body the conditions were not met.
  if (!("body" in object)) return new Response(null, { status: request.headers.has("If-Match") ? 412 : 304, headers });
  headers.set("Content-Length", String(object.size));
  if (request.method === "GET") return new Response(object.body, { headers });
  await object.body.cancel();
  return new Response(null, { headers });
}

const nothing = (status, more) => new Response(null, { status, headers: { ...EVERY, ...more } });

const bytesOf = (hex) => hex.match(/../g).map((pair) => parseInt(pair, 16));
