// The built site: reproducible, pinned by hashes that fit, free of absolute addresses, and with headers that say what the
// documents say.
import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";
import { workerScript } from "../../jsbridge/npm/build/worker-script.mjs";
import { DECODERS } from "../../jsbridge/npm/reading/formats.gen.js";
import { digestOf, folderFor } from "../../jsbridge/npm/test/tools.mjs";
import { headersFile, policyOf, readHeaders } from "../build/headers.mjs";
import { PINNED } from "../build/vault.mjs";
import { typed } from "../shared/typed.js";
import { siteServer } from "./support/servers.mjs";
import { execFile } from "node:child_process";
import { readFile, readdir, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const site = fileURLToPath(new URL("..", import.meta.url));
const dist = path.join(site, "dist");

const PAGES = [
  "index.html",
  "de.html",
  ...["officers", "analyst", "releases", "deliver"].flatMap((name) => [`${name}.html`, `${name}.de.html`]),
  "paper.html",
  "privacy.html",
  "reference.html",
  "tutorials.html",
  "404.html",
];

async function digests(folder) {
  const names = (await readdir(folder, { recursive: true })).sort();
  const files = await Promise.all(names.map(async (name) => [name, (await stat(path.join(folder, name))).isFile()]));
  return Promise.all(
    files
      .filter(([, isFile]) => isFile)
      .map(async ([name]) => `${name} ${digestOf(await readFile(path.join(folder, name)))}`),
  );
}

test("another build is byte for byte what site/dist holds", async (t) => {
  const other = path.join(await folderFor(t), "dist");
  await promisify(execFile)(process.execPath, [path.join(site, "build/build.mjs"), other]);
  assert.deepEqual(await digests(other), await digests(dist));
});

test("the policies pin exactly what stands in the vault", async () => {
  const [index, vault] = await Promise.all(
    ["index.html", "vault.html"].map((name) => readFile(path.join(dist, name), "utf8")),
  );
  const policy = (html) => /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(html)[1];
  const inline = (tag) =>
    [...vault.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, "g"))].map((match) => match[1]);

  const [scripts, styles] = [inline("script"), inline("style")];
  assert.equal(scripts.length, 1);
  assert.equal(styles.length, 1);
  for (const html of [index, vault]) {
    assert.ok(policy(html).includes(`'sha256-${digestOf(scripts[0], "base64")}'`));
    assert.ok(policy(html).includes(`'sha256-${digestOf(styles[0], "base64")}'`));
    assert.doesNotMatch(policy(html), /unsafe-inline|'unsafe-eval'|report-|\*;? *$/);
    assert.doesNotMatch(html, /\{\{/);
  }
  assert.match(policy(vault), /^default-src 'none'; .*connect-src 'none'/);
  assert.match(policy(index), /frame-src 'none'/);
  for (const name of PINNED)
    assert.ok(scripts[0].includes(`"${name}":"${digestOf(await readFile(path.join(dist, name)))}"`), name);
  for (const script of ["vault-files/host.js", "app.js"]) {
    const host = await readFile(path.join(dist, script), "utf8");
    const [, ...parts] = JSON.parse(/\["vault\.html", .*?\]/s.exec(host)[0]);
    const later = DECODERS.map((name) => `${name}.js`);
    assert.deepEqual([...parts, ...later], PINNED, `what the page hands in by ${script} is what the vault pins`);
    assert.match(host, /for \(const name of DECODERS\.map\(\((\w+)\) => `\$\{\1\}\.js`\)\)/, script);
    assert.match(host, /sandbox: "allow-scripts"[\s\S]*\.srcdoc = html;/, script);
  }
  assert.ok(
    scripts[0].startsWith(`\n"use strict";\n${await readFile(path.join(site, "vault/inside/lockdown.js"), "utf8")}`),
    "the lockdown comes first",
  );
});

test("the page of the paper allows files of the site only, and its worker is what it should be", async () => {
  const read = (...name) => readFile(path.join(...name), "utf8");
  const paper = await read(dist, "paper.html");
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(paper)[1];
  assert.match(
    policy,
    /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; /,
  );
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:|blob:|data:/);
  assert.doesNotMatch(paper, /\{\{|<script>|<style| style=| on\w+=/);
  assert.equal(await read(dist, "lab-worker.js"), await workerScript());
});

test("every address in the pages is relative, so the site works under any path", async () => {
  for (const page of PAGES) {
    const html = await readFile(path.join(dist, page), "utf8");
    const addresses = [...html.matchAll(/\b(?:src|href)="([^"]*)"/g)].map((match) => match[1]);
    assert.ok(addresses.length > 1);
    for (const address of addresses) {
      assert.match(address, /^(#|[\w-]+(\/[\w-]+)*(\.\w+)+([#?]|$))/);
      if (!address.startsWith("#")) await stat(path.join(dist, address.replace(/[#?].*/, "")));
    }
  }
});

test("no folder of the site has the name of a page, so that a host may look for folders first", async () => {
  const entries = await readdir(dist, { withFileTypes: true });
  const pages = entries
    .filter((entry) => entry.name.endsWith(".html"))
    .map((entry) => entry.name.slice(0, -".html".length));
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  assert.ok(pages.includes("paper") && folders.length > 5);
  assert.deepEqual(
    folders.filter((name) => pages.includes(name)),
    [],
  );
});

test("every page shows the digest of the engine, and says how to check it", async () => {
  const digest = digestOf(await readFile(path.join(dist, "engine.wasm")));
  for (const page of PAGES) {
    const html = await readFile(path.join(dist, page), "utf8");
    assert.ok(html.includes(`<code id="engine-digest">${digest}</code>`), page);
    assert.match(html, /make build<\/code> <span>[^<]+<\/span>\s+<code>sha256sum/, page);
  }
});

test("the service worker keeps every file that a page uses, by its digest", async () => {
  const worker = await readFile(path.join(dist, "sw.js"), "utf8");
  const list = (name) => JSON.parse(new RegExp(`const ${name} = (\\{[^}]*\\})`).exec(worker)[1]);
  const kept = { ...list("FIRST"), ...list("LATER") };
  const names = (await readdir(dist, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".br"))
    .map((entry) =>
      path.relative(dist, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll(path.sep, "/"),
    );
  assert.deepEqual(names.filter((name) => !(name in kept)).sort(), [
    "404.html",
    "_headers",
    "release.schema.json",
    "sw.js",
  ]);
  for (const [name, integrity] of Object.entries(kept))
    assert.equal(integrity, `sha256-${digestOf(await readFile(path.join(dist, name)), "base64")}`, name);
  const later = Object.keys(list("LATER")).filter(
    (name) => !/^(docs-|privacy-|reference|tutorials).*\.html$/.test(name),
  );
  assert.deepEqual(later, ["kit/engine.wasm.xz", "kit/shell.txt", "lab.wasm", "search-index.js"]);
  assert.match(worker, /const BUILD = "[0-9a-f]{16}"/);
});

test("what the manifest names is there", async () => {
  const manifest = JSON.parse(await readFile(path.join(dist, "manifest.webmanifest"), "utf8"));
  assert.equal(manifest.scope, "./");
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await readFile(path.join(dist, src));
    if (type !== "image/png") continue;
    assert.equal(`${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`, sizes); // of the PNG's header
  }
  await stat(path.join(dist, manifest.start_url));
});

test("nothing on the site or in the vault parses text as markup", async () => {
  const rooms = [
    "app.js",
    "owner",
    "vault",
    "analyst",
    "operator",
    "paper",
    "embed",
    "shared",
    "../jsbridge/npm/reading",
    "../jsbridge/npm/runtime",
    "../jsbridge/vaultui",
  ].map((room) => path.join(site, room));
  let read = 0;
  for (const room of rooms) {
    const names = room.endsWith(".js")
      ? [""]
      : (await readdir(room, { recursive: true })).filter((name) => /\.(js|go)$/.test(name));
    // lockdown.js names what it takes away.
    for (const name of names.filter((name) => !name.endsWith("lockdown.js"))) {
      const text = await readFile(path.join(room, name), "utf8");
      assert.doesNotMatch(text, /innerHTML|outerHTML|insertAdjacentHTML|SetInnerHTML|document\.write/i, name);
      read++;
    }
  }
  assert.ok(read > 60, `${read} files`);
});

test("the reference names everything that the package exports, and each of its links leads to a heading", async () => {
  const names = (await readdir(dist)).filter((name) => /^(docs-|reference|tutorials|privacy).*\.html$/.test(name));
  const documents = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(dist, name), "utf8")])),
  );
  const npm = path.join(site, "../jsbridge/npm");
  const types = (await readdir(path.join(npm, "types"))).map((name) => `types/${name}`);
  const texts = await Promise.all(
    [...types, "index.d.ts", "element.d.ts"].map((name) => readFile(path.join(npm, name), "utf8")),
  );
  const exported = /^export (?:declare )?(?:function|interface|class|type|const) (\w+)/gm;
  const exports = texts.flatMap((text) => [...text.matchAll(exported)].map(([, name]) => name));
  assert.ok(exports.length > 50, `${exports.length} names`);
  const all = (pattern) =>
    Object.values(documents).flatMap((page) => [...page.matchAll(pattern)].map(([, one]) => one));
  const headings = new Set(all(/<h\d id="[^"]*">([^<(]+)/g));
  assert.deepEqual(
    exports.filter((name) => !headings.has(name)),
    [],
  );
  const idsOf = (name) => [...documents[name].matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  for (const [name, page] of Object.entries(documents)) {
    assert.equal(new Set(idsOf(name)).size, idsOf(name).length, "each has its own");
    assert.match(page, new RegExp(`<a href="${name}" aria-current="page">`), "the contents say where the reader is");
    for (const [, to, id] of page.matchAll(/href="([\w-]+\.html)?#([^"]+)"/g))
      assert.ok(idsOf(to ?? name).includes(id), `${name} leads to ${to ?? ""}#${id}`);
  }
  const places = all(/href="([^"]+)"/g);
  assert.ok(
    places.some((to) => /^reference-release-[\w-]+\.html#release$/.test(to)),
    "a type leads to its heading",
  );
});

const pages = async () => (await readdir(dist, { recursive: true })).filter((name) => name.endsWith(".html"));

/** The one page that is made for frames of other sites. */
const EMBEDDABLE = "embed.html";

test("every page has a strict policy of its own, and the header repeats it and forbids framing, but of one", async (t) => {
  const site = await siteServer();
  t.after(() => site.close());
  assert.ok((await pages()).length >= 4);
  for (const name of await pages()) {
    const html = await readFile(path.join(dist, name), "utf8");
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
  const headersOf = readHeaders(await readFile(path.join(dist, "_headers"), "utf8"));
  assert.equal(headersOf("/")["Content-Security-Policy"], headersOf("/index.html")["Content-Security-Policy"]);
  assert.equal(headersOf("/paper")["Content-Security-Policy"], headersOf("/paper.html")["Content-Security-Policy"]);
  assert.equal(headersOf("/nothing")["Content-Security-Policy"], undefined);
  assert.equal(headersOf("/nothing")["X-Content-Type-Options"], "nosniff");
});

test("a page without a policy is refused by the build", () => {
  assert.throws(() => headersFile({ "open.html": "<!doctype html>" }), /open\.html has no content security policy/);
});

test("no line is longer than Cloudflare Pages reads", async () => {
  for (const line of (await readFile(path.join(dist, "_headers"), "utf8")).split("\n"))
    assert.ok(line.length <= 2000, line);
});

const vectors = new URL("../../core/words/testdata/typed.json", import.meta.url);
const cases = JSON.parse(await readFile(vectors, "utf8"));

test("a number is read with a point or a comma, and never with marks between thousands", () => {
  for (const [text, number] of cases) assert.equal(typed(text), number ?? NaN, JSON.stringify(text));
});
