import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { fetchSource } from "../reading/fetch-source.js";
import { PrivadaptError, load } from "../index.js";
import { digestOf, serverOf } from "./tools.mjs";
import { errorOfSilence, sourceCSV, sourceRows } from "./support.mjs";

const bytes = Buffer.from(sourceCSV);
const half = bytes.subarray(0, bytes.length >> 1);
const html = "<!doctype html><title>Sign in</title>";
let sendRest; // of /slow.csv

const routes = {
  "/good.csv": (request, response) =>
    response.writeHead(200, { "content-type": "text/csv", "content-length": bytes.length }).end(bytes),
  "/gzip.csv": (request, response) =>
    response.writeHead(200, { "content-type": "text/csv", "content-encoding": "gzip" }).end(gzipSync(bytes)),
  "/slow.csv": (request, response) => {
    response.writeHead(200, { "content-type": "text/csv", "content-length": bytes.length });
    response.write(half);
    sendRest = () => response.end(bytes.subarray(half.length));
  },
  "/page": (request, response) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html),
  "/page-as-csv": (request, response) => response.writeHead(200, { "content-type": "text/csv" }).end(html),
  "/truncated.csv": (request, response) => {
    response.writeHead(200, { "content-type": "text/csv", "content-length": bytes.length });
    response.write(half, () => setTimeout(() => response.destroy(), 20));
  },
  "/stalled.csv": (request, response) => {
    response.writeHead(200, { "content-type": "text/csv", "content-length": bytes.length });
    response.write(half);
  },
  "/endless.csv": (request, response) => endless(response.writeHead(200, { "content-type": "text/csv" })),
  "/packed.csv": (request, response) =>
    response
      .writeHead(200, { "content-type": "text/csv", "content-encoding": "gzip", "content-length": packed.length })
      .end(packed),
  "/large.csv": (request, response) =>
    response.writeHead(200, { "content-type": "text/csv", "content-length": 2 ** 40 }).flushHeaders(),
  "/moved.csv": (request, response) => response.writeHead(302, { location: "/good.csv" }).end(),
  "/broken": (request, response) => response.writeHead(500).end("oops"),
};

/** A file that becomes a thousand times as large on its way, so that the length which is stated says little. */
const packed = gzipSync(Buffer.alloc(64 << 20));

/** Sends until the connection ends. */
const ended = [];
function endless(response) {
  const piece = Buffer.alloc(1 << 16, 0x31);
  ended.push(new Promise((resolve) => response.on("close", resolve)));
  const send = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on("drain", send);
  send();
}

const requests = [];
const { at: origin, close } = await serverOf((request, response) => {
  requests.push(request);
  (routes[request.url] ?? ((_, missing) => missing.writeHead(404).end("not here")))(request, response);
});
const engine = await load();
test.after(() => Promise.all([engine.dispose(), close()]));

const loadFrom = (path, options) => engine.loadSource(`${origin}${path}`, { label: "y", ...options });

test("a sample is fetched with progress", async () => {
  const seen = [];
  const onProgress = (progress) => {
    seen.push(progress);
    if (progress.stage === "download" && progress.done === half.length) sendRest();
  };
  const source = await loadFrom("/slow.csv", { onProgress });
  assert.equal(source.rows, sourceRows.length);
  const downloads = seen.filter(({ stage }) => stage === "download");
  assert.ok(downloads.length >= 3);
  assert.deepEqual(downloads.at(-1), { stage: "download", done: bytes.length, total: bytes.length });
  assert.ok(seen.some(({ stage }) => stage === "source"));
  assert.equal(source.digest, digestOf(bytes));
});

test("redirects and content encodings are followed, the latter without a total", async () => {
  assert.equal((await loadFrom("/moved.csv")).rows, sourceRows.length);
  await assert.rejects(fetchSource(`${origin}/moved.csv`, { stay: true }), { code: "redirected" });
  const totals = new Set();
  await loadFrom("/gzip.csv", { onProgress: ({ stage, total }) => stage === "download" && totals.add(total) });
  assert.deepEqual([...totals], [undefined]);
});

test("the request carries no cookie and no referrer", async () => {
  requests.length = 0;
  await loadFrom("/good.csv");
  assert.equal(requests[0].headers.cookie, undefined);
  assert.equal(requests[0].headers.referer, undefined);
});

test("integrity in both notations", async () => {
  const hash = () => createHash("sha256").update(bytes);
  await loadFrom("/good.csv", { integrity: `sha256-${hash().digest("base64")}` });
  await loadFrom("/good.csv", { integrity: hash().digest("hex") });
  await assert.rejects(loadFrom("/good.csv", { integrity: "0".repeat(64) }), { code: "integrity" });
  await assert.rejects(loadFrom("/good.csv", { integrity: `sha256-${Buffer.alloc(32).toString("base64")}` }), {
    code: "integrity",
  });
  await assert.rejects(loadFrom("/good.csv", { integrity: "md5-abc" }), { code: "bad-option" });
});

const failures = {
  "/nowhere.csv": ["http-status", /404/],
  "/broken": ["http-status", /500/],
  "/page": ["html", /web page/],
  "/page-as-csv": ["html", /web page/],
  "/truncated.csv": ["interrupted", new RegExp(`${half.length} of ${bytes.length} bytes`)],
};
for (const [path, [code, message]] of Object.entries(failures)) {
  test(`${path} is refused with ${code}`, async () => {
    await assert.rejects(loadFrom(path), { code, message });
  });
}

test("addresses that cannot be fetched", async () => {
  const source = (address) => engine.loadSource(address, { label: "y" });
  await assert.rejects(source("http://127.0.0.1:1/x.csv"), { code: "unreachable" });
  await assert.rejects(source("http://no-such-host.invalid/x.csv"), { code: "unreachable" });
  for (const address of [
    "",
    "ftp://example.org/x.csv",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/csv,a",
  ]) {
    await assert.rejects(source(address), { code: "not-a-url" }, address);
  }
});

test("a Blob's address", async () => {
  const address = URL.createObjectURL(new Blob([sourceCSV]));
  assert.equal((await engine.loadSource(address, { label: "y" })).rows, sourceRows.length);
  URL.revokeObjectURL(address);
});

test("a relative address is one of the page's", async () => {
  const blob = await fetchSource("good.csv", { base: `${origin}/somewhere.html` });
  assert.equal(blob.size, bytes.length);
});

test("a server that falls silent half-way", async () => {
  const { code } = await errorOfSilence((patience) => fetchSource(`${origin}/stalled.csv`, patience));
  assert.equal(code, "interrupted");
});

test("a download stops at its limit, whatever length the server states", { timeout: 60_000 }, async () => {
  const most = 1 << 20;
  for (const [path, fewest] of [
    ["/endless.csv", 1],
    ["/packed.csv", 1],
    ["/large.csv", 0],
  ]) {
    let read = 0;
    const fetching = fetchSource(`${origin}${path}`, { most, onProgress: (done) => (read = done) });
    await assert.rejects(fetching, { code: "too-large", message: /has more than the 1 MB that are read/ });
    assert.ok(read <= most && read >= fewest, `${path}: ${read} bytes`);
  }
  await Promise.all(ended); // the connection was closed
  assert.equal((await fetchSource(`${origin}/good.csv`, { most: bytes.length })).size, bytes.length);
  await assert.rejects(fetchSource(`${origin}/good.csv`, { most: bytes.length - 1 }), { code: "too-large" });
  await assert.rejects(loadFrom("/good.csv", { baseFile: `${origin}/endless.csv` }), {
    code: "bad-base-file",
    message: /more than 8 MB/,
  });
  await assert.rejects(loadFrom("/large.csv"), { code: "too-large", message: /2048 MB/ });
});

test("a stalled fetch is cancelled at once", async (t) => {
  const controller = new AbortController();
  let aborted;
  const onProgress = ({ stage, done }) => {
    if (stage !== "download" || done !== half.length) return;
    aborted = performance.now();
    controller.abort();
  };
  await assert.rejects(loadFrom("/stalled.csv", { signal: controller.signal, onProgress }), {
    code: "cancelled",
    name: "AbortError",
  });
  t.diagnostic(`rejected after ${(performance.now() - aborted).toFixed(1)} ms`);
});

test("a fetch of the caller's is asked for samples and models, and its refusal is what the caller hears", async (t) => {
  const asked = [];
  const refused = new PrivadaptError("not-a-url", "not this one");
  const fetch = async (address, options) => {
    asked.push(new URL(address).pathname);
    if (address.endsWith("secret.json")) throw refused;
    return globalThis.fetch(address, { ...options, redirect: "manual" });
  };
  const own = await load({ ledger: false, fetch });
  t.after(() => own.dispose());
  assert.equal((await own.loadSource(`${origin}/good.csv`, { label: "y" })).rows, sourceRows.length);
  await assert.rejects(
    own.loadSource(`${origin}/good.csv`, { label: "y", baseFile: `${origin}/secret.json` }),
    refused,
  );
  await assert.rejects(own.loadSource(`${origin}/moved.csv`, { label: "y" }), { code: "redirected" });
  assert.deepEqual(asked, ["/good.csv", "/good.csv", "/secret.json", "/moved.csv"]);
});
