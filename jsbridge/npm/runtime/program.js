import { PrivadaptError } from "../errors.js";

const MAGIC = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00];

/** Resolves with the bytes of a program; the published package has them compressed by xz, a checkout as they are. */
export async function unpacked(buffer) {
  const start = new Uint8Array(buffer, 0, Math.min(buffer.byteLength, MAGIC.length));
  if (!MAGIC.every((byte, i) => start[i] === byte)) return buffer;
  const { XzReadableStream } = await import("../dist/xz.js");
  return new Response(new XzReadableStream(new Blob([buffer]).stream())).arrayBuffer();
}

/** Refuses bytes that are not the engine this package was built with; there are no digests on plain http: pages. */
export function checkDigest(place, digest, expected) {
  if (digest === undefined || digest === expected) return;
  throw new PrivadaptError(
    "wrong-engine",
    `${place} is not the engine of this package: its SHA-256 is ${digest}, not ${expected}; it was not started`,
  );
}

export const damaged = (place) => (cause) => {
  throw new PrivadaptError("wrong-engine", `${place} is damaged and cannot be unpacked; it was not started`, { cause });
};
