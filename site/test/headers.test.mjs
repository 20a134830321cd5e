// The headers that make writes for static hosts, and those that the tests' own server sends, say what the documents
// say.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import test from "node:test";
import { digestOf } from "../../jsbridge/npm/test/tools.mjs";
import { headersFile, policyOf, readHeaders } from "../build/headers.mjs";
import { siteServer } from "./support/servers.mjs";

const dist = new URL("../dist/", import.meta.url);
const pages = async () => (await readdir(dist, { recursive: true })).filter((name) => name.endsWith(".html"));

/** The one page that is made for frames of other sites. */
const EMBEDDABLE = "embed.html";

test("every page has a strict policy of its own, and the header repeats it and forbids framing, but of one", async (t) => {
  const site = await siteServer();
  t.after(() => site.close());
  assert.ok((await pages()).length >= 4);
  for (const name of await pages()) {
    const html = await readFile(new URL(name, dist), "utf8");
    const policy = policyOf(html);
    assert.match(policy, /^default-src 'none'; /, name);
    assert.match(policy, /base-uri 'none'/, name);
    assert.match(policy, /form-action 'none'/, name);
    assert.doesNotMatch(policy, /(frame|object)-src (?!'none')/, name);
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|unsafe-hashes|data:|report-| \*/, name);
    assert.ok(
      html.indexOf(policy) < html.search(/<script|<link|<style/),
      `${name}: the policy comes before what it governs`,
    );
    // Inline code is pinned by its hash or not there; nothing comes from another site.
    const isPinned = (code) => policy.includes(`'sha256-${digestOf(code, "base64")}'`);
    const unpinned = html.replace(/<script>([\s\S]*?)<\/script>/g, (all, code) => (isPinned(code) ? "" : all));
    if (name !== "vault.html")
      assert.doesNotMatch(unpinned, /<script(?![^>]*\bsrc=)|<\w+[^>]* (on\w+|style)=|\b(src|href)="(\w+:)?\/\//, name);
    const answer = await fetch(site.url + name);
    const sent = answer.headers.get("content-security-policy");
    assert.ok(
      sent.startsWith(`${policy}; frame-ancestors ${name === EMBEDDABLE ? "*" : "'none'"}`),
      `${name}: ${sent}`,
    );
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
    assert.equal(answer.headers.get("referrer-policy"), "no-referrer");
    assert.equal(answer.headers.get("cross-origin-opener-policy"), "same-origin");
    assert.equal(answer.headers.get("cache-control"), "no-cache");
    assert.match(answer.headers.get("permissions-policy"), /camera=\(\).*clipboard-write=\(self\)/);
  }
});

test("workers that come from files have a policy as well, which only a header can give", async (t) => {
  const site = await siteServer();
  t.after(() => site.close());
  const answer = await fetch(`${site.url}lab-worker.js`);
  assert.match(answer.headers.get("content-security-policy"), /^default-src 'none'; /);
  assert.equal((await fetch(`${site.url}app.js`)).headers.get("content-security-policy"), null);
});

test("hosts that drop the ending, or answer for the folder, send the same", async () => {
  const headersOf = readHeaders(await readFile(new URL("_headers", dist), "utf8"));
  assert.equal(headersOf("/")["Content-Security-Policy"], headersOf("/index.html")["Content-Security-Policy"]);
  assert.equal(headersOf("/paper")["Content-Security-Policy"], headersOf("/paper.html")["Content-Security-Policy"]);
  assert.equal(headersOf("/nothing")["Content-Security-Policy"], undefined);
  assert.equal(headersOf("/nothing")["X-Content-Type-Options"], "nosniff");
});

test("a page without a policy is refused by the build", () => {
  assert.throws(() => headersFile({ "open.html": "<!doctype html>" }), /open\.html has no content security policy/);
});

test("no line is longer than Cloudflare Pages reads", async () => {
  for (const line of (await readFile(new URL("_headers", dist), "utf8")).split("\n"))
    assert.ok(line.length <= 2000, line);
});
