// The site, the package and the samples come with the headers on which their isolation depends, whole or
// compressed.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { request, sample, world } from "./support.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const edge = await world();
test.after(() => edge.end());
const built = (name) => readFile(path.join(here, "../../../site/dist", name));

const tarball = path.join(here, "../../../jsbridge/npm/dist/privadapt-0.1.0.tgz");
/** A file of the package as npm would publish it. */
const published = async (name) =>
  (await promisify(execFile)("tar", ["-xzOf", tarball, `package/${name}`], { encoding: "buffer", maxBuffer: 2 ** 24 }))
    .stdout;

/** Not by fetch(), which unpacks answers and adds headers of its own. */
const get = (address, headers = {}, method = "GET") => request(address, { method, headers });

test("the site is the build's, and may not be framed", async () => {
  for (const address of ["/", "/index.html", "/app.js", "/engine.wasm"]) {
    const name = address === "/" ? "index.html" : address.slice(1);
    const { status, headers, body } = await get(edge.origin + address);
    assert.equal(status, 200, address);
    assert.ok(body.equals(await built(name)), address);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.match(headers["cache-control"], /no-cache/);
    assert.equal((await get(edge.origin + address, { "If-None-Match": headers.etag })).status, 304);
    assert.match(headers["strict-transport-security"], /^max-age=\d{8}$/);
    if (name.endsWith(".html")) assert.match(headers["content-security-policy"], /frame-ancestors 'none'/);
  }
  assert.equal((await get(`${edge.origin}/engine.wasm`)).headers["content-type"], "application/wasm");
});

test("Brotli for those who take it", async () => {
  // The local substitute for Cloudflare's front end takes the first coding in the list, and compresses again if that is
  // another one.
  for (const accepted of ["br", "br, gzip", "gzip;q=0.5, br;q=1.0"]) {
    const { headers, body } = await get(`${edge.origin}/engine.wasm`, { "Accept-Encoding": accepted });
    assert.equal(headers["content-encoding"], "br", accepted);
    assert.match(headers.vary, /accept-encoding/i);
    assert.ok(zlib.brotliDecompressSync(body).equals(await built("engine.wasm")));
  }
  for (const accepted of ["identity", "br;q=0", "brr"]) {
    assert.notEqual(
      (await get(`${edge.origin}/app.js`, { "Accept-Encoding": accepted })).headers["content-encoding"],
      "br",
      accepted,
    );
  }
});

test("the package has an address of its own, which any page may cache for ever", async () => {
  const folder = (await readFile(path.join(here, "../dist/package-path.txt"), "utf8")).trim();
  for (const name of ["index.js", "ledger/ledger.js", "dist/engine.wasm.xz", "release.schema.json"]) {
    const { status, headers, body } = await get(edge.origin + folder + name);
    assert.equal(status, 200, name);
    assert.match(headers["cache-control"], /immutable/);
    assert.equal(headers["access-control-allow-origin"], "*");
    assert.equal(headers["cross-origin-resource-policy"], "cross-origin");
    assert.ok(body.equals(await published(name)), name);
  }
});

test("a file that does not exist, and a method that is not allowed", async () => {
  for (const address of ["/nothing", "/engine.wasm.br", "/_headers", "/..%2f..%2fpackage.json", "/dist/app.wasm"]) {
    assert.equal((await get(edge.origin + address)).status, 404, address);
  }
  assert.equal((await get(`${edge.origin}/index.html`, {}, "POST")).status, 405);
  assert.equal((await get(`${edge.origin}/index.html`, {}, "HEAD")).body.length, 0);
});

test("a sample is a download from another host and never a page", async () => {
  const name = "page.csv";
  const page = "<!doctype html><script>alert(1)</script>,y\n";
  const { body } = await edge.call("POST", `samples?name=${name}`, page);
  assert.equal(new URL(body.source).hostname, "127.0.0.1");
  assert.notEqual(new URL(edge.origin).hostname, "127.0.0.1");
  const { status, headers, body: bytes } = await get(body.source);
  assert.equal(status, 200);
  assert.equal(bytes.toString(), page);
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["content-disposition"], `attachment; filename="${name}"`);
  assert.match(headers["content-type"], /^text\/csv/);
  assert.match(headers["content-security-policy"], /sandbox/);
  assert.match(headers["content-security-policy"], /default-src 'none'/);
  assert.equal(headers["access-control-allow-origin"], "*");
  assert.equal(headers["repr-digest"], `sha-256=:${Buffer.from(body.sha256, "hex").toString("base64")}:`);
  assert.match(headers["cache-control"], /immutable/);

  assert.equal((await get(body.source, { "If-None-Match": headers.etag })).status, 304);
  assert.equal((await get(body.source, {}, "HEAD")).body.length, 0);
  assert.equal((await get(body.source, {}, "OPTIONS")).status, 204);
});

test("each host has its own", async () => {
  const { body } = await edge.call("POST", "samples?name=s.csv", sample);
  const key = new URL(body.source).pathname;
  assert.equal((await get(edge.origin + key)).status, 404, "the site serves no samples");
  for (const address of ["/", "/index.html", "/api/campaigns", `${key}.html`, key.replace("s.csv", "other.csv")])
    assert.equal((await get(edge.samples + address)).status, 404, address);
  for (const method of ["POST", "PUT", "DELETE"]) assert.equal((await get(body.source, {}, method)).status, 405);
});
