// Makes the kit's page without its contents, which jsbridge/npm/kit/make.js adds: the owner's markup, its styles and
// its script in one document that may connect to nothing.
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PLACES } from "../../jsbridge/npm/kit/format.js";
import { addImported, joined } from "./bundle.mjs";
import { allLanguages } from "./languages.mjs";
import { sha256, styleOf } from "./vault.mjs";

const site = fileURLToPath(new URL("..", import.meta.url));
const npm = path.join(site, "../jsbridge/npm");

/** What a kit is made of, beside what the package has anyway. */
export const KIT_FILES = ["kit/shell.txt", "vault.html"];

/** Modules of the site in whose place kit-page/surroundings.js comes. */
const REPLACED = [
  "owner/asked.js",
  "owner/sample-data.js",
  "owner/send.js",
  "reading/fetch-source.js",
  "shared/invitation.js",
  "shared/offline.js",
  "vault-files/built.js",
];
const STYLES = ["shared/base.css", "shared/controls.css", "shared/style.css", "plots/plots.css", "owner/owner.css"];

/**
 * Resolves with the document as text. `files` are the site's, `html` the owner's page with what a kit alone has.
 */
export async function makeShell(files, html, { vaultScriptHash, vaultStyleHash }) {
  const script = `\n${await lockdown()}\n${await scriptOf(files)}`;
  if (/<\/script|<!--|\r|\0/i.test(script))
    throw new Error("build: the kit's script cannot be placed inside a script element");
  const style = await styleOf(STYLES.map((name) => files[name]).join("\n"));
  const [icon, body] = [String(files["shared/icon.svg"]).trim(), /<body[^>]*>([\s\S]*)<\/body>/.exec(html)[1]];
  const markup = body.replaceAll(
    '<img src="shared/icon.svg" alt="" width="28" height="28">',
    icon.replace("<svg ", '<svg width="28" height="28" aria-hidden="true" '),
  );
  const foreign = /\s(?:href|src)="(?!#)[^"]*"/.exec(markup);
  if (foreign) throw new Error(`build: the kit's page leads out of it:${foreign[0]}`);
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${sha256(script, "base64")}' 'sha256-${vaultScriptHash}' 'wasm-unsafe-eval'`,
    `style-src 'sha256-${sha256(style, "base64")}' 'sha256-${vaultStyleHash}'`,
    "worker-src blob:",
    ...["connect-src", "frame-src", "object-src", "base-uri", "form-action"].map((name) => `${name} 'none'`),
    "webrtc 'block'",
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">
<meta name="privadapt-kit" content="${PLACES.digest}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="x-dns-prefetch-control" content="off">
<title>privadapt</title>
<style>${style}</style>
</head>
<body data-step="start">
${markup.trim()}
${PLACES.contents}<script>${script}</script>
</body>
</html>
`;
}

/**
 * What the kit's page needs of all that the vault's first lines remove: its ledger, its steps, its buttons and its
 * frame.
 */
const KEPT = [...["indexedDB", "BroadcastChannel", "pushState", "replaceState"], ...["a", "form", "iframe"]];

async function lockdown() {
  const { transform } = await import("esbuild");
  const text = await readFile(path.join(site, "vault/inside/lockdown.js"), "utf8");
  const { code } = await transform(text, { minifyWhitespace: true, charset: "utf8" });
  const [before, after] = code.split("})([]);");
  if (after === undefined) throw new Error("build: lockdown.js does not end as it should");
  return `${before}})(${JSON.stringify(KEPT)});`;
}

async function scriptOf(files) {
  const all = { ...files };
  for (const name of await readdir(path.join(site, "kit-page")))
    if (name.endsWith(".js")) all[`kit-page/${name}`] = await readFile(path.join(site, "kit-page", name), "utf8");
  await addImported(all, (name) => readFile(path.join(npm, name), "utf8"));
  all["kit-page/all-texts.js"] = allLanguages();
  all["dist/xz.js"] = await readFile(path.join(npm, "dist/xz.js"), "utf8"); // imported when it is needed
  return joined("kit-page/kit.js", all, {
    replaced: {
      ...Object.fromEntries(REPLACED.map((name) => [name, "kit-page/surroundings.js"])),
      "texts/own.js": "kit-page/all-texts.js",
    },
    shape: { format: "iife", minifyWhitespace: true, minifySyntax: true, minifyIdentifiers: true },
  });
}

const KIT_ONLY = /<template data-kit-only>([\s\S]*?)<\/template>\s*/g;

// The owner's page has two shells, a site and a kit, and one markup: an element with data-site-only is on the site alone,
// and what is in a <template data-kit-only> is in the kit alone.
export const ofSite = (html) => html.replace(KIT_ONLY, "").replace(/ data-site-only(="")?/g, "");

export function ofKit(html) {
  let kept = html.replace(KIT_ONLY, "$1");
  for (;;) {
    const start = /<(\w+)[^>]*\sdata-site-only\b/.exec(kept);
    if (!start) return kept;
    const tags = new RegExp(`<(/?)${start[1]}\\b[^>]*>`, "g");
    tags.lastIndex = start.index;
    let depth = 0;
    do {
      const tag = tags.exec(kept);
      if (!tag) throw new Error(`build: an element ${start[1]} for the site alone does not end`);
      depth += tag[1] ? -1 : 1;
    } while (depth > 0);
    kept = kept.slice(0, start.index) + kept.slice(tags.lastIndex);
  }
}
