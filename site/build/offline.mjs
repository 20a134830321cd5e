// What the service worker keeps: every file that the pages use, by the SHA-256 of its bytes.
import { createHash } from "node:crypto";

/**
 * Large files that one page needs only after a button is pressed, and documents. They are kept when they
 * are first used.
 */
const LATER =
  /^(kit\/(engine\.wasm\.xz|shell\.txt)|lab\.wasm|(docs-|privacy-|reference|tutorials).*\.html|search-index\.js)$/;
/** The operator's page, which is nothing without an edge: wasm/edge/build.mjs publishes it. */
export const OF_EDGE = /^operator(\.html$|-files\/)/;
/** For servers, not for pages; the host sends the 404 page. */
const LEFT_OUT = /^(release\.schema\.json|404\.html)$/;

/** Fills the template of sw.js. `files` are all other files of the site by name. */
export function serviceWorker(template, files) {
  const names = Object.keys(files)
    .filter((name) => !LEFT_OUT.test(name) && !OF_EDGE.test(name))
    .sort();
  const digest = (name) => `sha256-${createHash("sha256").update(files[name]).digest("base64")}`;
  const list = (chosen) => JSON.stringify(Object.fromEntries(chosen.map((name) => [name, digest(name)])), undefined, 2);
  const first = list(names.filter((name) => !LATER.test(name)));
  const later = list(names.filter((name) => LATER.test(name)));
  const build = createHash("sha256").update(first).update(later).update(template).digest("hex").slice(0, 16);
  const values = { build, first, later };
  return template.replace(/"\{\{(\w+)\}\}"/g, (_, name) => (name === "build" ? JSON.stringify(build) : values[name]));
}
