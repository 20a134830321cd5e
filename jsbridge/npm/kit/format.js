// The kit: one HTML file with the owner's page, the vault, the engine, the public samples and the terms. How its
// contents lie in it: after the page's markup a list of them, the manifest, and for each a block of text. The
// manifest's SHA-256 is in the head, and the manifest states that of each content, so that a changed byte is noticed.
import { PrivadaptError } from "../errors.js";

export const FORMAT = "privadapt-kit";
export const VERSION = 1;

/** What every kit holds beside its samples: a file's name → how it is packed. */
export const PARTS = { "engine.wasm": "xz", "vault.html": "gzip", "parquet.js": "gzip", "xlsx.js": "gzip" };

/** Bytes of all public files in a kit together: more than that, and browsers no longer open it at once. */
export const MOST_BYTES = 100e6;

/** Bytes of a kit's file: one of files that cannot be compressed stays below. */
export const MOST_KIT = 200e6;

/** Where in the page's markup the contents go, and the digest of their list. The build writes both, each once. */
export const PLACES = { digest: "{{kitManifestSHA256}}", contents: "{{kitContents}}" };

export const MANIFEST = "kit-manifest";
export const blockId = (place) => `kit-${place}`;

/** The address of a public file that was given as a file, and is in the kit alone. */
export const addressOf = (name) =>
  `kit:${encodeURIComponent(name.normalize("NFC").replace(/[\p{C}\s]+/gu, "-") || "file")}`;

/** The element of one block. Its type is no script's, so that browsers do not run it. */
export const element = (id, type, text) => `<script type="${type}" id="${id}">${text}</script>\n`;

/** Hexadecimal. */
export async function sha256(data) {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The bytes of a content from the text of its block, if they have the digest that its entry in the manifest states.
 * Throws "damaged-kit".
 */
export async function contentOf({ name, packing, sha256: expected }, text) {
  const bytes = await unpack(text, packing).catch(() => undefined);
  if (!bytes || (await sha256(bytes)) !== expected)
    throw new PrivadaptError(
      "damaged-kit",
      `${name} in this kit is not what its list of contents says: the file was changed on its way; ask for it again`,
    );
  return bytes;
}

async function unpack(text, packing) {
  const blob = new Blob([bytesOf(text)]);
  if (packing === "gzip") return arrayOf(blob.stream().pipeThrough(new DecompressionStream("gzip")));
  const { XzReadableStream } = await import("../dist/xz.js");
  return arrayOf(new XzReadableStream(blob.stream()));
}

const arrayOf = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

// Base 85 is 1.25 times as large as the bytes, and base 64 1.33 times. None of these characters ends an element or
// begins markup.
const DIGITS = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i))
  .join("")
  .replace(/["&'<>\\^`|]/g, "");
const CODES = new TextEncoder().encode(DIGITS);
const VALUES = new Uint8Array(256).fill(255);
CODES.forEach((code, value) => (VALUES[code] = value));

/** Four bytes are five digits, the highest first; of r bytes at the end r + 1 digits are kept. */
export function textOf(bytes) {
  const rest = bytes.length % 4;
  const digits = new Uint8Array(Math.ceil(bytes.length / 4) * 5);
  for (let i = 0, at = 0; i < bytes.length; i += 4, at += 5) {
    let number = 0;
    for (let k = 0; k < 4; k++) number = number * 256 + (bytes[i + k] ?? 0);
    for (let k = 4; k >= 0; k--) {
      digits[at + k] = CODES[number % 85];
      number = Math.floor(number / 85);
    }
  }
  return new TextDecoder().decode(rest === 0 ? digits : digits.subarray(0, digits.length - 4 + rest));
}

/** Throws where the text is not one that textOf() has written. */
export function bytesOf(text) {
  const digits = new TextEncoder().encode(text);
  const groups = Math.ceil(digits.length / 5);
  const bytes = new Uint8Array(groups * 4);
  const view = new DataView(bytes.buffer);
  let wrong = digits.length % 5 === 1;
  for (let i = 0; i < groups; i++) {
    let number = 0;
    for (let k = 5 * i; k < 5 * i + 5; k++) {
      // The digits that were left out at the end count as the highest.
      const value = k < digits.length ? VALUES[digits[k]] : 84;
      wrong ||= value === 255;
      number = number * 85 + value;
    }
    wrong ||= number >= 2 ** 32;
    view.setUint32(4 * i, number);
  }
  if (wrong) throw new Error("not base 85");
  return bytes.subarray(0, digits.length - groups);
}
