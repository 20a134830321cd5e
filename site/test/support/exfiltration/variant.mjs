// Vaults that are weaker by one thing, each with a channel that is then open: the test must see it.
import { cp, mkdtemp, readFile, rm, unlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { digestOf } from "../../../../jsbridge/npm/test/tools.mjs";

const dist = fileURLToPath(new URL("../../../dist/", import.meta.url));
const sha256 = (text) => digestOf(text, "base64");

/** Replaces what must be there. */
function replace(text, from, to) {
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

const widerFrames = (policy) => ({
  "index.html": (html) => replace(html, "frame-src 'none'", policy),
  _headers: (text) => replace(text, "frame-src 'none'", policy),
});

export const WEAKER = [
  {
    name: "may connect",
    channel: "fetch",
    // connect-src of the page around it has to allow the address of any public sample.
    edits: { "vault.html": async (html) => replace(await policiesAlone(html), "connect-src 'none'", "connect-src *") },
  },
  {
    name: "frames of the page may go anywhere",
    channel: "navigation of the frame",
    edits: widerFrames("frame-src *"),
  },
  {
    name: "loaded by src instead of srcdoc",
    channel: "navigation of the frame within the site",
    edits: {
      "vault-files/host.js": (code) =>
        replace(code, "frame.srcdoc = html;", 'frame.src = new URL("../vault.html", import.meta.url);'),
      "vault.html": policiesAlone,
      "index.html": widerFrames("frame-src 'self'")["index.html"],
      _headers: (text) =>
        replace(replace(text, "frame-src 'none'", "frame-src 'self'"), "; frame-ancestors 'none'", ""),
    },
  },
  {
    name: "sandbox with popups",
    channel: "link in a new window",
    edits: {
      "vault-files/host.js": (code) => replace(code, '"allow-scripts"', '"allow-scripts allow-popups"'),
      "vault.html": policiesAlone,
    },
  },
];
