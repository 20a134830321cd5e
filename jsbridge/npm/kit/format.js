// The kit: one HTML file with the owner's page, the vault, the engine, the public files and the terms. How its
// contents lie in it: after the page's markup a list of them, the manifest, and for each a block of text. The
// manifest's SHA-256 is in the head, and the manifest states each content's, so that a changed byte is noticed.
import { PrivadaptError } from "../errors.js";
import { DECODERS } from "../reading/formats.gen.js";
import { sha256 } from "../digest.js";

export const FORMAT = "privadapt-kit";
export const VERSION = 1;

/** What every kit holds beside its public files: a file's name → how it is packed. */
export const PARTS = {
  "engine.wasm": "xz",
  "vault.html": "gzip",
  ...Object.fromEntries(DECODERS.map((name) => [`${name}.js`, "gzip"])),
};

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

// Base 91: 13 bits are two digits, so a text is 1.23 times as large as its bytes, and in base 64 1.33 times. None of
// these characters ends an element or begins markup.
const DIGITS = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i))
  .join("")
  .replace(/[&<>]/g, "");
const CODES = new TextEncoder().encode(DIGITS);
const VALUES = new Uint8Array(256).fill(255);
CODES.forEach((code, value) => (VALUES[code] = value));

/** Bits that are left at the end and fit into one digit. */
const SHORT = 6;

function digitsOf(bytes) {
  const rest = (bytes * 8) % 13;
  return 2 * ((bytes * 8 - rest) / 13) + (rest === 0 ? 0 : rest <= SHORT ? 1 : 2);
}

/** The lowest bits first; zeros fill the last digits. */
export function textOf(bytes) {
  const digits = new Uint8Array(digitsOf(bytes.length));
  let [bits, held, at] = [0, 0, 0];
  for (let i = 0; at < digits.length; ) {
    for (; held < 13 && i < bytes.length; held += 8) bits |= bytes[i++] << held;
    const number = bits & 8191;
    digits[at++] = CODES[number % 91];
    if (at < digits.length) digits[at++] = CODES[(number / 91) | 0];
    bits >>= 13;
    held -= 13;
  }
  return new TextDecoder().decode(digits);
}

/** Throws where the text is not one that textOf() has written. */
export function bytesOf(text) {
  const digits = new TextEncoder().encode(text);
  const single = digits.length & 1;
  const bytes = new Uint8Array(Math.floor((13 * (digits.length >> 1) + SHORT * single) / 8));
  let wrong = digitsOf(bytes.length) !== digits.length;
  let [bits, held, at] = [0, 0, 0];
  for (let i = 0; i < digits.length; i += 2) {
    const low = VALUES[digits[i]];
    const high = i + 1 < digits.length ? VALUES[digits[i + 1]] : 0;
    const number = low + 91 * high;
    if (low > 90 || high > 90 || number > 8191) wrong = true;
    bits |= number << held;
    for (held += 13; held >= 8 && at < bytes.length; held -= 8) {
      bytes[at++] = bits & 255;
      bits >>= 8;
    }
  }
  if (wrong || bits !== 0) throw new Error("not base 91");
  return bytes;
}
