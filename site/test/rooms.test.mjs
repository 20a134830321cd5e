// Which rooms of the site may import from which. An arrow that the table does not have is refused, so a new one is a
// decision and not an accident.
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
  paper: ["plots", "shared", "package"],
  analyst: ["owner", "plots", "shared", "package"],
  operator: ["shared", "package"],
  owner: ["vault", "plots", "shared", "package"],
  vault: ["shared", "package"],
  plots: ["shared", "package"],
  shared: ["package"],
  package: [],
};

/** What the build takes from the npm package and puts beside the rooms, and the package itself. */
const PACKAGE =
  /^(engine|figures|kit|ledger|portable|reading|runtime|terms)\/|^(csv|errors|host-place|in-short|invitation(-texts)?|plain-text|receiver)\.js$|^\.\.\/jsbridge\/npm\//;

/** The room of a file, by its path below site/. */
function roomOf(name) {
  if (PACKAGE.test(name)) return "package";
  return name.includes("/") ? name.slice(0, name.indexOf("/")) : "door";
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g;

/** The imports among `files`, name → text, that the table does not allow, as sentences. */
const refused = (files) =>
  Object.entries(files).flatMap(([name, text]) =>
    [...text.matchAll(IMPORT)]
      .map(([, wanted]) => path.posix.join(path.posix.dirname(name), wanted))
      .filter((target) => roomOf(name) !== roomOf(target) && !ARROWS[roomOf(name)]?.includes(roomOf(target)))
      .map((target) => `${name} imports ${target}`),
  );

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

test("rooms import from rooms below them, as the table says", async () => {
  assert.deepEqual(refused(await scripts()), []);
});

test("an import that runs back is noticed", async () => {
  const files = await scripts();
  files["shared/dom.js"] = `export { embed } from "../embed/texts.js";\n${files["shared/dom.js"]}`;
  assert.deepEqual(refused(files), ["shared/dom.js imports embed/texts.js"]);
});
