// Fetches the public sample: bytes with progress, and one code for everything that can go wrong on the way.
import { fetchPublic, fetchSource } from "../reading/fetch-source.js";
import { sampleProblems } from "./texts.js";

export class SampleProblem extends Error {
  constructor(code, detail) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/**
 * Resolves with {data: Uint8Array, name, url, sha256: hex}. `integrity` is "" or a SHA-256 as the form takes it. Throws SampleProblem.
 */
export async function fetchSample(address, { integrity = "", signal, onProgress } = {}) {
  const url = webAddress(address);
  const digest = parseIntegrity(integrity);
  if (!globalThis.crypto?.subtle) throw new SampleProblem("insecure");

  const file = await fetchSource(url, { signal, onProgress }).catch((error) => {
    throw new SampleProblem(error.code === "cancelled" ? "stopped" : error.code, error.status);
  });
  const data = new Uint8Array(await file.arrayBuffer());
  if (data.length === 0) throw new SampleProblem("empty-file");
  if (looksLikeHTML(data)) throw new SampleProblem("html");
  const sha256 = toHex(await crypto.subtle.digest("SHA-256", data));
  if (digest && sha256 !== digest) throw new SampleProblem("integrity");
  return { data, name: fileName(url), url: url.href, sha256 };
}

/** What the engine reads at most of a model in a file of another library, and of a release. */
const MOST = { "base-file": 8, model: 32 }; // MB

/**
 * A model: resolves with {data: Uint8Array, url}. `as` is "base-file" for one in a file of another library, or "model" for a release.
 * `sha256` is what it must hash to, or undefined. Throws SampleProblem.
 */
export async function fetchModel(address, { as = "base-file", sha256, signal, onProgress } = {}) {
  const refuse = (text) => new SampleProblem(as, text);
  const file = await fetchPublic(address, { what: "model's file", kind: "JSON file", signal, onProgress }).catch((error) => {
    throw error.code === "cancelled" ? new SampleProblem("stopped") : refuse(sampleProblems[error.code]?.(error.status) ?? error.message);
  });
  if (file.size > MOST[as] << 20) throw refuse(`It has more than ${MOST[as]} MB.`);
  const data = new Uint8Array(await file.arrayBuffer());
  if (sha256 && toHex(await crypto.subtle.digest("SHA-256", data)) !== sha256) throw refuse(sampleProblems.integrity());
  return { data, url: new URL(address).href };
}

function webAddress(address) {
  let url;
  try {
    url = new URL(address.trim());
  } catch {
    throw new SampleProblem("not-a-url");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new SampleProblem("not-a-url");
  return url;
}

/** Returns the digest as lower-case hex, or undefined if none was given. */
function parseIntegrity(text) {
  text = text.trim();
  if (text === "") return undefined;
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  const base64 = /^sha256-([A-Za-z0-9+/]{43}=)$/.exec(text)?.[1];
  if (!base64) throw new SampleProblem("bad-integrity");
  return toHex(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
}

function looksLikeHTML(data) {
  const start = new TextDecoder().decode(data.subarray(0, 256)).trimStart().toLowerCase();
  return start.startsWith("<!doctype html") || start.startsWith("<html");
}

const fileName = (url) => {
  const last = url.pathname.split("/").pop();
  try {
    // Without what is invisible or turns the direction of writing.
    return decodeURIComponent(last).replace(/\p{C}/gu, "") || url.host;
  } catch {
    return last; // a stray % in the address
  }
};

const toHex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
