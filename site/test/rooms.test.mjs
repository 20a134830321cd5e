// The rooms of the site: which may import from which, and how many files stand in one place. An arrow that the table
// does not have is refused, so a new one is a decision and not an accident.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const site = fileURLToPath(new URL("..", import.meta.url));

/** From the pages down. A room imports from rooms below it alone. "package" is what the site has of jsbridge/npm. */
const ARROWS = {
  build: ["owner", "package"],
  "kit-page": ["door", "owner", "shared", "package"],
  door: ["owner", "shared"],
  embed: ["owner", "shared"],
  paper: ["shared", "package"],
  analyst: ["owner", "plots", "shared", "package"],
  operator: ["shared", "package"],
  owner: ["vault", "plots", "shared", "package"],
  vault: ["shared", "package"],
  plots: ["shared", "package"],
  shared: ["package"],
  package: [],
};

const MOST_ARROWS = 19; // between rooms; those to the package apart
const MOST_AT_THE_DOOR = 12;
const MOST_IN_A_FOLDER = 25;

/** What the build takes from the npm package and puts beside the rooms, and the package itself. */
const PACKAGE =
  /^(engine|figures|kit|ledger|portable|reading|runtime|terms)\/|^(csv|errors|host-place|in-short|invitation(-texts)?|plain-text|receiver)\.js$|^\.\.\/jsbridge\/npm\//;

/** The room of a file, by its path below site/. */
function roomOf(name) {
  if (PACKAGE.test(name)) return "package";
  return name.includes("/") ? name.slice(0, name.indexOf("/")) : "door";
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g;

/** The arrows between rooms among `files`, name → text, as "from → to", each with the imports that make it. */
function arrowsOf(files) {
  const arrows = new Map();
  for (const [name, text] of Object.entries(files)) {
    for (const [, wanted] of text.matchAll(IMPORT)) {
      const target = path.posix.join(path.posix.dirname(name), wanted);
      const [from, to] = [roomOf(name), roomOf(target)];
      if (from === to) continue;
      const arrow = `${from} → ${to}`;
      arrows.set(arrow, [...(arrows.get(arrow) ?? []), `${name} imports ${target}`]);
    }
  }
  return arrows;
}

/** What the table does not allow, as sentences. */
const refused = (files) =>
  [...arrowsOf(files)]
    .filter(([arrow]) => !arrow.split(" → ").every((room, i, [from]) => i === 0 || ARROWS[from]?.includes(room)))
    .flatMap(([, imports]) => imports);

/** All files of the site that are kept in the repository, tests apart: names below site/. */
async function namesOf(folder = "") {
  const entries = await readdir(path.join(site, folder), { withFileTypes: true });
  const below = entries.filter(
    (entry) => entry.isDirectory() && !(folder === "" && /^(dist|node_modules|test)/.test(entry.name)),
  );
  const here = entries.filter((entry) => entry.isFile()).map((entry) => path.posix.join(folder, entry.name));
  return [...here, ...(await Promise.all(below.map((entry) => namesOf(path.posix.join(folder, entry.name))))).flat()];
}

async function scripts() {
  const names = (await namesOf()).filter((name) => /\.m?js$/.test(name));
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(site, name), "utf8")])),
  );
}

test("rooms import from rooms below them, as the table says, and every arrow of the table is in use", async () => {
  const files = await scripts();
  assert.deepEqual(refused(files), []);
  const order = Object.keys(ARROWS);
  for (const [from, targets] of Object.entries(ARROWS)) {
    for (const to of targets) assert.ok(order.indexOf(from) < order.indexOf(to), `${from} → ${to} runs back`);
  }
  const allowed = Object.entries(ARROWS).flatMap(([from, targets]) => targets.map((to) => `${from} → ${to}`));
  assert.deepEqual([...arrowsOf(files).keys()].sort(), allowed.sort());
  const between = allowed.filter((arrow) => !arrow.endsWith("package"));
  assert.ok(between.length <= MOST_ARROWS, `${between.length} arrows between rooms`);
});

test("an import that runs back, and one between rooms that do not know each other, are noticed", async () => {
  const files = await scripts();
  const planted = {
    "vault/host.js": ['import { send } from "../owner/send.js";', "vault/host.js imports owner/send.js"],
    "paper/lab.js": [
      'const { charge } = await import("../owner/budget/budget.js");',
      "paper/lab.js imports owner/budget/budget.js",
    ],
    "app.js": ['import { openVault } from "./vault/host.js";', "app.js imports vault/host.js"],
    "shared/dom.js": ['export { embed } from "../embed/texts.js";', "shared/dom.js imports embed/texts.js"],
    "owner/send.js": ['import "../app.js";', "owner/send.js imports app.js"],
    "build/serve.mjs": [
      'import { owner } from "../test/support/owner.mjs";',
      "build/serve.mjs imports test/support/owner.mjs",
    ],
    "vault/inside/vault.js": [
      'import { sample } from "../../analyst/texts.js";',
      "vault/inside/vault.js imports analyst/texts.js",
    ],
  };
  for (const [name, [line, sentence]] of Object.entries(planted)) {
    assert.ok(name in files, name);
    assert.deepEqual(refused({ ...files, [name]: `${line}\n${files[name]}` }), [sentence]);
  }
});

test("few files stand at the front door, and no room is so full that one has to search", async () => {
  const counts = new Map();
  for (const name of await namesOf()) counts.set(path.dirname(name), (counts.get(path.dirname(name)) ?? 0) + 1);
  assert.ok(counts.get(".") <= MOST_AT_THE_DOOR, `${counts.get(".")} files directly in site/`);
  assert.deepEqual(
    [...counts].filter(([, count]) => count > MOST_IN_A_FOLDER),
    [],
  );
});
