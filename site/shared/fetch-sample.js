// Fetches a public sample: bytes with progress, and one code for everything that can go wrong on the way.
import { fetchPublic, fetchSource } from "../reading/fetch-source.js";
import { fileNameOf } from "../reading/plain-text.js";
import { hex, sha256 } from "../digest.js";
import { LIMITS } from "../terms/link.gen.js";
import { sampleProblems } from "./texts.js";

/** What is wrong with a sample. */
export class SampleProblem extends Error {
  constructor(code, detail) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/** What is wrong, in words. */
export const problemText = ({ code, detail }) => (sampleProblems[code] ?? sampleProblems.engine)(detail);

/**
 * Fetches a sample {source, integrity, data}: `source` is its address, `integrity` "" or a SHA-256 as the form takes it; one
 * that is given as `data` is not fetched. With `stay` a redirect is an error: a link's owner has agreed to the addresses in
 * it and to no others. Resolves with {data: Uint8Array, name, url, sha256: hex}. `onProgress(done, total)` gets its bytes.
 * Throws SampleProblem.
 */
export async function fetchSample(
  /** @type {Record<string, any>} */ { source, integrity = "", data: made },
  /** @type {Record<string, any>} */ { stay, signal, onProgress } = {},
) {
  const url = webAddress(source);
  const digest = parseIntegrity(integrity);
  if (!globalThis.crypto?.subtle) throw new SampleProblem("insecure");

  const data = made ?? (await fetched(url, { stay, signal, onProgress }));
  if (data.length === 0) throw new SampleProblem("empty-file");
  if (looksLikeHTML(data)) throw new SampleProblem("html");
  const found = await sha256(data);
  if (digest && found !== digest) throw new SampleProblem("integrity");
  return { data, name: fileNameOf(url), url: url.href, sha256: found };
}

async function fetched(url, options) {
  const file = await fetchSource(url, options).catch((error) => {
    throw new SampleProblem(error.code === "cancelled" ? "stopped" : error.code, error.status);
  });
  return new Uint8Array(await file.arrayBuffer());
}

/**
 * A model: resolves with {data: Uint8Array, url}. `field` is the link's field that names it: "model" is a release, and
 * any other a file of another library. `sha256` is what it must hash to, or undefined. Only links name models, so a
 * redirect is an error. Throws SampleProblem.
 */
export async function fetchModel(
  address,
  /** @type {Record<string, any>} */ { field, sha256: digest, signal, onProgress },
) {
  const [code, most] = field === "model" ? ["model", LIMITS.release] : ["base-file", LIMITS.modelFile];
  const refuse = (text) => new SampleProblem(code, text);
  const file = await fetchPublic(address, {
    what: "model's file",
    kind: "JSON file",
    stay: true,
    most,
    signal,
    onProgress,
  }).catch((error) => {
    if (error.code === "too-large") throw refuse(`It has more than ${most >> 20} MB.`);
    throw error.code === "cancelled"
      ? new SampleProblem("stopped")
      : refuse(sampleProblems[error.code]?.(error.status) ?? error.message);
  });
  const data = new Uint8Array(await file.arrayBuffer());
  if (digest && (await sha256(data)) !== digest) throw refuse(sampleProblems.integrity());
  return { data, url: new URL(address).href };
}

function webAddress(address) {
  let url;
  try {
    url = new URL(address.trim());
  } catch {
    throw new SampleProblem("not-a-url");
  }
  // The last in kits alone, where the file lies beside the page.
  if (!["https:", "http:", "kit:"].includes(url.protocol)) throw new SampleProblem("not-a-url");
  return url;
}

/** Returns the digest as lower-case hex, or undefined if none was given. */
function parseIntegrity(text) {
  text = text.trim();
  if (text === "") return undefined;
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  const base64 = /^sha256-([A-Za-z0-9+/]{43}=)$/.exec(text)?.[1];
  if (!base64) throw new SampleProblem("bad-integrity");
  return hex(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
}

function looksLikeHTML(data) {
  const start = new TextDecoder().decode(data.subarray(0, 256)).trimStart().toLowerCase();
  return start.startsWith("<!doctype html") || start.startsWith("<html");
}
