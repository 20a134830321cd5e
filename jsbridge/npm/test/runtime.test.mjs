// Each function of the runtime exists once, for the package and the site together: this test refuses a second
// implementation.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join, posix } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const runtime = (...names) => names.map((name) => `jsbridge/npm/runtime/${name}`);

/** The number of places for each function, and a pattern that each implementation needs. */
const PLACES = {
  "boots Go": [/\bWebAssembly\.instantiate(?:Streaming)?\(|\bnew (?:globalThis\.)?Go\(/, runtime("boot.js")],
  "starts threads": [/\bnew (?:Shared)?Worker\(/, runtime("thread-browser.js", "thread-node.js")],
  "boots a thread": [/\.post\(\{ type: "boot"|postMessage\(\{ type: "boot"/, runtime("engine-worker.js")],
  "compares the protocol's version": [/\bengine\??\.protocol\b/, runtime("client.js")],
  "cancels calls and grants charges": [/type: "(?:cancel|charged)", call\b/, runtime("client.js")],
  "downloads with progress": [/\.body\??\.getReader\(/, runtime("download.js")],
};

const MOST_IN_A_FOLDER = 25;
const APART = /^(dist|node_modules|test|bench|examples)/;

/** The files of a folder of the repository and of those below it, tests, measurements and what is built apart. */
async function namesOf(folder) {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory() && !APART.test(entry.name));
  const here = entries.filter((entry) => entry.isFile()).map((entry) => posix.join(folder, entry.name));
  return [...here, ...(await Promise.all(below.map((entry) => namesOf(posix.join(folder, entry.name))))).flat()];
}

async function sources() {
  const names = [...(await namesOf("jsbridge/npm")), ...(await namesOf("site"))].filter((name) => /\.m?js$/.test(name));
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(root, name), "utf8")])),
  );
}

const placesOf = (pattern, files) =>
  Object.keys(files)
    .filter((name) => pattern.test(files[name]))
    .sort();

test("Go is booted, threads are started, the protocol is spoken and files are downloaded in one place each", async () => {
  const files = await sources();
  for (const [what, [pattern, places]] of Object.entries(PLACES))
    assert.deepEqual(placesOf(pattern, files), places, what);
});

test("a second place is noticed", async () => {
  const files = await sources();
  const planted = {
    "boots Go": "const { instance } = await WebAssembly.instantiate(bytes, go.importObject);",
    "starts threads": 'const worker = new Worker("lab-worker.js");',
    "boots a thread": 'worker.postMessage({ type: "boot", wasm });',
    "compares the protocol's version": "if (message.engine?.protocol === 1) ready();",
    "cancels calls and grants charges": 'worker.postMessage({ type: "cancel", call: id });',
    "downloads with progress": "const reader = response.body.getReader();",
  };
  for (const [what, [pattern, places]] of Object.entries(PLACES)) {
    const name = "site/shared/planted.js";
    assert.deepEqual(placesOf(pattern, { ...files, [name]: planted[what] }), [...places, name].sort(), what);
  }
});

test("no folder of the package is so full that one has to search", async () => {
  const counts = new Map();
  for (const name of await namesOf("jsbridge/npm"))
    counts.set(posix.dirname(name), (counts.get(posix.dirname(name)) ?? 0) + 1);
  assert.deepEqual(
    [...counts].filter(([, count]) => count > MOST_IN_A_FOLDER),
    [],
  );
});
