// Vaults that are weaker by one thing, to see that the test would notice.
import { cp, mkdtemp, readFile, rm, unlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { digestOf } from "../../../../jsbridge/npm/test/tools.mjs";

const dist = fileURLToPath(new URL("../../../dist/", import.meta.url));
const sha256 = (text) => digestOf(text, "base64");

/** Replaces what must be there. */
export function replace(text, from, to) {
  if (!text.includes(from)) throw new Error(`the built site has no ${from}`);
  return text.replaceAll(from, to);
}

/**
 * A copy of the built site with some files edited: `edits` maps a name to a function of its text. When the vault's
 * script changes, its hash follows in the policies of all pages and in _headers. Resolves with {root, remove}.
 */
export async function variant(edits) {
  const root = await mkdtemp(path.join(os.tmpdir(), "privadapt-variant-"));
  await cp(dist, root, { recursive: true });
  const scriptOf = (html) => /<script>([\s\S]*?)<\/script>/.exec(html)[1];
  const put = async (name, edit) => {
    const before = await readFile(path.join(root, name), "utf8");
    const after = await edit(before);
    await writeFile(path.join(root, name), after);
    await unlink(path.join(root, `${name}.br`)).catch(() => {}); // none beside some
    return [before, after];
  };
  for (const [name, edit] of Object.entries(edits)) {
    const [before, after] = await put(name, edit);
    if (before === after) throw new Error(`${name} was not changed`);
    if (name !== "vault.html" || scriptOf(before) === scriptOf(after)) continue;
    for (const pinning of ["vault.html", "index.html", "_headers"]) {
      await put(pinning, (text) => replace(text, sha256(scriptOf(before)), sha256(scriptOf(after))));
    }
  }
  return { root, remove: () => rm(root, { recursive: true }) };
}

/**
 * The vault's document without the layers that are ours beyond the design's policy: lockdown.js, in its script and in
 * its worker's, and Trusted Types. What is left are content security policy and sandbox.
 */
export async function policiesAlone(html) {
  const lockdown = await readFile(fileURLToPath(new URL("../../../vault/inside/lockdown.js", import.meta.url)), "utf8");
  const quoted = JSON.stringify(lockdown).slice(1, -1).replaceAll("<", "\\u003c");
  const bare = replace(replace(html, quoted, ""), lockdown, "");
  return replace(bare, "; require-trusted-types-for 'script'; trusted-types privadapt-worker", "");
}
