// The page for the records of a release, as the command and the page for releases write it.
import { figureLines } from "./figure-lines.js";
import { pageOf } from "./page.js";

/** Resolves with {html, ok}: the page, and whether the certificate holds. */
export async function recordsPage(
  engine,
  /** @type {string} */ text,
  /** @type {{acceptLargeDelta?: boolean}} */ options = {},
) {
  const verified = await engine.verify(text, options);
  const release = JSON.parse(text);
  const figures =
    release.kind === "report" && verified.ok
      ? figureLines(await engine.figures(text), release.provenance.schema.classes)
      : [];
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  const digest = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { html: pageOf(release, { verified, digest, figures }), ok: verified.ok };
}
