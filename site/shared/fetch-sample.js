// Fetches public samples: bytes with progress, and one code for everything that can go wrong on the way.
import { fetchPublic, fetchSource } from "../reading/fetch-source.js";
import { distinct, fileNameOf } from "../reading/plain-text.js";
import { hex, sha256 } from "../digest.js";
import { LIMITS } from "../terms/link.gen.js";
import { sampleProblems } from "./texts.js";

/** What is wrong with a sample; `sample` is the name of the one it is about, where there are several. */
export class SampleProblem extends Error {
  constructor(code, detail, sample) {
    super(code);
    this.code = code;
    this.detail = detail;
    this.sample = sample;
  }
}

/** What is wrong, in words: of several samples with the name of the one it is about. */
export const problemText = ({ code, detail, sample }) =>
  `${sample ? `${sample}: ` : ""}${(sampleProblems[code] ?? sampleProblems.engine)(detail)}`;

/**
 * Fetches samples one after the other: each is {source, integrity, name}, where `source` is its address, `integrity` ""
 * or a SHA-256 as the form takes it, `name` may be undefined, and a sample that is given as `data` is not fetched. With
 * `stay` a redirect is an error: a link's owner has agreed to the addresses in it and to no others. Resolves with
 * {parts, sha256}: for each sample {data: Uint8Array, name, url, sha256: hex}, and of all of them the SHA-256 of
 * theirs, each followed by a line feed; of one its own. `onProgress(done, total, place, count)` gets the bytes of the
 * sample at a place. Throws SampleProblem.
 */
export async function fetchSamples(samples, /** @type {Record<string, any>} */ { stay, signal, onProgress } = {}) {
  if (samples.length > LIMITS.samples) throw new SampleProblem("too-many", LIMITS.samples);
  const parts = [];
  for (const [place, { source, integrity = "", name, data }] of samples.entries()) {
    try {
      const part = await fetchSample(source, {
        integrity,
        data,
        stay,
        signal,
        onProgress: (done, total) => onProgress?.(done, total, place, samples.length),
      });
      parts.push({ ...part, name: name ?? part.name });
    } catch (error) {
      if (samples.length > 1 && error instanceof SampleProblem && error.code !== "stopped")
        error.sample = name ?? source;
      throw error;
    }
  }
  if (parts.length === 1) return { parts, sha256: parts[0].sha256 };
  // Names stand for the samples in messages and in the release.
  const names = distinct(parts.map(({ name }) => name));
  return {
    parts: parts.map((part, k) => ({ ...part, name: names[k] })),
    sha256: await sha256(parts.map(({ sha256 }) => `${sha256}\n`).join("")),
  };
}

async function fetchSample(address, { integrity, data: made, stay, signal, onProgress }) {
  const url = webAddress(address);
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

/** Addresses as a form has them: one, or several with spaces between them. */
export const addressesIn = (text) => text.trim().split(/\s+(?=[a-z]+:)/i);
