// Brotli beside each file, for servers that use it.
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import zlib from "node:zlib";

const { BROTLI_PARAM_LGWIN: window, BROTLI_PARAM_MODE: mode, BROTLI_PARAM_SIZE_HINT: hint, ...c } = zlib.constants;

// Which is the shortest differs from one engine to the next, by up to two thousandths.
const WAYS = [{}, { [mode]: c.BROTLI_MODE_FONT }, { [mode]: c.BROTLI_MODE_FONT, [window]: c.BROTLI_MAX_WINDOW_BITS }];

/**
 * Resolves with `content` compressed. This is the slow part of a build, so `previous`, a file, is used again if it has
 * the same bytes.
 */
export async function compressed(content, previous) {
  const before = await readFile(previous).catch(() => undefined);
  if (before) {
    const unpacked = await promisify(zlib.brotliDecompress)(before).catch(() => undefined);
    if (unpacked?.equals(content)) return before;
  }
  const all = await Promise.all(
    WAYS.map((params) => promisify(zlib.brotliCompress)(content, { params: { ...params, [hint]: content.length } })),
  );
  return all.reduce((best, one) => (one.length < best.length ? one : best));
}
