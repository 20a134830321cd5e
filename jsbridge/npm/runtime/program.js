import { PrivadaptError } from "../errors.js";
import { sha256 } from "../digest.js";

const MAGIC = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00];

const modules = new Map(); // compiled once in a page or process, for any number of engines

/**
 * Resolves with {wasm, wasmSHA256}: the engine's module and the digest of its bytes, which each release states.
 * `read(url)` resolves with the bytes of the file. An engine other than the expected one is refused.
 */
export function compiled(url, expected, read) {
  const key = `${expected} ${url}`;
  if (!modules.has(key)) {
    const module = compile(url, expected, read);
    modules.set(key, module);
    module.catch(() => modules.delete(key));
  }
  return modules.get(key);
}

async function compile(url, expected, read) {
  await mayRun(); // first, because what unpacks the engine is WebAssembly too
  const file = await read(url);
  const bytes = await unpacked(file).catch((cause) => {
    throw new PrivadaptError("wrong-engine", `${url} is damaged and cannot be unpacked; it was not started`, { cause });
  });
  // Not compileStreaming, because the digest needs the bytes. They are compiled meanwhile, and nothing of another
  // engine runs.
  const wasm = WebAssembly.compile(bytes);
  wasm.catch(() => {}); // of bytes with a wrong digest
  const wasmSHA256 = await sha256(bytes);
  if (wasmSHA256 !== undefined && wasmSHA256 !== expected) {
    if (bytes[0] === "<".charCodeAt(0))
      throw new PrivadaptError("engine-missing", `the engine is not at ${url}: a web page is`);
    throw new PrivadaptError(
      "wrong-engine",
      `${url} is not the engine of this package: its SHA-256 is ${wasmSHA256}, not ${expected}; it was not started`,
    );
  }
  return { wasm: await wasm, wasmSHA256 };
}

/**
 * Rejects where not even an empty module may run. Some browsers let a page without the right compile, and not start.
 */
async function mayRun() {
  const empty = Uint8Array.from([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  try {
    new WebAssembly.Instance(await WebAssembly.compile(empty));
  } catch (cause) {
    throw new PrivadaptError(
      "blocked",
      "the browser runs no WebAssembly: the page's Content-Security-Policy has to allow 'wasm-unsafe-eval' as script-src",
      { cause },
    );
  }
}

/** Resolves with the bytes of a program; the published package has them compressed by xz, a checkout uncompressed. */
export async function unpacked(bytes) {
  if (!MAGIC.every((byte, i) => bytes[i] === byte)) return bytes;
  const { XzReadableStream } = await import("../dist/xz.js");
  return bytesOf(new Response(new XzReadableStream(new Blob([bytes]).stream())));
}

/** The whole body of a response. */
export const bytesOf = async (response) => new Uint8Array(await response.arrayBuffer());
