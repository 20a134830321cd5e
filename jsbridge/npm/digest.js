export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The SHA-256 of a text or bytes, in hexadecimal; undefined on plain http: pages, where browsers offer no digests. */
export async function sha256(/** @type {any} */ data) {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  const digest = await globalThis.crypto.subtle?.digest("SHA-256", bytes);
  return digest && hex(new Uint8Array(digest));
}
