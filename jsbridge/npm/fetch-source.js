import { PrivadaptError, cancelled } from "./errors.js";

/** A server that sends nothing for this long has stopped half-way. */
const STALL_MILLISECONDS = 30_000;

/**
 * Fetches a public sample as a Blob, whole or not at all. Cookies and the referrer stay home: the sample is public, and
 * its server need not learn more than the request itself.
 */
export async function fetchSource(url, { base, signal, onProgress, stallMilliseconds = STALL_MILLISECONDS } = {}) {
  const address = publicAddress(url, base);
  const request = new AbortController();
  const abort = () => request.abort();
  if (signal?.aborted) throw cancelled();
  signal?.addEventListener("abort", abort);
  const stall = stopwatch(stallMilliseconds, abort);
  try {
    const response = await respond(address, request.signal);
    return await readBody(response, address, { onProgress, onBytes: stall.restart });
  } catch (error) {
    request.abort(); // whatever went wrong, nothing more is to come over this connection
    throw signal?.aborted ? cancelled() : error;
  } finally {
    stall.stop();
    signal?.removeEventListener("abort", abort);
  }
}

function publicAddress(url, base) {
  let address;
  try {
    address = new URL(url, base);
  } catch {
    throw new PrivadaptError(
      "not-a-url",
      `"${url}" is not an address; the public sample needs an https: or http: URL, or pass it as a Blob`,
    );
  }
  if (!["https:", "http:", "blob:"].includes(address.protocol)) {
    throw new PrivadaptError(
      "not-a-url",
      `the public sample cannot be fetched from a ${address.protocol} address; use https:, http: or a Blob`,
    );
  }
  return address.href;
}

async function respond(address, signal) {
  let response;
  try {
    response = await fetch(address, { signal, credentials: "omit", referrerPolicy: "no-referrer" });
  } catch (cause) {
    throw new PrivadaptError(
      "unreachable",
      `${address} could not be reached: the server does not answer, or does not let other sites read the file (CORS)`,
      { cause },
    );
  }
  if (!response.ok) {
    throw new PrivadaptError(
      "http-status",
      `${address} answered with HTTP status ${response.status} ${response.statusText}`.trimEnd(),
    );
  }
  if (/^(text\/html|application\/xhtml\+xml)\b/i.test(response.headers.get("content-type") ?? "")) {
    throw new PrivadaptError(
      "html",
      `${address} is a web page, not a CSV file; look for the file's direct ("raw" or "download") address`,
    );
  }
  return response;
}

async function readBody(response, address, { onProgress, onBytes }) {
  // The length counts bytes on the wire: under a content encoding it says nothing about the bytes that arrive here.
  const declared = response.headers.get("content-encoding") ? null : response.headers.get("content-length");
  const total = declared === null ? undefined : Number(declared);
  const interrupted = (done, cause) =>
    new PrivadaptError(
      "interrupted",
      `the download of ${address} stopped after ${done} ${total ? `of ${total} ` : ""}bytes; try again`,
      { cause },
    );

  const chunks = [];
  let done = 0;
  onProgress?.({ stage: "download", done, total });
  const reader = response.body.getReader();
  while (true) {
    const next = await reader.read().catch((cause) => {
      throw interrupted(done, cause);
    });
    if (next.done) break;
    onBytes();
    chunks.push(next.value);
    done += next.value.length;
    onProgress?.({ stage: "download", done, total });
  }
  if (total !== undefined && done !== total) throw interrupted(done);
  return new Blob(chunks);
}

function stopwatch(milliseconds, ring) {
  let timer = setTimeout(ring, milliseconds);
  const stop = () => clearTimeout(timer);
  const restart = () => {
    stop();
    timer = setTimeout(ring, milliseconds);
  };
  return { restart, stop };
}
