// Makes the vault's document: one script and one style, both pinned by their SHA-256 in its policy and in the page's.
// The script in turn pins the SHA-256 of every program that the page hands in.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { DECODERS } from "../../jsbridge/npm/reading/formats.gen.js";
import { classicScript, workerScript } from "../../jsbridge/npm/build/worker-script.mjs";

const site = fileURLToPath(new URL("..", import.meta.url));
const inside = path.join(site, "vault/inside");

/**
 * The files of the site that run inside the vault. The page hands them in as bytes (vault/host.js), and vault.js checks
 * each.
 */
export const PINNED = ["engine.wasm", ...DECODERS.map((name) => `${name}.js`)];

const text = (...parts) => readFile(path.join(...parts), "utf8");

/** The vault's styles, in the order in which they apply. */
const STYLES = [
  ...["shared/base.css", "shared/controls.css"],
  ...["vault", "check", "request"].map((name) => `vault/inside/${name}.css`),
];

export const sha256 = (data, encoding) => createHash("sha256").update(data).digest(encoding);

/** A style without its comments and spaces. */
export async function styleOf(text) {
  const { transform } = await import("esbuild");
  return (await transform(text, { loader: "css", minifyWhitespace: true, charset: "utf8" })).code;
}

/** Fills {{name}} in a template; a name without a value is a mistake in the template. */
export const fill = (template, values) =>
  template.replace(/\{\{(\w+)\}\}/g, (_, name) => {
    if (!(name in values)) throw new Error(`build: the template asks for ${name}`);
    return values[name];
  });

/** A constant that is safe inside a script element. */
const literal = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");

/**
 * `files` maps the names in PINNED to their bytes. Resolves with {html, values}: the document, and what the page around
 * it needs to know of it ({{vaultScriptHash}}, {{vaultStyleHash}}).
 */
export async function makeVault(files) {
  const lockdown = await text(inside, "lockdown.js");
  const worker = `"use strict";\n${lockdown}\n${await workerScript()}`;
  const digests = Object.fromEntries(PINNED.map((name) => [name, sha256(files[name], "hex")]));
  const start = `privadaptVault.startVault(${literal(worker)}, ${literal(digests)}, ${literal(lockdown)});`;
  const script = [
    "",
    '"use strict";',
    lockdown,
    await classicScript(path.join(inside, "vault.js"), "privadaptVault"),
    start,
    "",
  ].join("\n");
  // A script that the parser would change or cut off would not have the pinned hash.
  if (/<\/script|<!--|\r|\0/i.test(script))
    throw new Error("build: the vault's script cannot be placed inside a script element");
  const styles = await Promise.all(STYLES.map((name) => text(site, name)));
  const style = await styleOf(styles.join("\n"));
  const values = { vaultScriptHash: sha256(script, "base64"), vaultStyleHash: sha256(style, "base64") };
  return {
    html: fill(await text(inside, "vault.html"), { ...values, vaultScript: script, vaultStyle: style }),
    values,
  };
}
